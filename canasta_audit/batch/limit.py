"""The first findings of a stream, the others only counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import StreamItem, Withheld
from canasta_audit.finding import Finding, Root


def limited(items: Iterable[StreamItem], most: int, left_out: frozenset[str] = frozenset()) -> Iterator[StreamItem]:
    """The stream with the first ``most`` root findings and what follows from them; all others are marked as withheld.

    What follows from one of ``left_out`` is a root.
    """
    limit = _Limit(most, left_out)
    for item in items:
        if isinstance(item, Finding):
            limit.waiting.append(item)
            continue
        yield from limit.drain()
        yield item
    yield from limit.drain()


class _Limit:
    """Holds the findings of a deal: what follows from one of them may stand before it."""

    def __init__(self, most: int, left_out: frozenset[str]) -> None:
        self.waiting: list[Finding] = []
        self._left = most
        self._left_out = left_out
        self._shown: set[tuple[str, str, int, int]] = set()

    def drain(self) -> Iterator[Finding | Withheld]:
        """Yield what waits, or marks for it."""
        for finding in self.waiting:
            if self._root(finding) is None and self._left > 0:
                self._left -= 1
                self._shown.add((finding.file, finding.id, finding.line, finding.column))
        for finding in self.waiting:
            root = self._root(finding) or Root(finding.id, finding.line, finding.column)
            if (finding.file, *root) in self._shown:
                yield finding
            else:
                yield Withheld(finding.id, finding.name, finding.severity, self._root(finding) is not None)
        self.waiting.clear()

    def _root(self, finding: Finding) -> Root | None:
        root = finding.follows
        return root if root is not None and root.id not in self._left_out else None
