"""One line a finding, for editors and ``grep``: ``path:line:col: severity ID name: message``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.finding import Finding
from canasta_audit.render.stream import Options, StreamItem
from canasta_audit.render.style import printable


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield a line for every root finding, and for those that follow from another if they are asked for."""
    for item in items:
        if isinstance(item, Finding) and not options.folds(item):
            root = f" [follows {item.follows.id} at {item.follows.line}:{item.follows.column}]" if item.follows else ""
            place = f"{printable(item.file)}:{item.line}:{item.column}"
            yield f"{place}: {item.severity} {item.id} {item.name}: {printable(item.message)}{root}\n"
        else:
            yield ""
