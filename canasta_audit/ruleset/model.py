"""The resolved ruleset: every rule of one game for one number of players, typed and frozen.

Each class is one chapter of the YAML files; a field is the key of the same name: ``rules.melds.wild_cap`` is ``/melds/wild_cap``.
What a key means, its unit and its values are told once, in the JSON Schema; ``schemas/README.md`` prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from canasta_audit.cards import Deck
from canasta_audit.finding import Citation, Parameter

CardKind = Literal["joker", "two", "red-three", "black-three"]
"""Kinds of cards that are no plain naturals."""

PileWay = Literal["natural-pair", "natural-triple", "natural-and-wild", "onto-meld"]
"""A way to earn the pile with its top card."""


class Equipment(NamedTuple):
    """Cards on the table; ``jokers`` counts all packs together."""

    packs: int
    jokers: int

    @property
    def deck(self) -> Deck:
        """The deck these make."""
        return Deck(self.packs, self.jokers)


class Seating(NamedTuple):
    """Sides, seats and dealer."""

    sides: Literal["opposite", "alone"]
    lots_sides: Literal["highest-two-against-lowest-two", "none"]
    lots_tie: Literal["suit", "redraw"]
    lots_redraw: tuple[Literal["joker", "same-card"], ...]
    lots_suits: str
    first_player: Literal["highest-lot", "any"]
    dealer: Literal["right-of-first", "any"]
    dealer_passes: Literal["clockwise", "any"]
    cut: Literal["offered", "none"]


class Dealing(NamedTuple):
    """The deal and the up-card."""

    cards_each: int
    foot_each: int
    up_card_covered: tuple[CardKind, ...]


class RedThrees(NamedTuple):
    """Red threes; points are for one side."""

    laid: Literal["at-deal", "at-first-turn", "either"]
    replaced_from_stock: bool
    replaced_from_pile: bool
    each: int
    all: int
    unopened: Literal["against", "for", "nothing"]
    all_unopened: Literal["all", "each"]
    held: int
    held_needs_turn: bool


class Values(NamedTuple):
    """Points of a card, melded or left in hand; red threes have their own chapter."""

    joker: int
    two: int
    ace: int
    king: int
    queen: int
    jack: int
    ten: int
    nine: int
    eight: int
    seven: int
    six: int
    five: int
    four: int
    black_three: int


class TurnRules(NamedTuple):
    """The course of a turn."""

    draw: int
    discard: Literal["one"]


class BlackThrees(NamedTuple):
    """Black threes as melds."""

    when: Literal["going-out", "never", "any-time"]
    least: int
    most: int
    wilds: bool


class Melds(NamedTuple):
    """What may be laid, and where it may be added; ``wild_cap`` ``None`` means no cap."""

    least_cards: int
    least_naturals: int
    wild_cap: int | None
    wild_cap_ends_at: int | None
    wild_ratio: Literal["none", "not-above-naturals", "half-the-naturals"]
    sequences: bool
    wild_only: bool
    one_per_rank: bool
    owner: Literal["side", "player"]
    add_to_opponents: bool
    cards_stay: bool
    black_threes: BlackThrees


class Canastas(NamedTuple):
    """Canastas and their bonuses, in points."""

    size: int
    natural: int
    mixed: int
    wild_onto_natural: bool


class Band(NamedTuple):
    """An initial meld of ``need`` points is asked from a score of ``since`` points on (``None``: from below everything)."""

    since: int | None
    need: int


class Opening(NamedTuple):
    """The initial meld."""

    bands: tuple[Band, ...]
    by: Literal["side", "player"]
    several_melds: bool
    buried_cards: bool
    bonuses_count: bool
    canasta_suffices: bool
    concealed_waives: Literal["from-stock", "always", "never"]

    def need(self, score: int) -> int:
        """Points asked of a side that stands at ``score`` points."""
        need = self.bands[0].need
        for band in self.bands:
            if band.since is not None and score >= band.since:
                need = band.need
        return need


class PileRules(NamedTuple):
    """Taking the pile."""

    unopened: tuple[PileWay, ...]
    opened: tuple[PileWay, ...]
    frozen: tuple[PileWay, ...]
    top_melded: bool
    onto_canasta: bool
    whole: bool
    one_card_each: bool
    never_top: tuple[CardKind, ...]
    blocked_once_by: tuple[CardKind, ...]
    pair_joins_meld: bool


class Freezing(NamedTuple):
    """What freezes the pile until it is taken: discarded, or turned up at the start."""

    discarded: tuple[CardKind, ...]
    turned_up: tuple[CardKind, ...]


class GoingOut(NamedTuple):
    """Going out; ``bonus`` and ``concealed_extra`` in points."""

    canastas: int
    last_discard: Literal["allowed", "not-allowed"]
    without_canasta: Literal["keep-one-after-discard", "pass-with-one"]
    ask: Literal["must", "may", "none"]
    answer_binds: bool
    bonus: int
    concealed_extra: int
    concealed_own_canasta: bool
    concealed_partner_additions: bool
    concealed_from_pile: bool


class StockEnd(NamedTuple):
    """The end of the stock."""

    taking_forced: Literal["each-in-turn", "next-player", "none"]
    forced_excused: bool
    red_three_ends: bool
    red_three_counts: bool
    going_out_bonus: bool


class Scoring(NamedTuple):
    """The score of a deal; ``unit``: every score is a multiple of so many points."""

    hands_counted: Literal["all", "but-partner-of-out"]
    unit: int


class MatchRules(NamedTuple):
    """The match: ``target`` in points."""

    target: int
    winner: Literal["higher-total"]
    tie: Literal["another-deal", "shared"]


class Rules(NamedTuple):
    """All chapters of a game at one table."""

    equipment: Equipment
    seating: Seating
    dealing: Dealing
    red_threes: RedThrees
    values: Values
    turn: TurnRules
    melds: Melds
    canastas: Canastas
    opening: Opening
    pile: PileRules
    freezing: Freezing
    going_out: GoingOut
    stock_end: StockEnd
    scoring: Scoring
    match: MatchRules


CHAPTERS: dict[str, type[NamedTuple]] = {
    "equipment": Equipment,
    "seating": Seating,
    "dealing": Dealing,
    "red_threes": RedThrees,
    "values": Values,
    "turn": TurnRules,
    "melds": Melds,
    "canastas": Canastas,
    "opening": Opening,
    "pile": PileRules,
    "freezing": Freezing,
    "going_out": GoingOut,
    "stock_end": StockEnd,
    "scoring": Scoring,
    "match": MatchRules,
}
"""Chapter classes by key, in the order of the law book."""


class Reading(NamedTuple):
    """A question that the text leaves open: the reading chosen, the options that choose otherwise, and the lines of ``text``.

    Where a chosen option answers the question otherwise, ``chosen`` is the title of that option.
    """

    id: str
    question: str
    chosen: str
    options: tuple[str, ...]
    text: str
    lines: tuple[int, ...]


class Option(NamedTuple):
    """A named switch: what it sets (as written), the lines of ``text`` behind it, and the numbers of players it is for."""

    name: str
    title: str
    reading: str | None
    text: str
    lines: tuple[int, ...]
    players: tuple[int, ...]
    sets: dict[str, Any]


class Fact(NamedTuple):
    """Something that the text says and no play can break: chapter (a key of ``CHAPTERS``), the fact, and the lines of ``text``."""

    chapter: str
    fact: str
    text: str
    lines: tuple[int, ...]


class Origin(NamedTuple):
    """Where an effective value was set: file, 1-based line and column.

    ``by`` is the name of the option that set it, or the number of players (``"3"``) whose table did; ``""`` otherwise.
    """

    file: str
    line: int
    column: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset with its options applied, ready for every number of players it knows.

    ``tables`` maps a number of players to its ``Rules``; ``origins`` and ``citations`` map, for each number of players, JSON
    pointers of leaves (``/melds/wild_cap``) to where the value was set and to the places in the text; ``silent`` holds the pointers
    on which the text is silent and the published laws are followed. A list is one leaf. ``data`` is the effective plain data of the
    chapters before any table size is applied; ``chosen`` are the options applied, ``status`` maps pointers to a word such as
    ``"reconstructed"``; ``digest`` is a SHA-256 of the effective data of all tables.
    """

    name: str
    title: str
    text: str
    digest: str
    chosen: tuple[str, ...]
    tables: dict[int, Rules]
    data: dict[str, Any]
    origins: dict[int, dict[str, Origin]]
    citations: dict[int, dict[str, tuple[Citation, ...]]]
    silent: dict[int, frozenset[str]]
    options: dict[str, Option]
    readings: dict[str, Reading]
    status: dict[str, str]
    facts: tuple[Fact, ...]

    @property
    def reference(self) -> str:
        """Name and chosen options as a log or a command line would give them, ``uk-regency+may-ask``."""
        return "+".join((self.name, *self.chosen))

    def rules(self, players: int) -> Rules | None:
        """Rules for so many players, ``None`` where the text has no such game."""
        return self.tables.get(players)

    def parameter(self, pointer: str, players: int) -> Parameter:
        """The effective value at ``pointer`` and where it was set.

        Raises ``KeyError`` for a pointer that is no key of the ruleset and for a number of players it has no rules for.
        """
        value: Any = self.tables[players]
        for part in pointer.strip("/").split("/"):
            try:
                value = getattr(value, part)
            except AttributeError:
                raise KeyError(pointer) from None
        origins = self.origins[players]
        origin = origins.get(pointer) or next(found for key, found in origins.items() if key.startswith(pointer + "/"))
        return Parameter(pointer, value, origin.file, origin.line)
