"""Hypothesis strategies for typed logs: every shape the notation can hold, in no sensible game."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

from canasta_audit import cards as c
from canasta_audit.notation import model as m
from canasta_audit.notation.write import write_line, write_play
from tests.notation.tape import Maker, Tape, built, drawn, just, none_or, number, one_of, pick, some

SEATS = "NESWABCDF"
SIDES = ("NS", "EW", "N", "ACE", "BDF", "ABCDEF")

_SIGNS = "{}#\"\\@~,;:.>[]'!?\u00a0\u00ad\u0301\u0422\u2003\u200f\u2660\ufe0f\ufeff\U0001f0cf"
"""What the notation itself uses, and what looks like nothing or like something else."""


def _sign(tape: Tape) -> str:
    """A sign of any script that is no line break and nothing that cannot be shown."""
    sort = tape.below(8)
    if sort < 4:
        return chr(32 + (65 + tape.below(95)) % 95)
    if sort < 6:
        return _SIGNS[tape.below(len(_SIGNS))]
    sign = chr(0xA0 + tape.below(0x60) if sort == 6 else tape.below(0x110000))
    return "x" if unicodedata.category(sign) in ("Cs", "Cc", "Zl", "Zp") else sign


def _text(tape: Tape) -> str:
    """What people write in strings and comments: any script, no line breaks."""
    return "".join([_sign(tape) for _ in range(tape.below(13))]).strip()


def _in_braces(tape: Tape) -> str | None:
    return _text(tape).replace("{", "(").replace("}", ")") if tape.below(2) else None


_card = pick(c.ALL)
_cards = some(_card, 1, 9)
_seat = pick(SEATS)
_side = pick(SIDES)
_points = number(-99_999, 99_999)
_flag = pick((False, True))
_comment = none_or(_text)
_remark: Maker[str | None] = _in_braces
_chains = some(some(_card, 1, 3), 1, 4)
_meld_card = pick((*c.RANKS, *c.SUITED, c.JOKER))
_nth = none_or(number(1, 9))
_address = built(m.Address, _meld_card, _nth, none_or(_seat))
_owned_address = built(m.Address, _meld_card, _nth, _seat)

_take_how = one_of(
    built(dict),
    built(dict, how=pick(("with", "showing")), cards=_cards),
    built(dict, how=just("by"), by=_address),
)
_take = built(
    lambda how, **rest: m.Take(**how, **rest),
    how=_take_how,
    top=none_or(_card),
    only=_flag,
    onto=none_or(_address),
    remark=_remark,
)

_play: Maker[m.Play] = one_of(
    built(m.Draw, one_of(just(()), _chains), remark=_remark),
    built(m.Red, _chains, remark=_remark),
    _take,
    built(m.Meld, _cards, remark=_remark),
    built(m.Add, _cards, none_or(_address), remark=_remark),
    built(m.Ask, pick((None, False, True)), remark=_remark),
    built(m.Discard, _card, remark=_remark),
    built(m.TurnOver, none_or(_card), _flag, remark=_remark),
    built(m.Shift, _address, _cards, none_or(_address), remark=_remark),
    one_of(*[built(bare, remark=_remark) for bare in (m.Pickup, m.Lock, m.Last, m.Foot, m.Pass)]),
)

_frame = {"undone": _flag, "comment": _comment}
_sums = some(built(lambda *pair: pair, _side, _points), 1, 3)
_offence = pick(("exposed-card", "for", "revoke", "out-of-turn"))
_item = pick(("natural", "mixed", "cards", "canasta-of-twos", "total"))
_place = one_of(
    built(m.Place, just("hand"), _seat),
    built(m.Place, pick(("stock", "pile"))),
    built(m.Place, just("meld"), meld=_owned_address),
)
_ruling = one_of(built(m.Move, _cards, _place, _place), built(m.Award, _side, _points), built(m.Next, _seat))

_tag = built(m.Tag, pick(("Date", "Ruleset", "Sides", "North", "Result")), _text, **_frame)
_blank = built(m.Blank, **_frame)
_lots = built(m.Lots, some(built(lambda *pair: pair, _seat, _card), 1, 4), **_frame)
_turn = built(
    m.Turn,
    _seat,
    some(_play, 1, 6),
    none_or(pick(("21:14:40", "+7.25", "2026-03-14T21:14:40Z"))),
    **_frame,
)
_deal_line: Maker[m.Line] = one_of(
    _blank,
    _lots,
    _turn,
    built(m.Before, _sums, **_frame),
    built(m.Minimum, _sums, **_frame),
    built(m.HandLine, _seat, _cards, **_frame),
    built(m.FootLine, _seat, _cards, **_frame),
    built(m.MeldsLine, _seat, some(_cards, 1, 3), **_frame),
    built(m.RedLine, _seat, _chains, **_frame),
    built(m.CardsLine, pick(("stock", "pile", "down")), _cards, **_frame),
    built(m.CardsLine, just("up"), _cards, _flag, **_frame),
    built(m.End, some(built(lambda *pair: pair, _seat, _flag), 1, 2), remark=_remark, **_frame),
    built(m.End, why=pick(("stock", "void", "stop", "stuck")), remark=_remark, **_frame),
    built(m.Left, _seat, one_of(just(()), _cards), **_frame),
    built(m.ScoreLine, _side, some(built(lambda *pair: pair, _item, _points), 1, 4), _remark, **_frame),
    built(m.Totals, _sums, **_frame),
    built(m.Penalty, _side, _points, none_or(_offence), _remark, **_frame),
    built(m.Director, some(_ruling, 0, 3), _remark, **_frame),
    built(m.Exposed, _seat, _cards, _remark, **_frame),
    built(m.Count, one_of(_seat, pick(("stock", "pile"))), number(0, 999), _remark, **_frame),
)
_deal_head = built(
    lambda cut, **dealing: m.DealHead(**dealing, **cut),
    one_of(built(dict), built(dict, cut=_seat), built(dict, uncut=just(True))),
    number=number(0, 999),
    dealer=none_or(_seat),
    first=none_or(_seat),
    comment=_comment,
)


def _any_line(tape: Tape) -> m.Line:
    return _deal_line(tape) if tape.below(21) else _tag(tape)


seat = st.sampled_from(SEATS)
play = drawn(_play)
turn = drawn(_turn)
any_line = drawn(_any_line)
deal_head = drawn(_deal_head)

_deal = st.builds(lambda head, rest: m.Deal([head, *rest]), deal_head, st.lists(drawn(_deal_line), max_size=12))
_head = drawn(some(one_of(_tag, _lots, _blank), 0, 4))


def _match(event: str, head: tuple[m.Line, ...], deals: list[m.Deal]) -> m.Match:
    return m.Match([m.Tag("Event", event), *head], deals)


log = st.builds(
    lambda matches: m.Log(matches), st.lists(st.builds(_match, drawn(_text), _head, st.lists(_deal, max_size=3)), max_size=3)
)
"""Whole logs, each match begun by its ``Event`` tag."""

_KEYS = "KQJT98765432AKSHDC*?x10 ,:;>.#@{}~[]\"'\\drawmeldtkipucdoflbnhsgyv-+NESWABF\t\u0422\u0421\u2660\u2013"


def _noise(tape: Tape) -> str:
    return "".join([_KEYS[tape.below(len(_KEYS))] for _ in range(tape.below(25))])


def _slip(text: str, tape: Tape) -> str:
    """The text with one or two keys dropped, doubled, swapped or hit beside."""
    for _ in range(1 + tape.below(2)):
        at = tape.below(len(text) + 1)
        slip = ("drop", "double", "swap", "other", "insert")[tape.below(5)]
        here, rest = text[at : at + 1], text[at + 1 :]
        key = _KEYS[tape.below(len(_KEYS))]
        middle = {"drop": "", "double": here * 2, "swap": rest[:1] + here, "other": key, "insert": key + here}[slip]
        text = text[:at] + middle + (rest[1:] if slip == "swap" else rest)
    return text


def _as_typed(text: Maker[str]) -> Maker[str]:
    """The text as it is, with slips of the keys, or (one in eight) noise instead."""

    def typed(tape: Tape) -> str:
        way = tape.below(8)
        return text(tape) if way < 4 else _slip(text(tape), tape) if way < 7 else _noise(tape)

    return typed


typed_line = drawn(_as_typed(built(write_line, _any_line)))
typed_turn = drawn(_as_typed(built(write_line, _turn)))
typed_play = drawn(_as_typed(built(write_play, _play)))
