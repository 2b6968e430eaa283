"""A deal of canasta in the hands of the package `rulesatlas`, laid out of what a record tells.

The package's states hold every card. A record tells only some of them: the others are laid anywhere, as `loose` cards, and change
places with a card that the record turns out to need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import rulesatlas
from rulesatlas.adapters import canasta

SEATS, SIDES = "NESW", ("NS", "EW")
RANKS = "*A23456789TJQK"
NAMES = [RANKS[1 + card % 54 % 13] + "CDHS"[card % 54 // 13] if card % 54 < 52 else "*" for card in range(108)]


class Fault(Exception):
    """The package refuses what was played, or comes to something else than was written down."""


class Unsupported(Exception):
    """Neither the package nor this adapter can tell."""


def fits(card: int, written: str) -> bool:
    """Whether a card may be the one written down: `KS`, `K`, `Kr`, `*` or `?`."""
    name = NAMES[card]
    if written == "?":
        return not canasta.red_three(card)
    colour = {"r": "DH", "b": "CS"}.get(written[1:], written[1:])
    return name == "*" if written == "*" else name[0] == written[0] and (not colour or name[1:] in tuple(colour))


def is_red(written: str) -> bool:
    return written in ("3H", "3D", "3r")


def plain(cards: list[int]) -> list[int]:
    """Loose cards, those first that mean the least wherever they lie."""
    return sorted(cards, key=lambda card: (canasta.red_three(card), canasta.rank(card) in (0, 2, 3), card % 54))


class Table:
    """One deal in the package's hands."""

    def __init__(self, state: dict[str, Any]):
        self.state, self.loose, self.drawn_up, self.asked = state, set(range(108)), False, 0
        self.untold: set[int] = set()  # hands of which not even the size is known
        self.early: Counter[int] = Counter()  # red threes that the package has laid before the first turn
        self.unchecked = False

    @property
    def data(self) -> dict[str, Any]:
        return self.state["data"]

    def act(self, kind: str, seat: int | None = None, **params: Any) -> None:
        """One action; a refusal is a fault."""
        self.asked += 1
        actor = {} if seat is None else {"actor": SEATS[seat]}
        try:
            self.state = rulesatlas.apply_action(self.state, {"type": kind, "params": params, **actor})
        except rulesatlas.RuleError as error:
            raise Fault(f"{kind}: {error.message}") from error

    def pick(self, written: str) -> int:
        """A loose card from nowhere in particular, while the table is laid."""
        for card in plain([card for card in self.loose if fits(card, written)]):
            if written != "?":
                self.loose.discard(card)
            return card
        raise Unsupported(f"there is no further {written} to lay the position with")

    def need(self, pile: list[int], written: str, at: int | None = None, but: Collection[int] = ()) -> int:
        """The card written down, in this hand, or at this place of the stock; a loose card makes room for it."""
        places = [place for place in (range(len(pile)) if at is None else [at]) if place < len(pile) and pile[place] not in but]
        found = [place for place in places if fits(pile[place], written)]
        if found:
            place = min(found, key=lambda place: pile[place] in self.loose)
        else:
            room = [place for place in places if pile[place] in self.loose]
            others = [self.data["stock"], *self.data["hands"]]
            there = [
                (other, index)
                for other in others
                for index, card in enumerate(other)
                if other is not pile or at is not None
                if card in self.loose and fits(card, written)
            ]
            if not room or not there:
                raise Fault(f"there can be no {written}")
            place, (other, index) = room[-1], there[0]
            pile[place], other[index] = other[index], pile[place]
        if written != "?":
            self.loose.discard(pile[place])
        return pile[place]

    def known(self, side: int) -> bool:
        """Whether all cards in the hands of a side were told, so that its points can be."""
        hands = [(seat, self.data["hands"][seat]) for seat in (side, side + 2)]
        return all(seat not in self.untold and not self.loose & set(hand) for seat, hand in hands)

    @property
    def over(self) -> bool:
        return self.data["phase"] in ("round_end", "finished")


def lay(table: Table, lines: list[dict[str, Any]]) -> None:
    """Lay the position of a deal: dealt by the package where it begins with the card turned up."""
    told = {SEATS.index(line["seat"]): line["cards"] for line in lines if line["kind"] == "hand"}
    places = {line["place"]: line for line in lines if line["kind"] == "cards"}
    if "down" in places or any(line.get("back") for line in lines):
        raise Unsupported("cards face down, or put back")
    up = [card for line in lines if line["kind"] == "cards" and line["place"] == "up" for card in line["cards"]]
    (deal if up else mid_deal)(table, lines, told, up or places)
    for line in lines:
        if line["kind"] == "minimum":
            for claim in line["sums"]:
                if claim["points"] != canasta.threshold(table.data, SIDES.index(claim["side"])):
                    raise Fault("another minimum is asked")


def laid_early(lines: list[dict[str, Any]], seat: int) -> list[list[str]]:
    """Red threes laid from the hand as dealt, each with what was drawn for it: in the position or the player's first turn."""
    reds = [chain for line in lines if line["kind"] == "red" and SEATS.index(line["seat"]) == seat for chain in line["chains"]]
    turns = [line for line in lines if line["kind"] == "turn" and SEATS.index(line["seat"]) == seat]
    for play in turns[0]["plays"] if turns else []:
        if play["kind"] not in ("red", "ask"):
            break
        reds += play.get("chains", [])
    return reds


