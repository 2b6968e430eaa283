"""The browser that the pages are opened in tells what it must: whatever a page asks for, and whatever goes wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import PHONE, opened

HEAD = '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page</title><main><h1>A page</h1>'


@pytest.mark.parametrize(
    "body",
    [
        '<img src="https://example.com/a.png" alt="">',
        '<script src="other.js"></script>',
        "<script>throw new Error('no')</script>",
        "<script>console.error('no')</script>",
        """<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><script>1</script>""",
    ],
    ids=["image", "script", "exception", "console", "policy"],
)
def test_a_page_that_misbehaves_is_told_of(browser: Any, tmp_path: Path, body: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(HEAD + body, encoding="utf-8")
    with pytest.raises(AssertionError), opened(browser, path) as one:
        one.page.wait_for_timeout(50)


def test_what_hinders_and_what_is_too_wide_is_seen(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HEAD + '<button></button><p style="width: 900px; color: #ddd; background: #fff">Faint</p>', encoding="utf-8")
    with opened(browser, path, PHONE) as one:
        assert {rule for rule, _ in one.violations()} == {"button-name", "color-contrast"}
        assert one.violations("color-contrast", within="button") == []
        assert one.too_wide > 400
