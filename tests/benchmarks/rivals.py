"""Other tools that read a record of a game and check it, each driven the quickest way that its documentation tells.

* ``chess.games``: python-chess, ``chess.pgn.read_game``, every game with its moves, faults collected in ``Game.errors``.
* ``chess.visitor``: the same with a visitor that builds nothing: it counts plies, collects faults and skips variations. The reader
  itself finds each move among the legal ones and plays it. That is less than a reader of games would want, and the quickest.
* ``pokerkit``: PokerKit, ``HandHistory.loads_all``, then every state of every hand.
* ``rulesatlas``: ``apply_action`` for every action of a deal of canasta, the actions read from JSON, a deal a line.

Like the ways of ``ways.py`` each returns how much it found of what it counts, and how many faults.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

Way = Callable[[str], tuple[int, int]]


def chess_games() -> Way:
    """python-chess, with every game as an object."""
    import chess.pgn

    def read(text: str) -> tuple[int, int]:
        handle, plies, errors = io.StringIO(text), 0, 0
        while (game := chess.pgn.read_game(handle)) is not None:
            plies += game.end().ply()
            errors += len(game.errors)
        return plies, errors

    return read


def chess_visitor() -> Way:
    """python-chess, reading and checking and nothing else."""
    import chess.pgn

    class Checked(chess.pgn.BaseVisitor[tuple[int, int]]):
        def begin_game(self) -> None:
            self.plies = self.errors = 0

        def begin_variation(self) -> Any:
            return chess.pgn.SKIP

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            self.plies += 1

        def handle_error(self, error: Exception) -> None:
            self.errors += 1

        def result(self) -> tuple[int, int]:
            return self.plies, self.errors

    def read(text: str) -> tuple[int, int]:
        handle, plies, errors = io.StringIO(text), 0, 0
        while (found := chess.pgn.read_game(handle, Visitor=Checked)) is not None:
            plies += found[0]
            errors += found[1]
        return plies, errors

    return read


def pokerkit_hands() -> Way:
    """PokerKit; a hand is at fault that stops before its end, or cannot be carried out."""
    from pokerkit import HandHistory

    def read(text: str) -> tuple[int, int]:
        actions = errors = 0
        for hand in HandHistory.loads_all(text):
            state = None
            try:
                for state in hand:  # noqa: B007
                    pass
            except ValueError:
                errors += 1
            errors += state is None or bool(state.status)
            actions += len(hand.actions)
        return actions, errors

    return read


def rulesatlas_deals() -> Way:
    """rulesatlas; an action is at fault that it refuses."""
    import rulesatlas  # type: ignore[import-untyped]

    def read(text: str) -> tuple[int, int]:
        taken = errors = 0
        for line in text.splitlines():
            state = rulesatlas.new_state("G050", players=[{"id": seat} for seat in "NESW"])
            for action in json.loads(line):
                try:
                    state = rulesatlas.apply_action(state, action)
                    taken += 1
                except rulesatlas.RuleError:
                    errors += 1
        return taken, errors

    return read


RIVALS: dict[str, Callable[[], Way]] = {
    "chess.games": chess_games,
    "chess.visitor": chess_visitor,
    "pokerkit": pokerkit_hands,
    "rulesatlas": rulesatlas_deals,
}
TITLES = {
    "chess.games": "python-chess, read_game",
    "chess.visitor": "python-chess, bare visitor",
    "pokerkit": "PokerKit, loads_all and states",
    "rulesatlas": "rulesatlas, apply_action",
}


def package_of(rival: str) -> str:
    """The package that a tool comes in, and the name of what is read."""
    return rival.partition(".")[0]


def installed(rival: str) -> bool:
    """Whether the extra ``bench`` is there, as far as this tool is concerned."""
    return find_spec(package_of(rival)) is not None