def deal(table: Table, lines: list[dict[str, Any]], told: dict[int, list[str]], up: list[str]) -> None:
    """Stack the deck so that the package's own deal gives what was recorded."""
    order = [(table.data["dealer"] + 1 + step) % 4 for step in range(4)]
    early = {seat: laid_early(lines, seat) for seat in order}
    for seat in order:
        cards = told.setdefault(seat, ["?"] * 11)
        if len(cards) != 11:
            raise Fault("eleven cards are dealt")
        for chain in early[seat]:
            if "?" in cards and chain[0] not in cards:
                cards[cards.index("?")] = chain[0]
        if sum(map(is_red, cards)) != len(early[seat]):
            raise Fault("red threes dealt are laid before the first turn")
    # The package replaces the red threes of all before the first turn: the stock as written down may be in another order.
    stock = [card for seat in order for chain in early[seat] for card in chain[1:] or ["?"]]
    sure = {(seat, n): table.pick(card) for seat in order for n, card in enumerate(told[seat]) if card != "?"}
    ups, drawn = [table.pick(card) for card in up], [table.pick(card) if card != "?" else None for card in stock]
    rest = plain(list(table.loose))
    hands = [sure[seat, n] if (seat, n) in sure else rest.pop(0) for n in range(11) for seat in order]
    deck = hands + ups + [rest.pop(0) if card is None else card for card in drawn]
    table.act("deal", deck=deck + rest)
    if table.data["discard"] != ups:
        raise Fault("other cards are turned up")
    table.drawn_up = True
    for seat in order:
        table.early[seat] = len(early[seat])


def mid_deal(table: Table, lines: list[dict[str, Any]], told: dict[int, list[str]], places: dict[str, Any]) -> None:
    """Put a position together as a state."""
    data = table.data
    if any(is_red(card) for cards in told.values() for card in cards):
        raise Unsupported("a red three in a hand")
    for line in lines:
        seat = SEATS.index(line.get("seat", "N"))
        if line["kind"] == "melds":
            data["has_melded"][seat] = True
            for cards in line["melds"]:
                ids = [table.pick(card) for card in cards]
                data["melds"][seat % 2].append({"rank": rank_of(ids), "cards": ids})
        if line["kind"] == "red":
            data["red_threes"][seat % 2] += [table.pick(card) for chain in line["chains"] for card in chain if is_red(card)]
    for seat in range(4):
        for chain in laid_early([line for line in lines if line["kind"] == "turn"], seat):
            data["red_threes"][seat % 2] += [table.pick(card) for card in chain if is_red(card)]
            table.early[seat] += 1
        data["hands"][seat] = [table.pick(card) for card in told.get(seat, []) if card != "?"]
    data["discard"] = [table.pick(card) for card in places.get("pile", {"cards": []})["cards"]]
    stock = places.get("stock", {"cards": []})["cards"]
    sure = {n: table.pick(card) for n, card in enumerate(stock) if card != "?"}
    rest = plain(list(table.loose))
    for seat in range(4):
        unseen = told[seat].count("?") if seat in told else 14
        data["hands"][seat] += [rest.pop(0) for _ in range(unseen)]
    table.untold = set(range(4)) - set(told)
    data["stock"] = [sure[n] if n in sure else rest.pop(0) for n in range(len(stock))]
    table.drawn_up = bool(stock)
    if not stock:
        data["stock"] = rest
    elif rest and not table.untold:
        raise Unsupported("no place for the cards that are nowhere")
    else:
        for card in rest:
            where = data["red_threes"][min(table.untold) % 2] if canasta.red_three(card) else data["hands"][min(table.untold)]
            where.append(card)
    data.update(phase="draw", concealed_candidate=not data["has_melded"][data["turn"]])
    valid = rulesatlas.validate_state(table.state)
    if not valid["valid"]:
        raise Unsupported("the position: " + valid["issues"][0]["message"])


def rank_of(cards: list[int]) -> int:
    """The rank that most of the naturals have."""
    ranks = Counter(canasta.rank(card) for card in cards if not canasta.wild(card))
    return ranks.most_common(1)[0][0] if ranks else 2


def points(data: dict[str, Any]) -> list[int]:
    """The package's points, of a deal that is not over as well."""
    return list(canasta.round_points(data))


def item(data: dict[str, Any], side: int, name: str) -> int | None:
    """The package gives totals only; an item is the difference that it makes, or what a meld counts beyond its cards."""
    if name == "total":
        return points(data)[side]
    without = {
        "out": {"out_team": None},
        "concealed": {"concealed": False},
        "threes": {"red_threes": [[], []]},
        "hand": {"hands": [[], [], [], []]},
    }
    if name in without:
        return points(data)[side] - points({**data, **without[name]})[side]
    if name not in ("natural", "mixed", "cards"):
        return None
    sums: Counter[str] = Counter()
    bare = {"red_threes": [[], []], "hands": [[], [], [], []], "out_team": None, "melds": [[], []]}
    for meld in data["melds"][side]:
        cards = sum(map(canasta.value, meld["cards"]))
        alone = points({**data, **bare, "melds": [[meld], [meld]]})[side]
        sums["mixed" if any(map(canasta.wild, meld["cards"])) else "natural"] += alone - cards
        sums["cards"] += cards
    return sums[name]
