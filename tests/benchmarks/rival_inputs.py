"""What the other tools read, made from a seed: games of chess, hands of poker, and the deals of the plain bot as actions."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import bot
from inputs import Input, counts_of, kept
from rivals import package_of

UNIT = {"chess": "plies", "pokerkit": "actions", "rulesatlas": "plays"}
"""What the plays of a game are called."""
AMOUNT = {"chess": 60_000, "pokerkit": 10_000, "rulesatlas": 1500}
"""How many of them are read in a round, about: each tool is to have a second or so."""

Made = tuple[str, dict[str, int]]


def chess_games(plies: int, seed: int) -> Made:
    """Games of random lawful moves, each up to its end or to a length that games have, as PGN with the seven tags."""
    import chess.pgn

    source, written = random.Random(seed), 0
    games: list[str] = []
    while written < plies:
        game, board = chess.pgn.Game(), chess.Board()
        node: chess.pgn.GameNode = game
        for _ in range(source.randrange(40, 140)):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            move = source.choice(moves)
            node = node.add_variation(move)
            board.push(move)
        game.headers.update(Event="Random games", Round=str(len(games) + 1), Result=board.result())
        games.append(str(game))
        written += board.ply()
    return "\n\n".join(games) + "\n", {"plies": written}


def poker_hands(actions: int, seed: int) -> Made:
    """Hands of no-limit hold'em for six who fold, call and raise at random, as PHH."""
    from pokerkit import HandHistory

    source, written = random.Random(seed), 0
    hands: list[HandHistory] = []
    while written < actions:
        hands.append(_hand(source, len(hands) + 1))
        written += len(hands[-1].actions)
    return HandHistory.dumps_all(hands) + "\n", {"actions": written}


def _hand(source: random.Random, number: int) -> Any:
    """One hand."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    automations = tuple(one for one in HandHistory.automations if one is not Automation.CARD_BURNING)
    game = NoLimitTexasHoldem(automations, True, 0, (50, 100), 100)
    state = game([source.randrange(40, 400) * 100 for _ in range(6)], 6)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    source.shuffle(deck)
    while state.status:
        chance = source.random()
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            state.deal_hole(deck.pop() + deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count or 0)))
        elif state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards()
        elif chance < 0.15 and state.can_complete_bet_or_raise_to():
            least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(min(most or 0, (least or 0) * source.randrange(1, 4)))
        elif chance < 0.5 and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state, hand=number)


def canasta_deals(plays: int, seed: int) -> Made:
    """Deals of the plain bot, the same as in ``long``, each a list of actions on a line."""
    rows, counts = [], {"plays": 0, "taken": 0}
    for text in bot.matches(max(1, plays // 150), seed).split("\n\n["):
        actions = _Deal(text).actions
        rows.append(json.dumps(actions, separators=(",", ":")))
        counts["plays"] += counts_of(text)["plays"]
        counts["taken"] += len(actions)
    return "\n".join(rows) + "\n", counts


_RANKS = "A23456789TJQK"
_IDS = {f"{rank}{suit}": [s * 13 + r, s * 13 + r + 54] for s, suit in enumerate("CDHS") for r, rank in enumerate(_RANKS)}


class _Deal:
    """A deal of ``bot.py`` in the words of rulesatlas: cards are numbers, and each player's place counts from the dealer's."""

    def __init__(self, text: str) -> None:
        self.free = {name: list(ids) for name, ids in _IDS.items()} | {"*": [52, 53, 106, 107]}
        self.held: dict[tuple[str, str], list[int]] = {}
        self.actions: list[dict[str, Any]] = []
        lines = [line.partition(": ") for line in text.split("\n")]
        dealer = re.search(r"dealer (\w)", text)[1]  # type: ignore[index]
        self.order = ("NESW" * 2)["NESW".index(dealer) + 1 :][:4]
        told = {head: words.split(" ") for head, _, words in lines}
        self.deal(told)
        for seat, _, words in lines:
            if seat in self.order and words:
                self.turn(seat, words.split(", "))

    def take(self, name: str) -> int:
        """The number of a card that lies nowhere yet."""
        return self.free[name].pop(0)

    def deal(self, told: dict[str, list[str]]) -> None:
        """The deck: the hands in turn, the cards turned up, then those for red threes (which the bot draws before)."""
        deck = []
        for place in range(11):
            for seat in self.order:
                name = told[f"hand {seat}"][place]
                deck.append(self.take(name))
                self.held.setdefault((seat, name), []).append(deck[-1])
        deck += map(self.take, told["up"])
        for seat in self.order:
            for chain in told.get(f"red {seat}", ()):
                deck += self.drawn(seat, chain.split(">")[1:])
        self.stock = list(map(self.take, told["stock"]))
        self.act("deal", deck=deck + self.stock)

    def drawn(self, seat: str, names: list[str], known: bool = False) -> list[int]:
        """Cards as they come into a hand; from the stock if they are ``known``."""
        cards = []
        for name in names:
            cards.append(self.stock.pop(0) if known else self.take(name))
            self.held.setdefault((seat, name), []).append(cards[-1])
        return cards

    def act(self, kind: str, **params: Any) -> None:
        """Write an action down."""
        self.actions.append({"type": kind, "params": params})

    def turn(self, seat: str, plays: list[str]) -> None:
        """A turn: a draw, all melds in one action, a discard."""
        groups = []
        for play in plays:
            kind, *names = play.split(" ")
            if kind == "draw":
                self.drawn(seat, names[0].split(">"), known=True)
                self.act("draw_stock")
            elif kind in ("meld", "add"):
                cards = [self.held[seat, name].pop() for name in names]
                groups.append({"rank": _RANKS.index(names[0][0]) + 1, "cards": cards})
            elif kind == "discard":
                if groups:
                    self.act("meld", groups=groups)
                self.act("discard", card=self.held[seat, names[0]].pop())


_MAKERS = {"chess": chess_games, "pokerkit": poker_hands, "rulesatlas": canasta_deals}
_SUFFIXES = {"chess": "pgn", "pokerkit": "phhs", "rulesatlas": "jsonl"}


def rival_input(folder: Path, rival: str, scale: float, seed: int) -> Input:
    """What a tool reads, as an input."""
    package = package_of(rival)
    amount = max(1, int(AMOUNT[package] * scale))
    return kept(folder, f"{package}-{amount}-{seed}.{_SUFFIXES[package]}", lambda: _MAKERS[package](amount, seed))
