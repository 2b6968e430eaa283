"""Options that choose among the cases of the suite."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from canasta_audit.cli.options import split_lists
from canasta_audit.cli.trouble import Trouble, did_you_mean
from canasta_audit.conform.case import SHELVES, WITNESSES, files
from canasta_audit.conform.question import GAMES, Question, Selection, questions
from canasta_audit.ruleset.chapters import CHAPTERS

_SHELVES = (*SHELVES, GAMES)
_CHAPTERS = (*(chapter.replace("_", "-") for chapter in CHAPTERS), GAMES)


def _folders() -> tuple[str, ...]:
    """Every chapter that a case may be asked for by: those of the rulesets, and the pairs of the witnesses."""
    return (*_CHAPTERS, *sorted({chapter for shelf, chapter, _ in files() if shelf == WITNESSES}))


_OPTIONS = (
    ("--shelf", "shelves", "SHELF", f"Only these shelves: {', '.join(_SHELVES)}."),
    ("--chapter", "chapters", "CHAPTER", "Only these chapters, named as in a ruleset with hyphens."),
    ("--ruleset", "rulesets", "NAME[+OPTION]", "Only cases of these rulesets; a name alone means it with any options."),
)


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it is called with one argument ``selection`` in their place."""

    @wraps(command)
    def chosen(
        *args: Any,
        shelves: tuple[str, ...],
        chapters: tuple[str, ...],
        rulesets: tuple[str, ...],
        ids: tuple[str, ...],
        unchanged: bool,
        **more: Any,
    ) -> Any:
        _known("--shelf", shelves, _SHELVES)
        if chapters:
            _known("--chapter", chapters, _folders())
        return command(*args, selection=Selection(shelves, chapters, rulesets, ids, not unchanged), **more)

    unchanged = click.option("--unchanged", is_flag=True, help="Only cases as they stand, no key put otherwise.")
    # Ids may hold commas, so these are no comma lists.
    some = click.option("--case", "ids", multiple=True, metavar="ID", help="Only these cases; * stands for anything. Repeatable.")
    with_options: Callable[..., Any] = some(unchanged(chosen))
    for name, variable, metavar, text in reversed(_OPTIONS):
        help = f"{text} Comma lists, repeatable."
        with_options = click.option(name, variable, multiple=True, metavar=metavar, callback=split_lists, help=help)(with_options)
    return with_options


def selected(selection: Selection) -> list[Question]:
    """The questions chosen. Raises ``Trouble`` where there are none."""
    found = list(questions(selection))
    if not found:
        raise Trouble("no case of the suite is so; `canasta-audit fixtures list` shows them all")
    return found


def _known(option: str, given: tuple[str, ...], known: tuple[str, ...]) -> None:
    for word in given:
        if word not in known:
            raise Trouble(f"{option} {word}: there is none of this name{did_you_mean(word, known)}; known: {', '.join(known)}")
