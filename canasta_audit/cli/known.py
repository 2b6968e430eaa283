"""``--severity``, ``--baseline`` and ``--write-baseline``: what is known of the findings to come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from canasta_audit.batch.items import BatchItem, StreamItem
from canasta_audit.batch.read import STDIN
from canasta_audit.batch.task import has_scheme
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, Trouble, complain, did_you_mean
from canasta_audit.render.style import plural

if TYPE_CHECKING:
    from canasta_audit.baseline import Baseline, Comparison, OldEntry
    from canasta_audit.severity import Level

_MOST_STALE = 10
_LARGEST = 64 * 1024 * 1024

_SEVERITY = "Take a check for a note, a warning or an error, or turn it off; the later setting holds. Repeatable."
_BASELINE = "Leave out the findings that this file accepts."
_ACCEPT = "Accept all findings: write them to this file, and do not fail because of them."


def known_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it is called with one argument ``known`` in their place."""

    @wraps(command)
    def knowing(*args: Any, severities: tuple[str, ...], baseline: str, accept: str, **more: Any) -> Any:
        return command(*args, known=Known(severities, baseline, accept), **more)

    accept = click.option("--write-baseline", "accept", metavar="FILE", default="", help=_ACCEPT)
    baseline = click.option("--baseline", metavar="FILE", default="", help=_BASELINE)
    severity = click.option("--severity", "severities", metavar="ID=LEVEL", multiple=True, help=_SEVERITY)
    with_options: Callable[..., Any] = severity(baseline(accept(knowing)))
    return with_options


class Known:
    """Severities in the place of the checks' own, and a baseline of findings that are accepted."""

    def __init__(self, severities: Iterable[str] = (), baseline: str = "", accept: str = "") -> None:
        """Take the options as they were given."""
        self.severities = tuple(severities)
        self.baseline = baseline
        self.accept = accept
        self.levels: Mapping[str, Level] = {}
        self.comparison: Comparison | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """The files that are read or written, which no report may be written to."""
        return tuple(path for path in (self.baseline, self.accept) if path)

    def prepare(self, kinds: Callable[[], Iterable[tuple[str, str]]], inputs: Iterable[str]) -> tuple[str, ...]:
        """Understand the severities, of ``kinds`` by id and name, and return the ids that are off. Raises ``Trouble``."""
        if self.accept and os.path.realpath(self.accept) in {os.path.realpath(path) for path in inputs if path != "-"}:
            raise Trouble(f"--write-baseline {self.accept}: this is an input")
        if self.severities:
            self.levels = levels_of(self.severities, kinds())
        return tuple(id for id, level in self.levels.items() if level == "off")

    def hold(self, looked_for: Callable[[str, str], bool], left_out: frozenset[str]) -> None:
        """Read the baseline. Arguments are those of ``Comparison``. Raises ``Trouble``.

        Files are named from the folder of the baseline that is written, or else of the one that is read.
        """
        if not self.files:
            return
        from canasta_audit.baseline import Comparison

        place = _folder(self.accept or self.baseline)
        entries = _read(self.baseline) if self.baseline else {}
        if self.baseline and self.accept:
            there = _folder(self.baseline)
            entries = {name_from(_at(file, there), place): rows for file, rows in entries.items()}
        self.comparison = Comparison(entries, lambda file: name_from(file, place), looked_for, left_out)

    def regraded(self, items: Iterable[BatchItem]) -> Iterable[BatchItem]:
        """The stream with the severities that were asked for."""
        if not self.levels:
            return items
        from canasta_audit.severity import regraded

        return regraded(items, self.levels)

    def compared(self, items: Iterable[StreamItem]) -> Iterable[StreamItem]:
        """The stream without what the baseline has."""
        return items if self.comparison is None else self.comparison(items)

    @contextmanager
    def written(self) -> Iterator[None]:
        """Write the baseline that was asked for when all went well, and tell what is stale of the one that was read."""
        if not self.accept or self.comparison is None:
            yield
        else:
            from canasta_audit.baseline import written

            with whole_file(self.accept) as stream:
                yield
                stream.writelines(written(self.comparison.found))
            accepted = sum(entry.count for entries in self.comparison.found.values() for entry in entries.values())
            complain(f"{self.accept}: {plural(accepted, 'finding')} accepted", CLEAN)
        if self.comparison is not None:
            tell_stale(self.baseline, self.comparison.stale)


def levels_of(given: Iterable[str], kinds: Iterable[tuple[str, str]]) -> dict[str, Level]:
    """What ``ID=LEVEL`` options come to, by id. Raises ``Trouble`` for what means nothing."""
    from canasta_audit.severity import LEVELS, resolved

    kinds = list(kinds)
    known = {word.lower(): word for id, name in kinds for word in (id, name, id.split("-")[0])}
    settings: list[tuple[str, Level]] = []
    for option in given:
        selector, equals, level = (part.strip() for part in option.partition("="))
        if not equals or not selector:
            raise Trouble(f"--severity {option}: write it as ID=LEVEL, such as MELD-004=warning; levels: {', '.join(LEVELS)}")
        if selector.lower() not in known:
            raise Trouble(f"--severity {option}: no check has this id, name or chapter{did_you_mean(selector, known.values())}")
        if level not in LEVELS:
            raise Trouble(f"--severity {option}: there is no such level{did_you_mean(level, LEVELS)}; levels: {', '.join(LEVELS)}")
        settings.append((selector, level))
    return resolved(settings, kinds)


def name_from(file: str, folder: str) -> str:
    """What a baseline in ``folder`` calls a file: the way from there, with ``/`` between its parts.

    >>> name_from("/logs/may/a.cgn", "/logs"), name_from("/logs/a.cgn", "/logs/may"), name_from("s3://logs/a.cgn", "/logs")
    ('may/a.cgn', '../a.cgn', 's3://logs/a.cgn')
    """
    if _elsewhere(file):
        return file
    try:
        way = os.path.relpath(os.path.abspath(file), folder)
    except ValueError:
        # There is no way from one drive to another.
        way = os.path.abspath(file)
    return way.replace(os.sep, "/")


def _at(name: str, folder: str) -> str:
    return name if _elsewhere(name) else os.path.join(folder, name)


def _elsewhere(file: str) -> bool:
    return file == STDIN or has_scheme(file)


def _read(path: str) -> Baseline:
    from canasta_audit.baseline import BadBaseline, read

    try:
        with open(path, "rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise BadBaseline(f"it is larger than {_LARGEST >> 20} MB")
        return read(data.decode("utf-8-sig"))
    except OSError as error:
        raise Trouble(f"--baseline {path}: it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Trouble(f"--baseline {path}: it is no text in UTF-8") from None
    except BadBaseline as error:
        raise Trouble(f"--baseline {path}: {error}") from None


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


def tell_stale(path: str, stale: Sequence[OldEntry]) -> None:
    """Tell which entries of the baseline stand for nothing any more, a line each as long as there are few."""
    for file, entry in stale[:_MOST_STALE]:
        parts = [f"{name} {value}" for name, value in (("match", entry.match), ("deal", entry.deal), ("turn", entry.turn)) if value]
        times = f" ({entry.count} times)" if entry.count > 1 else ""
        where = ", ".join([*parts, *([entry.seat] if entry.seat else [])])
        complain(f"{path}: stale: {file}: {entry.id} {entry.name}{f', {where}' if where else ''}{times}", CLEAN)
    if len(stale) > _MOST_STALE:
        complain(f"{path}: {len(stale) - _MOST_STALE} more stale entries; --write-baseline drops them", CLEAN)
