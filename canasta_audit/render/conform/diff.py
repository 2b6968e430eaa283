"""What has changed between two runs: by kind of change, worse things first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.conform.difference import CHANGES, Change, Changed
from canasta_audit.render.records import dump
from canasta_audit.render.style import paint, plural, printable

_ROLES = {"worse": "error", "better": "good"}


def render(found: Sequence[Changed], color: bool) -> Iterator[str]:
    """Yield the changes as text."""
    for change in CHANGES:
        for one in found:
            if one.change == change:
                yield _line(one, color)
    counts: dict[Change, int] = {change: sum(one.change == change for one in found) for change in CHANGES}
    told = ", ".join(f"{count} {change}" for change, count in counts.items() if count)
    yield f"{plural(len(found), 'change')}{': ' if told else ''}{told}\n"


def render_json(found: Sequence[Changed]) -> Iterator[str]:
    """Yield the changes as a JSON document."""
    yield dump({"changes": [one._asdict() for one in found]}) + "\n"


def _line(one: Changed, color: bool) -> str:
    reason = f" ({printable(one.reason)})" if one.reason else ""
    move = " -> ".join(outcome or "not asked" for outcome in (one.before, one.after))
    return f"{paint(one.change, _ROLES.get(one.change, 'note'), color)} {printable(one.id)}: {move}{reason}\n"
