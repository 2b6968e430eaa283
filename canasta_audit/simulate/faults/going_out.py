"""Faults of going out: what it needs, the question to the partner, and the last discard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import BLACK_THREES, NATURAL, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.scene import RANKS, Scene, of_rank, onto_melds, scenes
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.state import shape

_LAYING = ("meld", "add")


def _draws(moment: Moment) -> bool:
    return moment.turn.plays[0].kind == "draw" and bool(moment.after.stock)


def _canastas(scene: Scene) -> int:
    """Number of canastas of the mover's side before his turn."""
    return sum(meld.size >= scene.rules.canastas.size for meld in scene.melds)


def _emptied(
    clean: Clean, source: Random, last: Collection[Card], canasta: bool = True
) -> Iterator[tuple[Scene, tuple[n.Play, ...]]]:
    """Yield scenes with plays that lay off the whole hand but for one of the cards ``last``, which is discarded.

    With ``canasta`` the side has one already, without it gets none.
    """
    for scene in scenes(clean, source, _draws):
        count = len(scene.hand) - 1
        if not 0 < count <= 7 or not scene.opened or bool(_canastas(scene)) != canasta:
            continue
        discard = scene.get(last)
        plays = onto_melds(scene, count, 99 if canasta else scene.rules.canastas.size - 1) if discard is not None else None
        if discard is not None and plays is not None:
            yield scene, (*plays, n.Discard(discard[0]))


