"""The chapters of a ruleset: every rule of one game for one number of players, typed and frozen.

Each class is one chapter of the YAML files; a field is the key of the same name: ``rules.melds.wild_cap`` is ``/melds/wild_cap``.
What a key means, its unit and its values are told once, in the JSON Schema; ``schemas/README.md`` prints it.
"""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
from typing import Any, Literal, NamedTuple

from canasta_audit.cards import Deck

CardKind = Literal["joker", "two", "red-three", "black-three"]
"""Kinds of cards that are no plain naturals."""

PileWay = Literal["natural-pair", "natural-triple", "natural-and-wild", "onto-meld", "show-one", "show-pair", "show-one-and-wild"]
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
    lots_ranks: str
    lots_again: Literal["replaces", "parts", "any"]
    seat_choice: Literal["highest-lot", "any"]
    first_player: Literal["highest-lot", "any", "left-of-highest"]
    dealer: Literal["right-of-first", "any"]
    dealer_passes: Literal["clockwise", "any"]
    dealer_after_void: Literal["same", "next", "any"]
    cut: Literal["offered", "none", "left", "right"]


class Dealing(NamedTuple):
    """The deal and the up-card."""

    cards_each: int
    foot_each: int
    up_card_covered: tuple[CardKind, ...]
    up_card_returned: tuple[CardKind, ...]
    up_card_void: tuple[CardKind, ...]
    void_after_wilds: int
    down: Literal["none", "by-rank", "by-rank-or-value"]
    down_counts_covered: bool


class RedThrees(NamedTuple):
    """Red threes; points are for one side."""

    laid: Literal["at-deal", "at-first-turn", "either", "never"]
    replaced_from_stock: bool
    replaced_from_pile: bool
    each: int
    all: int
    unopened: Literal["against", "for", "nothing", "against-twice", "to-opponents"]
    all_unopened: Literal["all", "each"]
    held: int
    held_needs_turn: bool
    all_from: int
    all_lost: Literal["for", "against"]
    all_to_opponents: int
    no_canasta: Literal["for", "nothing", "against", "against-twice", "to-opponents"]
    mixed_only: Literal["for", "nothing", "against", "shared"]
    natural_only: Literal["for", "nothing", "against"]
    lost_deal: Literal["for", "against"]
    deal_won_by: Literal["went-out", "more-points"]


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
    black_three_held: int
    wild_melded: Literal["own", "replaced"]


class TurnRules(NamedTuple):
    """The course of a turn."""

    draw: int
    discard: Literal["one", "one-if-possible"]
    draw_with_pile: int
    discard_barred: tuple[Literal["finished-rank", "fits-own-meld", "wild-that-fits"], ...]
    finished_within: Literal["turn", "deal"]
    draw_after_no_discard: int


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
    wild_ratio: Literal["none", "not-above-naturals", "half-the-naturals", "fewer-than-naturals"]
    sequences: bool
    wild_only: Literal["never", "any-size", "whole-canasta"]
    one_per_rank: Literal["always", "while-open", "never"]
    owner: Literal["side", "player"]
    add_to_opponents: bool
    cards_stay: bool
    wild_ratio_on: Literal["every-play", "new-melds"]
    wild_only_bars: tuple[Literal["going-out", "discard-wild", "wild-elsewhere", "finish-mixed"], ...]
    wild_only_joined_by: int
    add_to_partner: Literal["always", "after-own-opening", "never"]
    whole_only: tuple[Literal["natural", "mixed", "wild"], ...]
    threes_of_colour: int
    black_threes: BlackThrees


