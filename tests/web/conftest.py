"""One browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium that runs."""
    with chromium() as running:
        yield running