@injector("OUT-001")
def out_without_canasta(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player lays off all that he has and goes out, and his side has no canasta."""
    for scene, plays in _emptied(clean, source, NATURAL, canasta=False):
        yield scene.out(n.Ask(answer=True), *plays)


@injector("OUT-002")
def no_lawful_discard_left(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player lays off all that he has, his side has no canasta, and the game goes on."""
    for scene, plays in _emptied(clean, source, NATURAL, canasta=False):
        drawn = scene.stock[0].card if scene.stock else ""
        if drawn in NATURAL:
            seat = scene.table.seats.next_of[scene.seat]
            yield scene.spoilt(*plays, then=[n.Turn(seat=seat, plays=(n.Draw(((drawn,),)), n.Discard(drawn)))])


def _changed_turns(clean: Clean, source: Random, change: Callable[[Moment], tuple[n.Play, ...] | None]) -> Iterator[Spoilt]:
    """Yield logs in which the plays of one turn are changed in a way that alters no card."""
    moments = list(clean.moments)
    source.shuffle(moments)
    for moment in moments:
        plays = change(moment)
        if plays is not None:
            yield clean.put(moment.place, replace(moment.turn, plays=plays, text=""))


def _question(plays: tuple[n.Play, ...]) -> n.Ask | None:
    return next((play for play in plays if isinstance(play, n.Ask)), None)


def _with_question(moment: Moment, answer: bool | None) -> tuple[n.Play, ...]:
    """The plays of a turn with the question behind the draw or the take."""
    plays = moment.turn.plays
    first = next((i for i, play in enumerate(plays) if play.kind not in ("draw", "take", "red", "pickup")), len(plays))
    return (*plays[:first], n.Ask(answer=answer), *plays[first:])


def _goes_out(moment: Moment) -> bool:
    return not moment.after.hands[moment.turn.seat]


@injector("OUT-003")
def partner_not_asked(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The question to the partner is left out."""

    def change(moment: Moment) -> tuple[n.Play, ...] | None:
        plays, question = moment.turn.plays, _question(moment.turn.plays)
        return tuple(play for play in plays if play is not question) if question is not None and _goes_out(moment) else None

    yield from _changed_turns(clean, source, change)


@injector("OUT-004")
def out_against_the_answer(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner answers no, and the player goes out."""

    def change(moment: Moment) -> tuple[n.Play, ...] | None:
        plays, question = moment.turn.plays, _question(moment.turn.plays)
        if question is None or not _goes_out(moment):
            return None
        return tuple(n.Ask(answer=False) if play is question else play for play in plays)

    yield from _changed_turns(clean, source, change)


@injector("OUT-005")
def not_out_after_yes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner is asked and answers yes, and the player keeps cards."""
    yield from _changed_turns(
        clean, source, lambda moment: None if _goes_out(moment) or not moment.turn.plays else _with_question(moment, True)
    )


@injector("OUT-006")
def concealed_claimed_wrongly(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Going out is written down as concealed, by a player who has laid cards before."""
    moments = [moment for moment in clean.moments if _goes_out(moment) and moment.turn.seat in moment.before.have_laid]
    source.shuffle(moments)
    for moment in moments:
        place = moment.place + 1
        end = clean.lines[place]
        if isinstance(end, n.End) and end.outs:
            rest = [line for line in clean.lines[place + 1 : place + 5] if isinstance(line, n.Left)]
            concealed = replace(end, outs=((moment.turn.seat, True),), text="")
            yield Spoilt([*clean.lines[:place], concealed, *rest], place)


@injector("OUT-007")
def concealed_missed(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player who has laid nothing before lays all his cards, a canasta among them, and is not said to have gone out concealed."""
    for scene in scenes(clean, source, lambda moment: _draws(moment) and moment.turn.seat not in moment.before.have_laid):
        more = len(scene.hand) - 8
        ranks = [of_rank(rank) for rank in scene.free_ranks]
        full = [rank for rank in ranks if scene.at_hand(rank) >= 7]
        if not full or not 0 <= more <= 6 or len(ranks) < 2:
            continue
        canasta = full[0]
        other = next(rank for rank in ranks if rank is not canasta)
        cards = scene.get(*[canasta] * 7, *[WILD if more < 3 else other] * more, NATURAL - canasta - other)
        if cards is not None:
            melds = [n.Meld(cards[:-1])] if more < 3 else [n.Meld(cards[:7]), n.Meld(cards[7:-1])]
            spoilt = scene.out(n.Ask(answer=True), *melds, n.Discard(cards[-1]))
            yield spoilt._replace(place=spoilt.place + 1)


@injector("OUT-008", ruleset="uk-regency+no-last-discard")
def out_with_last_discard(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player goes out and discards his last card."""
    for scene, plays in _emptied(clean, source, NATURAL):
        yield scene.out(n.Ask(answer=True), *plays)


@injector("OUT-009", ruleset="ro-classic")
def last_discard_barred(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player goes out and his last discard is a wild card or a black three."""
    for scene, plays in _emptied(clean, source, source.choice((WILD, BLACK_THREES))):
        yield scene.out(*plays)


def _discards_last(moment: Moment) -> bool:
    return _goes_out(moment) and _draws(moment) and moment.turn.plays[-1].kind == "discard"


@injector("OUT-010", ruleset="ru-bank", bot="random")
def out_without_last_discard(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player goes out and lays off his last card, too."""
    for scene in scenes(clean, source, _discards_last):
        plays = scene.moment.turn.plays[len(scene.way) : -1]
        laid = [card for play in plays if isinstance(play, (n.Meld, n.Add)) for card in play.cards]
        own = [meld.rank for meld in scene.melds if meld.seat == scene.seat and meld.rank in RANKS]
        made = [shape(play.cards).rank for play in plays if isinstance(play, n.Meld)]
        ranks = [rank for rank in (*own, *made) if rank in RANKS]
        rank = source.choice(ranks) if ranks else ""
        cards = scene.get(*({card} for card in laid), of_rank(rank)) if rank else None
        if cards is not None:
            yield scene.out(*plays, n.Add(cards[-1:], n.Address(rank)))


@injector("OUT-011", ruleset="ru-bank", bot="random")
def question_barred(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner is asked in a game that knows no question."""
    answer = source.choice((True, False, None))
    yield from _changed_turns(clean, source, lambda moment: _with_question(moment, answer) if moment.turn.plays else None)


@injector("OUT-012", ruleset="ru-club+answer-must-be-given")
def answer_missing(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner is asked, and no answer is written down."""
    yield from _changed_turns(clean, source, lambda moment: _with_question(moment, None) if moment.turn.plays else None)


@injector("OUT-014", ruleset="ru-club")
def asked_too_late(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner is asked after cards were laid."""

    def change(moment: Moment) -> tuple[n.Play, ...] | None:
        plays = moment.turn.plays
        laid = [i for i, play in enumerate(plays) if play.kind in _LAYING]
        if not laid:
            return None
        index = source.choice(laid) + 1
        return (*plays[:index], n.Ask(answer=_goes_out(moment)), *plays[index:])

    yield from _changed_turns(clean, source, change)


@injector("OUT-013", ruleset="ru-bank+variation-11", bot="random")
def partner_does_not_finish(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The partner of a player who went out lays off a card and keeps others."""
    moments = [moment for moment in clean.moments if _goes_out(moment)]
    source.shuffle(moments)
    for moment in moments:
        place, table = moment.place + 1, moment.after
        end, (partner,) = clean.lines[place], table.seats.partners(moment.turn.seat)
        own = [meld for meld in table.melds[table.seats.side_of[partner]] if meld.seat == partner and meld.rank in RANKS]
        hand = table.hands[partner]
        fitting = [(card, meld) for meld in own for card in hand if card[0] == meld.rank and meld.size < 7]
        if not isinstance(end, n.End) or not end.outs or len(hand) < 2 or not fitting:
            continue
        card, meld = source.choice(fitting)
        turn = n.Turn(seat=partner, plays=(n.Add((card,), n.Address(meld.rank)),))
        left: list[n.Line] = []
        for line in clean.lines[place + 1 :]:
            if not isinstance(line, n.Left):
                break
            index = line.cards.index(card) if line.seat == partner else len(line.cards)
            left.append(replace(line, cards=(*line.cards[:index], *line.cards[index + 1 :]), text=""))
        yield Spoilt([*clean.lines[:place], turn, end, *left], place)
