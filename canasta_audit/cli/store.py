"""``--store``: the database that an audit is kept in. Its libraries are loaded when it is asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import click

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.items import BatchItem
from canasta_audit.batch.task import Remembered, Settings
from canasta_audit.cli.options import Decorator
from canasta_audit.cli.trouble import Trouble

if TYPE_CHECKING:
    from canasta_audit.store.place import Place

store_option: Decorator = click.option(
    "--store",
    metavar="URL",
    default="",
    help="Keep findings, deals and scores in results.sqlite, postgresql://HOST/NAME or results.parquet;"
    " logs in it that have not changed are not audited again.",
)

TakenDown = Callable[[Iterable[BatchItem]], Iterable[BatchItem]]


@contextmanager
def keeping(given: str, settings: Settings, choose: Choose) -> Iterator[tuple[Remembered | None, TakenDown]]:
    """What is known of logs already, and what takes a stream down; neither does anything where no store is ``given``."""
    if not given:
        yield None, lambda items: items
        return
    with usable("--store", given) as place:
        _load()
        from canasta_audit.store.writer import opened

        with opened(place, settings, choose) as store:
            yield store.known, store.taken_down


@cache
def _load() -> None:
    """Load the libraries of a store. No search for garbage goes through what they are made of: not now, and not time and again
    while logs are audited.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        import canasta_audit.store.writer  # noqa: F401
    finally:
        if collects:
            gc.enable()
    gc.freeze()


@contextmanager
def usable(option: str, given: str) -> Iterator[Place]:
    """Where a store is; what goes wrong with it ends the run with ``Trouble``."""
    from canasta_audit.store.place import StoreError, lacking, place_of

    before = f"{option} " if option else ""
    try:
        try:
            yield place_of(given)
        except ModuleNotFoundError as error:
            raise lacking(error, given) from None
    except StoreError as error:
        raise Trouble(f"{before}{error}") from None
