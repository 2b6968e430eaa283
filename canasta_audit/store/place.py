"""Where a store is, as people write it."""

from __future__ import annotations

import os
import re
from typing import Literal, NamedTuple

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+]+):")
_SQLITE = (".sqlite", ".sqlite3", ".db")
_PARQUET = ".parquet"
_EXTRA = "needs the extra `store`: pip install 'canasta-audit[store]'"
_PARTS = ("sqlalchemy", "pyarrow", "psycopg")


class StoreError(Exception):
    """A store that cannot be used; the message names it."""


class Place(NamedTuple):
    """A store: ``given`` is what messages call it, ``path`` its file or folder (``""`` on a server), ``url`` SQLAlchemy's name."""

    kind: Literal["sqlite", "postgresql", "parquet"]
    given: str
    path: str
    url: str


def place_of(given: str) -> Place:
    """Understand ``given``: a path, or a URL of SQLite or PostgreSQL. Raises ``StoreError``.

    >>> place_of("may.db").kind, place_of("postgresql://me@host/cup").url
    ('sqlite', 'postgresql+psycopg://me@host/cup')
    """
    scheme = _SCHEME.match(given)
    if scheme is None or len(scheme[1]) == 1 or "/" not in given[scheme.end() :][:1]:
        return _file(given)
    kind, rest = scheme[1].lower(), given[scheme.end() :]
    if kind == "sqlite":
        path = rest.removeprefix("///").partition("?")[0].removeprefix("file:")
        if not rest.startswith("///") or path in ("", ":memory:"):
            raise StoreError(f"{given}: this names no file; write sqlite:///results.sqlite, or the path alone")
        return Place("sqlite", given, path, given)
    if kind in ("postgresql", "postgres", "postgresql+psycopg"):
        return Place("postgresql", _without_password(given), "", f"postgresql+psycopg:{rest}")
    told = "write sqlite:///FILE, postgresql://HOST/NAME or a path"
    raise StoreError(f"{_without_password(given)}: no store is called {kind}; {told}")


def lacking(error: ModuleNotFoundError, given: str) -> StoreError:
    """What is told where a library is missing; raises the error itself where that is none of the extra."""
    if (error.name or "").partition(".")[0] not in _PARTS:
        raise error
    return StoreError(f"{given}: a store {_EXTRA} ({error.name} is missing)")


def _file(given: str) -> Place:
    ending = os.path.splitext(given.rstrip("/" + os.sep))[1].lower()
    if ending == _PARQUET:
        return Place("parquet", given, os.path.abspath(given), "")
    if ending in _SQLITE:
        # As a path it may hold signs that mean something in a URL.
        return Place("sqlite", given, given, "")
    raise StoreError(
        f"{given}: a store is a path that ends in {', '.join(_SQLITE)} or {_PARQUET}, or a URL such as postgresql://HOST/NAME"
    )


def _without_password(url: str) -> str:
    """The same without what stands between the name and the host, and without the values of its options.

    >>> _without_password("postgresql://me:secret@host/cup?password=secret")
    'postgresql://me:***@host/cup'
    """
    return re.sub(r"(//[^/@:]*):[^/]*@", r"\1:***@", url.partition("?")[0])
