"""Keys that have no effect because of another key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from canasta_audit.finding import Finding
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.semantic import at, value_at


class Idle(NamedTuple):
    """Keys that have no effect, the key that makes them so, and when.

    Of the values ``same`` nothing is said: they only tell once more that there is no such thing.
    """

    pointers: tuple[str, ...]
    because: str
    holds: Callable[[Rules], bool]
    same: tuple[Any, ...] = ()


def _of(chapter: str, *keys: str) -> tuple[str, ...]:
    return tuple(f"/{chapter}/{key}" for key in keys)


def _ways(rules: Rules, *kinds: str) -> bool:
    """Tell whether the pile can be taken in a way that begins so."""
    pile = rules.pile
    return any(way.startswith(kinds) for way in (*pile.unopened, *pile.opened, *pile.frozen))


def _wild_turned_up(rules: Rules) -> bool:
    return bool({"joker", "two"} & {*rules.dealing.up_card_covered, *rules.dealing.up_card_returned})


def _never_against(rules: Rules) -> bool:
    law = rules.red_threes
    return not {law.unopened, law.no_canasta} & {"against", "against-twice", "to-opponents"}


def _no_concealed(rules: Rules) -> bool:
    return rules.going_out.concealed_extra == 0 and rules.opening.concealed_waives == "never"


def _no_small_wild_melds(rules: Rules) -> bool:
    return rules.melds.wild_only != "any-size" or "wild" in rules.melds.whole_only


IDLE: tuple[Idle, ...] = (
    Idle((*_of("values", "joker"), *_of("canastas", "wild_jokers")), "/equipment/jokers", lambda r: r.equipment.jokers == 0),
    Idle(
        (*_of("seating", "lots_sides"), *_of("opening", "by"), *_of("melds", "owner", "add_to_partner"),
         *_of("going_out", "ask", "concealed_partner_additions", "canasta_of", "partner_bonus", "last_onto_partner"),
         *_of("scoring", "hands_counted")),
        "/seating/sides", lambda r: r.seating.sides == "alone",
    ),
    Idle(_of("seating", "lots_suits"), "/seating/lots_tie", lambda r: r.seating.lots_tie == "redraw"),
    Idle(_of("dealing", "void_after_wilds"), "/dealing/up_card_covered", lambda r: not _wild_turned_up(r)),
    Idle(_of("dealing", "down_counts_covered"), "/dealing/down", lambda r: r.dealing.down == "none"),
    Idle(
        (*_of("red_threes", "replaced_from_stock", "replaced_from_pile", "each", "all", "unopened", "all_unopened", "all_from",
              "all_lost", "all_to_opponents", "no_canasta", "mixed_only", "natural_only", "lost_deal", "deal_won_by"),
         *_of("stock_end", "red_three_ends", "red_three_counts")),
        "/red_threes/laid", lambda r: r.red_threes.laid == "never", (0, False),
    ),
    Idle(_of("red_threes", "all_unopened"), "/red_threes/unopened", _never_against),
    Idle(_of("red_threes", "held_needs_turn"), "/red_threes/held", lambda r: r.red_threes.held == 0),
    Idle(_of("red_threes", "all_lost"), "/red_threes/all", lambda r: r.red_threes.all == 0),
    Idle(
        _of("red_threes", "unopened", "no_canasta", "mixed_only", "natural_only", "lost_deal"),
        "/red_threes/each", lambda r: r.red_threes.each == 0 and r.red_threes.all == 0,
    ),
    Idle(
        _of("red_threes", "deal_won_by"), "/red_threes/lost_deal",
        lambda r: r.red_threes.lost_deal == "for" and r.red_threes.all_lost == "for",
    ),
    Idle(
        _of("values", "black_three"), "/melds/black_threes/when",
        lambda r: r.melds.black_threes.when == "never" and r.melds.threes_of_colour == 0,
    ),
    Idle(_of("turn", "finished_within"), "/turn/discard_barred", lambda r: "finished-rank" not in r.turn.discard_barred),
    Idle(_of("melds", "wild_cap_ends_at"), "/melds/wild_cap", lambda r: r.melds.wild_cap is None),
    Idle(_of("melds", "wild_ratio_on"), "/melds/wild_ratio", lambda r: r.melds.wild_ratio == "none"),
    Idle(
        (*_of("canastas", "wild", "wild_twos", "wild_jokers", "wild_counts_as"), *_of("opening", "wild_only")),
        "/melds/wild_only", lambda r: r.melds.wild_only == "never",
    ),
    Idle(_of("melds", "wild_only_bars", "wild_only_joined_by"), "/melds/wild_only", _no_small_wild_melds),
    Idle(
        (*_of("melds", "add_to_partner"), *_of("going_out", "canasta_of", "last_onto_partner")),
        "/melds/owner", lambda r: r.melds.owner == "side",
    ),
    Idle(
        _of("melds", "black_threes/least", "black_threes/most", "black_threes/wilds"),
        "/melds/black_threes/when", lambda r: r.melds.black_threes.when == "never",
    ),
    Idle(_of("opening", "naturals_only_in"), "/opening/naturals_only_to", lambda r: r.opening.naturals_only_to == 0),
    Idle(_of("opening", "buried_cards", "top_counts"), "/pile/unopened", lambda r: not r.pile.unopened),
    Idle(_of("pile", "onto_canasta"), "/pile/opened", lambda r: not _ways(r, "onto-meld", "show-")),
    Idle(_of("pile", "pair_joins_meld"), "/pile/opened", lambda r: not _ways(r, "natural-")),
    Idle(
        _of("freezing", "locker_first"), "/freezing/joker_locks",
        lambda r: r.freezing.joker_locks == r.freezing.two_locks == 0, ((),),
    ),
    Idle(_of("going_out", "without_canasta", "canasta_of"), "/going_out/canastas", lambda r: r.going_out.canastas == 0),
    Idle(
        _of("going_out", "answer_binds", "answer_needed", "ask_when"),
        "/going_out/ask", lambda r: r.going_out.ask in ("none", "barred"),
    ),
    Idle(
        _of("going_out", "last_discard_barred"), "/going_out/last_discard", lambda r: r.going_out.last_discard == "not-allowed",
    ),
    Idle(_of("going_out", "last_onto_partner"), "/going_out/last_discard", lambda r: r.going_out.last_discard != "required"),
    Idle(
        _of("going_out", "concealed_own_canasta", "concealed_partner_additions", "concealed_from_pile", "concealed_unopened"),
        "/going_out/concealed_extra", _no_concealed,
    ),
    Idle(_of("going_out", "partner_cards"), "/going_out/partner_bonus", lambda r: r.going_out.partner_bonus == 0),
    Idle(_of("stock_end", "taking_forced", "forced_excused"), "/stock_end/ends", lambda r: r.stock_end.ends == "last-card"),
    Idle(_of("stock_end", "forced_excused"), "/stock_end/taking_forced", lambda r: r.stock_end.taking_forced == "none"),
    Idle(_of("stock_end", "red_three_counts"), "/stock_end/red_three_ends", lambda r: not r.stock_end.red_three_ends),
    Idle(_of("stock_end", "going_out_bonus"), "/going_out/bonus", lambda r: r.going_out.bonus == 0),
    Idle(_of("scoring", "no_canasta"), "/scoring/melded", lambda r: r.scoring.melded == "nothing"),
    Idle(_of("scoring", "grouped_rounding"), "/scoring/naturals_grouped", lambda r: r.scoring.naturals_grouped == 1),
)  # fmt: skip
"""What is idle when, in the order of the chapters."""


def idle_keys(ruleset: Ruleset, file: str, by: str = "") -> Iterator[Finding]:
    """The keys that ``file`` sets, or its option ``by`` sets, and that have no effect at any table; each is told once."""
    told = set()
    first = next(iter(ruleset.tables.values()))
    for pointers, because, holds, same in IDLE:
        if not all(map(holds, ruleset.tables.values())):
            continue
        for pointer in (pointer for pointer in pointers if value_at(first, pointer) not in same):
            origins = (origins[pointer] for origins in ruleset.origins.values())
            origin = next((origin for origin in origins if origin.file == file and origin.by == by), None)
            if origin is not None and pointer not in told:
                told.add(pointer)
                value = plain(value_at(first, because))
                yield at(origin, faults.IDLE_KEY, pointer, pointer=pointer, because=because, value=value)


def plain(value: Any) -> Any:
    """A value as YAML writes it."""
    return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else value
