"""Hypothesis strategies for typed logs: every shape the notation can hold, in no sensible game."""

from __future__ import annotations

from hypothesis import strategies as st

from canasta_audit import cards as c
from canasta_audit.notation import model as m

SEATS = "NESWABCDF"
SIDES = ("NS", "EW", "N", "ACE", "BDF", "ABCDEF")

card = st.sampled_from(c.ALL)
cards = st.lists(card, min_size=1, max_size=9).map(tuple)
seat = st.sampled_from(SEATS)
side = st.sampled_from(SIDES)
points = st.integers(-99_999, 99_999)
free_text = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12).map(str.strip)
"""What people write in strings and comments: any script, no line breaks."""

remark = st.none() | free_text.map(lambda text: text.replace("{", "(").replace("}", ")"))
chain = st.lists(card, min_size=1, max_size=3).map(tuple)
chains = st.lists(chain, min_size=1, max_size=4).map(tuple)
meld_card = st.sampled_from((*c.RANKS, *c.SUITED, c.JOKER))
address = st.builds(m.Address, meld_card, st.none() | st.integers(1, 9), st.none() | seat)
owned_address = st.builds(m.Address, meld_card, st.none() | st.integers(1, 9), seat)

_take_how = st.fixed_dictionaries({"how": st.sampled_from(("with", "showing")), "cards": cards})
_take_by = st.fixed_dictionaries({"how": st.just("by"), "by": address})
take = st.builds(
    lambda how, **rest: m.Take(**how, **rest),
    how=st.just({}) | _take_how | _take_by,
    top=st.none() | card,
    only=st.booleans(),
    onto=st.none() | address,
    remark=remark,
)

play = st.one_of(
    st.builds(m.Draw, st.just(()) | chains, remark=remark),
    st.builds(m.Red, chains, remark=remark),
    take,
    st.builds(m.Meld, cards, remark=remark),
    st.builds(m.Add, cards, st.none() | address, remark=remark),
    st.builds(m.Ask, st.none() | st.booleans(), remark=remark),
    st.builds(m.Discard, card, remark=remark),
    st.builds(m.TurnOver, st.none() | card, st.booleans(), remark=remark),
    st.builds(m.Shift, address, cards, st.none() | address, remark=remark),
    *(st.builds(bare, remark=remark) for bare in (m.Pickup, m.Lock, m.Last, m.Foot, m.Pass)),
)

_frame = {"undone": st.booleans(), "comment": st.none() | free_text}
_sums = st.lists(st.tuples(side, points), min_size=1, max_size=3).map(tuple)
_offence = st.sampled_from(("exposed-card", "for", "revoke", "out-of-turn"))
_item = st.sampled_from(("natural", "mixed", "cards", "canasta-of-twos", "total"))
_place = st.one_of(
    st.builds(m.Place, st.just("hand"), seat),
    st.builds(m.Place, st.sampled_from(("stock", "pile"))),
    st.builds(m.Place, st.just("meld"), meld=owned_address),
)
_ruling = st.one_of(st.builds(m.Move, cards, _place, _place), st.builds(m.Award, side, points), st.builds(m.Next, seat))

tag = st.builds(m.Tag, st.sampled_from(("Date", "Ruleset", "Sides", "North", "Result")), free_text, **_frame)
blank = st.builds(m.Blank, **_frame)
lots = st.builds(m.Lots, st.lists(st.tuples(seat, card), min_size=1, max_size=4).map(tuple), **_frame)
turn = st.builds(
    m.Turn,
    seat,
    st.lists(play, min_size=1, max_size=6).map(tuple),
    st.none() | st.sampled_from(("21:14:40", "+7.25", "2026-03-14T21:14:40Z")),
    **_frame,
)
deal_line = st.one_of(
    blank,
    lots,
    turn,
    st.builds(m.Before, _sums, **_frame),
    st.builds(m.Minimum, _sums, **_frame),
    st.builds(m.HandLine, seat, cards, **_frame),
    st.builds(m.FootLine, seat, cards, **_frame),
    st.builds(m.MeldsLine, seat, st.lists(cards, min_size=1, max_size=3).map(tuple), **_frame),
    st.builds(m.RedLine, seat, chains, **_frame),
    st.builds(m.CardsLine, st.sampled_from(("stock", "pile", "down")), cards, **_frame),
    st.builds(m.CardsLine, st.just("up"), cards, st.booleans(), **_frame),
    st.builds(m.End, st.lists(st.tuples(seat, st.booleans()), min_size=1, max_size=2).map(tuple), remark=remark, **_frame),
    st.builds(m.End, why=st.sampled_from(("stock", "void", "stop", "stuck")), remark=remark, **_frame),
    st.builds(m.Left, seat, st.just(()) | cards, **_frame),
    st.builds(m.ScoreLine, side, st.lists(st.tuples(_item, points), min_size=1, max_size=4).map(tuple), remark, **_frame),
    st.builds(m.Totals, _sums, **_frame),
    st.builds(m.Penalty, side, points, st.none() | _offence, remark, **_frame),
    st.builds(m.Director, st.lists(_ruling, max_size=3).map(tuple), remark, **_frame),
    st.builds(m.Exposed, seat, cards, remark, **_frame),
    st.builds(m.Count, seat | st.sampled_from(("stock", "pile")), st.integers(0, 999), remark, **_frame),
)
any_line = tag | deal_line

_dealing = st.fixed_dictionaries(
    {"number": st.integers(0, 999), "dealer": st.none() | seat, "first": st.none() | seat, "comment": st.none() | free_text}
)
_cut = st.just({}) | st.fixed_dictionaries({"cut": seat}) | st.just({"uncut": True})
deal_head = st.builds(lambda dealing, cut: m.DealHead(**dealing, **cut), _dealing, _cut)
deal = st.builds(lambda head, rest: m.Deal([head, *rest]), deal_head, st.lists(deal_line, max_size=12))


def _match(event: str, head: list[m.Line], deals: list[m.Deal]) -> m.Match:
    return m.Match([m.Tag("Event", event), *head], deals)


match = st.builds(_match, free_text, st.lists(tag | lots | blank, max_size=4), st.lists(deal, max_size=3))
log = st.builds(lambda matches: m.Log(matches), st.lists(match, max_size=3))
"""Whole logs, each match begun by its ``Event`` tag."""

_KEYS = "KQJT98765432AKSHDC*?x10 ,:;>.#@{}~[]\"'\\drawmeldtkipucdoflbnhsgyv-+NESWABF\t\u0422\u0421\u2660\u2013"
line_noise = st.text(_KEYS, max_size=24)


@st.composite
def slipped(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with one or two keys dropped, doubled, swapped or hit beside."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        slip = draw(st.sampled_from(("drop", "double", "swap", "other", "insert")))
        here, rest = text[at : at + 1], text[at + 1 :]
        key = draw(st.sampled_from(_KEYS))
        middle = {"drop": "", "double": here * 2, "swap": rest[:1] + here, "other": key, "insert": key + here}[slip]
        text = text[:at] + middle + (rest[1:] if slip == "swap" else rest)
    return text