class Canastas(NamedTuple):
    """Canastas and their bonuses, in points."""

    size: int
    natural: int
    mixed: int
    wild_onto_finished: Literal["any", "mixed-only", "never"]
    wild: int
    wild_twos: int
    wild_jokers: int
    natural_aces: int
    mixed_aces: int
    wild_counts_as: Literal["wild", "mixed"]
    closed: bool


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
    concealed_waives: Literal["from-stock", "always", "never", "after-first-of-match"]
    naturals_only_to: int
    naturals_only_in: Literal["all-melds", "needed-melds"]
    wild_only: Literal["never", "allowed", "allowed-and-bars"]
    top_counts: Literal["melded", "shown"]

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
    after_opening: bool
    twos_for_two: int
    threes_for_red_three: int
    rank_of_canasta: bool
    first_turn_swap: bool
    top_alone_to_go_out: bool


class Freezing(NamedTuple):
    """What freezes the pile until it is taken: discarded, or turned up at the start."""

    discarded: tuple[CardKind, ...]
    turned_up: tuple[CardKind, ...]
    joker_locks: int
    two_locks: int
    locker_first: tuple[Literal["joker", "two"], ...]


class GoingOut(NamedTuple):
    """Going out; ``bonus`` and ``concealed_extra`` in points."""

    canastas: int
    last_discard: Literal["allowed", "not-allowed", "required"]
    without_canasta: Literal["keep-one-after-discard", "pass-with-one", "play-on"]
    ask: Literal["must", "may", "none", "barred"]
    answer_binds: bool
    bonus: int
    concealed_extra: int
    concealed_own_canasta: bool
    concealed_partner_additions: bool
    concealed_from_pile: bool
    kinds: tuple[Literal["natural", "mixed"], ...]
    canasta_of: Literal["side", "player"]
    last_discard_barred: tuple[CardKind, ...]
    last_onto_partner: bool
    answer_needed: bool
    ask_when: Literal["any-time", "after-draw"]
    concealed_unopened: bool
    partner_bonus: int
    partner_cards: int


class StockEnd(NamedTuple):
    """The end of the stock."""

    taking_forced: Literal["each-in-turn", "next-player", "none"]
    forced_excused: bool
    red_three_ends: bool
    red_three_counts: bool
    going_out_bonus: bool
    ends: Literal["cannot-draw", "last-card"]
    pile_turned: Literal["none", "all", "all-but-top"]


class Scoring(NamedTuple):
    """The score of a deal; ``unit``: every score is a multiple of so many points."""

    hands_counted: Literal["all", "but-partner-of-out"]
    unit: int
    melded: Literal["points", "nothing"]
    no_canasta: Literal["for", "against"]
    both_kinds: bool
    naturals_grouped: int
    grouped_rounding: Literal["down", "up"]


class MatchRules(NamedTuple):
    """The match: ``target`` in points."""

    target: int
    winner: Literal["higher-total", "went-out"]
    tie: Literal["another-deal", "shared"]


class Offence(NamedTuple):
    """What an offence costs its side, in points; ``always``: whether anybody asks for it or not."""

    offence: str
    points: int
    always: bool


class Irregularities(NamedTuple):
    """What becomes of play that went wrong."""

    undo: Literal["before-next-turn", "any-time", "never"]
    cancel: Literal["any-time", "before-first-turn"]
    penalties: tuple[Offence, ...]

    def penalty(self, offence: str) -> Offence | None:
        """What the schedule says of an offence, ``None`` where it does not know it."""
        return next((one for one in self.penalties if one.offence == offence), None)


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
    irregularities: Irregularities


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
    "irregularities": Irregularities,
}
"""Chapter classes by key, in the order of the law book."""


def plainly(value: Any) -> Any:
    """Rules, a chapter or a value as the plain data that a ruleset file has.

    >>> plainly((Band(None, 15), Band(0, 50)))
    [{'need': 15}, {'since': 0, 'need': 50}]
    """
    if hasattr(value, "_asdict"):
        # Only the first band has no ``since``, and there it is left out.
        return {key: plainly(item) for key, item in value._asdict().items() if key != "since" or item is not None}
    return [plainly(item) for item in value] if isinstance(value, tuple) else value
