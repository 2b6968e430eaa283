"""``stats``: what the logs of a store have in common, and the standings of a tournament."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, Literal

import click

from canasta_audit.cli.options import color_option, split_lists
from canasta_audit.cli.outputs import ColorChoice, columns, use_color
from canasta_audit.cli.store import usable
from canasta_audit.cli.trouble import CLEAN, Trouble, did_you_mean
from canasta_audit.render.stats.registry import FORMATS, renderer
from canasta_audit.render.stream import Options
from canasta_audit.store.figures import SECTIONS, TIE_BREAKS, Asked

_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


def _words(known: Iterable[str]) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], tuple[str, ...]]:
    """A callback for comma lists of known words; all of them where none is given. It raises ``Trouble``."""
    known = tuple(known)

    def check(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(split_lists(ctx, param, value)))
        for word in words:
            if word not in known:
                near = did_you_mean(word, known)
                raise Trouble(f"{param.opts[0]} {word}: there is no such word{near}; words: {', '.join(known)}")
        return words or known

    return check


def _date(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A date, or the beginning of one; raises ``Trouble`` for what is none."""
    written = value.replace(".", "-")
    if value and not _DATE.fullmatch(written):
        raise Trouble(f"{param.opts[0]} {value}: write a date as YYYY-MM-DD, or YYYY-MM, or YYYY")
    return written


@click.command("stats", short_help="Count the faults in a store, and place the players of a tournament.")
@click.argument("store", metavar="STORE")
@click.option(
    "--event", "events", metavar="NAME", multiple=True, help="Only matches of this event, as their tag has it; repeatable."
)
@click.option(
    "--since", metavar="DATE", default="", callback=_date, help="Only matches of this day, month or year, and later ones."
)
@click.option(
    "--until", metavar="DATE", default="", callback=_date, help="Only matches of this day, month or year, and earlier ones."
)
@click.option(
    "--show", "sections", metavar="SECTION", multiple=True, callback=_words(SECTIONS),
    help=f"Comma list, repeatable; all by default: {', '.join(SECTIONS)}.",
)  # fmt: skip
@click.option(
    "--of", type=click.Choice(["side", "player"]), default="side", show_default=True,
    help="Whom the standings place: partners as one, or every player.",
)  # fmt: skip
@click.option(
    "--tie-break", "tie_breaks", metavar="WORD", multiple=True, callback=_words(TIE_BREAKS),
    help=f"What places them, the first first; comma list. By default: {','.join(TIE_BREAKS)}.",
)  # fmt: skip
@click.option("--top", type=click.IntRange(min=0), default=20, show_default=True, help="Rows of each table of faults; 0 for all.")
@click.option("--format", "-f", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@color_option
def command(
    store: str,
    events: tuple[str, ...],
    since: str,
    until: str,
    sections: Any,
    of: Literal["side", "player"],
    tie_breaks: Any,
    top: int,
    form: str,
    color: ColorChoice,
) -> int:
    """Tell how often what was done wrong, by whom and where, for each hundred deals; and who won how much.

    STORE is what `audit --store` was given. Faults that only follow from another are not counted. Players are known by their names
    in the tags of the matches. A match that has no winner, or none that the record shows, counts nowhere in the standings.
    """
    with usable("", store) as place:
        from canasta_audit.store.asked import stats

        found = stats(place, Asked(events, since, until, sections, of, tie_breaks))
    for event in events:
        if event not in found.events:
            raise Trouble(f"--event {event}: no match in {place.given} is of this event{did_you_mean(event, found.events)}")
    for piece in renderer(form)(found, Options(use_color(color), columns()), top):
        sys.stdout.write(piece)
    return CLEAN
