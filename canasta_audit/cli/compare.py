"""``compare``: rulesets side by side, and one recorded game under many of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.inputs import explained, log_from, log_given
from canasta_audit.cli.options import color_option, encoding_option, language_option, sources_option, split_lists
from canasta_audit.cli.outputs import ColorChoice, columns, use_color
from canasta_audit.cli.trouble import CLEAN, UNUSABLE, Trouble, complain, did_you_mean
from canasta_audit.compare.matrix import Matrix, common_players, compare
from canasta_audit.notation import model as n
from canasta_audit.render.compare.registry import FORMATS, format_named
from canasta_audit.render.stream import Options
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.source import InputError


@click.command("compare", short_help="Hold rulesets against each other, by themselves or in one game.")
@click.argument("references", metavar="[NAME[+OPTION]|FILE]...", nargs=-1)
@click.option("--log", metavar="LOG", help="Show where the rulesets part in this game; - for standard input.")
@click.option("--players", "-p", type=int, metavar="N", help="The game for so many players; the most that all have by default.")
@click.option(
    "--key", "prefixes", multiple=True, metavar="KEY", callback=split_lists, help="Only keys that begin like /pile or melds.wild."
)
@click.option("--chapter", "chapters", multiple=True, metavar="CHAPTER", callback=split_lists, help="Only keys of this chapter.")
@click.option("--all", "all_rows", is_flag=True, help="Show keys in which all agree as well.")
@click.option("--format", "-f", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@encoding_option
@color_option
@language_option
@sources_option
def command(
    references: tuple[str, ...],
    log: str | None,
    players: int | None,
    prefixes: tuple[str, ...],
    chapters: tuple[str, ...],
    all_rows: bool,
    form: str,
    encoding: str | None,
    color: ColorChoice,
    language: str,
    sources: str,
) -> int:
    """Show every key in which rulesets differ, with what each value rests on, and how far the rulesets lie apart.

    All that are shipped are compared where none is named. With --log: the plays of one game that they judge differently, the keys
    that decide, and the scores side by side.
    """
    options = Options(use_color(color), columns(), language=language, sources=sources)
    if log is not None:
        if players is not None or prefixes or chapters or all_rows:
            raise Trouble("--players, --key, --chapter and --all are about rulesets: they cannot stand beside --log")
        return _game(log, references, form, options, encoding)
    if len(references) == 1:
        raise Trouble(f"there is nothing to compare {references[0]} with: name another ruleset, or none for all")
    matrix = _matrix(references, players)
    wanted = [*map(_chapter, chapters), *(_prefix(word, matrix) for word in prefixes)]
    if wanted:
        matrix = matrix.only(wanted)
    for piece in format_named(form).matrix(matrix, options, all_rows):
        sys.stdout.write(piece)
    return CLEAN


def shipped_for(players: int | None) -> list[Ruleset]:
    """The shipped rulesets that have a game for so many players, all of them for ``None``."""
    found = [load(name) for name, _ in list_rulesets()]
    return [ruleset for ruleset in found if players is None or players in ruleset.tables]


def _matrix(references: Sequence[str], players: int | None) -> Matrix:
    rulesets = [load(reference) for reference in references] or shipped_for(players)
    shared = common_players(rulesets) if rulesets else ()
    if not shared:
        raise Trouble(_without(players) if not rulesets else "these rulesets have no game for the same number of players")
    if players is not None and players not in shared:
        short = [ruleset.reference for ruleset in rulesets if players not in ruleset.tables]
        raise Trouble(f"--players {players}: {', '.join(short)} {'has' if len(short) == 1 else 'have'} no game for so many")
    if len(rulesets) < 2:
        raise Trouble(f"--players {players}: only {rulesets[0].reference} has a game for so many")
    return compare(rulesets, players)


def _without(players: int | None) -> str:
    return f"--players {players}: no ruleset that is shipped has a game for so many"


def _chapter(word: str) -> str:
    """The prefix of a chapter's keys."""
    name = word.strip("/").replace("-", "_").lower()
    if name not in CHAPTERS:
        raise Trouble(f"--chapter {word}: no chapter is called this{did_you_mean(name, CHAPTERS)}; chapters: {', '.join(CHAPTERS)}")
    return f"/{name}/"


def _prefix(word: str, matrix: Matrix) -> str:
    """The pointer that a key's beginning stands for."""
    prefix = "/" + word.strip("/").replace(".", "/")
    pointers = [row.pointer for row in matrix.rows]
    if any(pointer.startswith(prefix) for pointer in pointers):
        return prefix
    named = [pointer for pointer in pointers if pointer.endswith(prefix)]
    if len(named) == 1:
        return named[0]
    raise Trouble(f"--key {word}: no key begins so{did_you_mean(prefix, pointers)}")


def _game(log: str, references: Sequence[str], form: str, options: Options, encoding: str | None) -> int:
    from canasta_audit.compare.expected import players_of
    from canasta_audit.compare.game import compare_game

    named = [load(reference) for reference in references]
    try:
        given = log_given(log, encoding)
        whole: n.Log = log_from(given)
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    players = players_of([whole])
    rulesets = named or shipped_for(players)
    if len(rulesets) < 2:
        only = ", ".join(ruleset.reference for ruleset in rulesets) or "no ruleset"
        raise Trouble(f"{given.file}: {only} has a game for {players} players: name the rulesets to compare")
    for piece in format_named(form).game(compare_game(whole, rulesets), options):
        sys.stdout.write(piece)
    return given.ended()
