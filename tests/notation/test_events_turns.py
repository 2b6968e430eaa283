"""Event files: the plays of a turn, and which meld an addition names."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_audit.notation.events_deal import chains
from canasta_audit.notation.model import (
    Add,
    Address,
    Ask,
    Blank,
    CardsLine,
    Director,
    Discard,
    Draw,
    Meld,
    Move,
    Pass,
    Pickup,
    Place,
    Play,
    Red,
    Take,
    Turn,
)
from tests.notation.event_files import cards, play, plays, turns


def test_plays_up_to_the_discard_are_one_turn() -> None:
    assert turns(
        play("draw", 0, "KD"),
        play("meld", 0, "KD KS 2C"),
        play("add", 0, "2D", rank="K"),
        play("discard", 0, "3C"),
        play("meld", 1, "5C 5D 5H", before_draw=True),
        play("draw", 1, "6D"),
        play("pass", 1),
        play("draw", 2, "8D"),
        play("draw", 3, "9D"),
    ) == [
        Turn(
            seat="N",
            plays=(Draw((("KD",),)), Meld(("KD", "KS", "2C")), Add(("2D",), Address("K")), Discard("3C")),
        ),
        Turn(seat="E", plays=(Meld(("5C", "5D", "5H")), Draw((("6D",),)), Pass())),
        Turn(seat="S", plays=(Draw((("8D",),)),)),
        Turn(seat="W", plays=(Draw((("9D",),)),)),
    ]


@pytest.mark.parametrize(
    ("given", "reds", "expected"),
    [
        ("3H KD", "3H", (Draw((("3H", "KD"),)),)),
        ("3H 3D KD", "3D 3H", (Draw((("3H", "3D", "KD"),)),)),
        ("3H 3D KD", "3D", (Draw((("3H",), ("3D", "KD"))),)),
        ("3H", "3H", (Draw((("3H",),)), Red((("3H",),)))),
    ],
)
def test_threes_drawn_are_chained_to_their_replacements(given: str, reds: str, expected: tuple[Play, ...]) -> None:
    assert plays(play("draw", 0, given, reds=cards(reds))) == expected


def test_a_draw_no_longer_than_others_shows_threes_that_were_not_replaced() -> None:
    two = play("draw", 0, "4C 5C"), play("pass", 0)
    assert plays(*two, play("draw", 1, "3H KD", reds=["3H"])) == (Draw((("3H",), ("KD",))), Red((("3H",),)))
    assert plays(*two, play("draw", 1, "3H KD 5D", reds=["3H"])) == (Draw((("3H", "KD"), ("5D",))),)


def test_chains_stop_where_cards_do() -> None:
    assert chains(["4C", "3H"], ["3H"]) == ((("4C",), ("3H",)), ["3H"])


TAKE = play("take", 0, "9S KD")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([TAKE], (Take("KD"),)),
        ([TAKE | {"claim": ["KS", "KH"]}], (Take("KD", how="showing", cards=("KS", "KH")),)),
        (
            [TAKE | {"claim": ["KS", "KH"]}, play("meld", 0, "KH KS KD", with_top=True)],
            (Take("KD", how="with", cards=("KH", "KS")),),
        ),
        ([TAKE, play("meld", 0, "KD KD KD", with_top=True)], (Take("KD", how="with", cards=("KD", "KD")),)),
        ([TAKE, play("add", 0, "KD", with_top=True)], (Take("KD", onto=Address("K")),)),
        (
            [TAKE, play("add", 0, "KS KD", with_top=True), play("add", 0, "9S")],
            (Take("KD", how="with", cards=("KS",), onto=Address("K")), Add(("9S",))),
        ),
        (
            [
                TAKE,
                play("meld", 0, "7C 7D 7H", with_top=True),
                play("meld", 0, "KD KS 2C", with_top=True),
                play("meld", 0, "9S 9C 9D"),
            ],
            (Take("KD", how="with", cards=("KS", "2C")), Meld(("7C", "7D", "7H")), Meld(("9S", "9C", "9D"))),
        ),
        ([TAKE, play("pickup", 0), play("meld", 0, "KD KS KH")], (Take("KD"), Pickup(), Meld(("KD", "KS", "KH")))),
    ],
)
def test_a_take_says_what_went_down_with_the_top_card(events: list[dict[str, Any]], expected: tuple[Play, ...]) -> None:
    assert plays(*events) == expected


@pytest.mark.parametrize(
    ("repl", "chain"), [([], ("3H",)), (["4C"], ("3H", "4C")), (["3D", "4C"], ("3H", "3D", "4C"))], ids=["none", "one", "chain"]
)
def test_threes_of_the_pile_are_laid_after_the_melds_of_the_take(repl: list[str], chain: tuple[str, ...]) -> None:
    take = play("take", 0, "3H KD", reds=["3H"], repl=repl)
    assert plays(take, play("meld", 0, "KD KS KH", with_top=True), play("meld", 0, "9C 9D 9S")) == (
        Take("KD", how="with", cards=("KS", "KH")),
        Red((chain,)),
        Meld(("9C", "9D", "9S")),
    )


def test_question_and_answer_are_one_play() -> None:
    for yes in (True, False):
        assert plays(play("draw", 0, "4C"), play("ask", 0), {"t": "answer", "seat": 2, "yes": yes})[-1] == Ask(yes)
    assert plays(play("ask", 0)) == (Ask(),)


def test_melds_taken_back_leave_a_struck_line() -> None:
    lines = turns(
        play("draw", 0, "4C"),
        play("meld", 0, "KD KS 2C"),
        play("add", 0, "2D", rank="K"),
        {"t": "revert", "seat": 0, "melds": [cards("KD KS 2C 2D")]},
        play("discard", 0, "4C"),
        play("meld", 2, "KC KH 2C"),
        play("add", 0, "2D", rank="K"),
    )
    assert lines[:2] == [
        Turn(seat="N", plays=(Draw((("4C",),)), Meld(("KD", "KS", "2C")), Add(("2D",), Address("K"))), undone=True),
        Turn(seat="N", plays=(Draw((("4C",),)), Discard("4C"))),
    ]
    # the meld taken back is no longer there to be confused with the partner's
    assert lines[-1] == Turn(seat="N", plays=(Add(("2D",), Address("K")),))


def test_threes_laid_in_another_players_turn_follow_that_turn() -> None:
    lay = {"t": "lay_reds", "seat": 1, "reds": ["3H"], "repl": ["9D"]}
    assert turns(play("draw", 2, "4C"), lay, play("discard", 2, "4C")) == [
        Turn(seat="S", plays=(Draw((("4C",),)), Discard("4C"))),
        Turn(seat="E", plays=(Red((("3H", "9D"),)),)),
    ]
    assert turns(lay, play("draw", 1, "4C")) == [Turn(seat="E", plays=(Red((("3H", "9D"),)), Draw((("4C",),))))]


def test_cards_turned_up_are_up_cards_first_and_moves_later() -> None:
    up = {"t": "turnup", "cards": ["4C"]}
    assert turns(up, play("pass", 0), up) == [
        CardsLine(place="up", cards=("4C",)),
        Turn(seat="N", plays=(Pass(),)),
        Director(rulings=(Move(("4C",), Place("stock"), Place("pile")),), remark="turned up"),
    ]


def test_notes_become_comments_of_the_turn_or_lines_of_their_own() -> None:
    def note(text: str) -> dict[str, str]:
        return {"t": "note", "text": text}

    assert turns(note("one\n\ttwo"), play("draw", 0, "4C"), note("x"), note("y"), play("discard", 0, "4C"), note("\ud800")) == [
        Blank(comment="one two"),
        Turn(seat="N", plays=(Draw((("4C",),)), Discard("4C")), comment="x; y"),
        Blank(comment="?"),
    ]


def kings(seat: int, **more: int) -> dict[str, Any]:
    return play("meld", seat, "KC KD KH", **more)


@pytest.mark.parametrize(
    ("laid", "add", "address"),
    [
        ([kings(0)], play("add", 0, "KS"), None),
        ([kings(2)], play("add", 0, "KS"), None),
        ([kings(2)], play("add", 0, "2C", rank="K"), Address("K")),
        ([kings(0, owner=0), kings(2, owner=2)], play("add", 0, "KS", owner=0), None),
        ([kings(0, owner=0), kings(2, owner=2)], play("add", 0, "KS", owner=2), Address("K", owner="S")),
        ([kings(1, owner=1)], play("add", 0, "KS", owner=1), Address("K", owner="E")),
        ([kings(1, owner=1), kings(1, owner=1)], play("add", 0, "KS", owner=1), Address("K", nth=1, owner="E")),
        ([kings(0), kings(0)], play("add", 0, "KS", slot=1), Address("K", nth=2)),
        ([kings(2), kings(2)], play("add", 0, "KS", slot=0), Address("K", nth=1)),
        ([play("meld", 0, "4C 4D 4H"), kings(0)], play("add", 0, "KS", slot=0), None),
        ([play("meld", 0, "2C 2D JOK", rank="2")], play("add", 0, "2C", rank="2"), Address("*")),
        ([], play("add", 0, "2C", rank="K"), Address("K")),
    ],
)
def test_a_meld_is_addressed_only_where_the_cards_do_not_say_it(
    laid: list[dict[str, Any]], add: dict[str, Any], address: Address | None
) -> None:
    assert plays(*laid, add)[-1] == Add(tuple(add["cards"]), address)
