"""Comparisons as pages: what ``render.compare.registry`` finds under ``html``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from canasta_audit.compare.game import GameComparison
from canasta_audit.compare.matrix import Matrix
from canasta_audit.language import words
from canasta_audit.render.html.compare import Shown, compare_page
from canasta_audit.render.html.games import game_page, infer_page
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.witness import games_of, shipped_games, witness_page
from canasta_audit.render.stream import Options

if TYPE_CHECKING:
    # Heavy, and a comparison does without.
    from canasta_audit.compare.infer import Inference
    from canasta_audit.compare.witness_search import Absent, Witness


def matrix(found: Matrix, options: Options, all_rows: bool = False) -> Iterator[str]:
    """Yield the page of rulesets side by side."""
    games, lacks = shipped_games(found.rulesets, [row.pointer for row in found.rows if row.differs])
    yield from compare_page(found, words(options.language), Shown(games, lacks, _quotes(options), all_rows))


def game(found: GameComparison, options: Options) -> Iterator[str]:
    """Yield the page of one game under several rulesets."""
    yield from game_page(found, words(options.language), _quotes(options))


def inference(found: Inference, options: Options) -> Iterator[str]:
    """Yield the page of an inference."""
    yield from infer_page(found, words(options.language), _quotes(options))


def witnesses(found: Iterable[Witness | Absent], options: Options) -> Iterator[str]:
    """Yield the page of what a search for games on which two rulesets part came to."""
    yield from witness_page(*games_of(found), words(options.language), _quotes(options))


def _quotes(options: Options) -> Quotes | None:
    return Quotes(options.sources) if options.sources else None
