"""The browser that the pages are opened in tells what it must: whatever a page asks for, and whatever goes wrong in it."""

from __future__ import annotations

import time
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
        until = time.monotonic() + 20
        while not one.complaints and not one.requests and time.monotonic() < until:
            one.page.wait_for_timeout(10)


def test_what_hinders_and_what_is_too_wide_is_seen(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HEAD + '<button></button><p style="width: 900px; color: #ddd; background: #fff">Faint</p>', encoding="utf-8")
    with opened(browser, path, PHONE) as one:
        assert {rule for rule, _ in one.violations()} == {"button-name", "color-contrast"}
        assert one.violations("color-contrast", within="button") == []
        assert one.too_wide > 400


def test_of_many_that_are_alike_enough_are_left_to_see_what_hinders(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    rows = "<tr><th scope=row>a<td>1<td><button>b</button>" * 50
    odd = '<tr><th scope=row>a<td style="color: #ddd; background: #fff" class=faint>Faint<td><button></button>'
    named = "<section aria-labelledby=x></section><p>1<p>2<p id=x>3"
    path.write_text(f"{HEAD}<table>{rows}{odd}{rows}</table>{named}", encoding="utf-8")
    with opened(browser, path) as one:
        one.thin_out()
        assert {rule for rule, _ in one.violations()} == {"button-name", "color-contrast"}
        assert one.page.locator("tr").count() == 3
        assert one.page.locator("#x").count() == 1
