"""Fixtures of the tests of the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.databases import KINDS, new_database, store


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store of every kind may be made."""
    with store(request.param, tmp_path) as given:
        yield given


@pytest.fixture
def postgres() -> Iterator[str]:
    """A database of PostgreSQL."""
    with new_database() as given:
        yield given
