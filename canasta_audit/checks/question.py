"""The going-out question: whether it is asked, whether and when it may be, and that its answer binds."""

from __future__ import annotations

from canasta_audit.checks.going_out import goes_out, last_play
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied
from canasta_audit.finding import SeverityName
from canasta_audit.ruleset.chapters import Rules


def may_be_asked(rules: Rules) -> bool:
    """Tell whether the partner may be asked for leave to go out, or must be."""
    return rules.going_out.ask in ("must", "may")


def _binds(rules: Rules) -> bool:
    return rules.going_out.answer_binds and may_be_asked(rules)


def _severity(step: Step) -> SeverityName:
    """Many records do not write questions down; an error only where the record says that it does."""
    return "error" if step.records("questions") else "note"


@check(
    "OUT-003", "partner-not-asked", "low", "{seat} goes out, and the record shows no question to {partner}",
    grade="unrecorded", severity="note", reads=("/going_out/ask",), depends=("hand",),
    when=lambda rules: rules.going_out.ask == "must",
    needs=("out",),
)  # fmt: skip
def partner_not_asked(step: Step) -> Faults:
    """A player goes out and the record shows no going-out question.

    Why: he must ask his partner first. Many records do not write questions down: then this is a note. It is an error where the
    ``Records`` tag says that questions are recorded.

    Bad:
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, add KD to K, discard 5C  # here
        end: N out

    Good:
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C
        end: N out
    """
    turn = step.turn
    partners = step.table.seats.partners(turn.seat)
    if turn.asked or not partners or not goes_out(step):
        return None
    return Fault({"seat": turn.seat, "partner": list(partners)}, last_play(step), severity=_severity(step))


@check(
    "OUT-004", "out-against-the-answer", "low", "{partner} said no, and {seat} goes out",
    reads=("/going_out/answer_binds", "/going_out/ask"), depends=("hand", "unread"), when=_binds,
    needs=("out", "question"),
)  # fmt: skip
def out_against_the_answer(step: Step) -> Faults:
    """The partner answered no, and the player goes out all the same.

    Why: the answer binds: he must keep a card, and may go on melding.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, add KD to K, discard 5C  # here
        end: N out

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, discard 5C
    """
    turn = step.turn
    if turn.answer is not False or not goes_out(step):
        return None
    return Fault({"seat": turn.seat, "partner": list(step.table.seats.partners(turn.seat))}, last_play(step))


@check(
    "OUT-005", "not-out-after-yes", "asked", "{partner} said yes, and {seat} does not go out",
    reads=("/going_out/answer_binds", "/going_out/ask"), depends=("hand", "turn", "unread"), when=_binds,
    needs=("size",),
)  # fmt: skip
def not_out_after_yes(step: Step) -> Faults:
    """The partner answered yes, and the player does not go out in that turn.

    Why: the answer binds: he must go out in the turn in which he asked.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, discard 5C  # here
        E: draw 9D, discard 9D

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, discard 5C
        E: draw 9D, discard 9D
    """
    turn = step.turn
    if step.last_turn and step.end is not None and any(seat == turn.seat for seat, _ in step.end.outs):
        return None
    if not turn.answer or emptied(step) or (turn.seat in step.table.vague and step.last_turn):
        return None
    return Fault({"seat": turn.seat, "partner": list(step.table.seats.partners(turn.seat))}, _index_of_ask(step))


def _index_of_ask(step: Step) -> int:
    return next(i for i, play in enumerate(step.plays) if play.kind == "ask")


@check(
    "OUT-011", "question-barred", "ask", "{seat} asks whether he may go out",
    reads=("/going_out/ask",), when=lambda rules: rules.going_out.ask == "barred",
)  # fmt: skip
def question_barred(step: Step) -> Faults:
    """The going-out question is asked in a game that does not allow it.

    Why: partners do not talk; each goes out, or does not, as he sees fit.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C  # here
        end: N out

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, add KD to K, discard 5C
        end: N out
    """
    return Fault({"seat": step.turn.seat})


@check(
    "OUT-014", "asked-too-late", "ask", "{seat} asks whether he may go out after cards were laid",
    reads=("/going_out/ask_when", "/going_out/ask"),
    when=lambda rules: rules.going_out.ask_when == "after-draw" and may_be_asked(rules),
)  # fmt: skip
def asked_too_late(step: Step) -> Faults:
    """The going-out question is asked after cards were laid in that turn.

    Why: it is asked right after the draw or the take. Cards laid to take the pile and red threes are part of that.

    Bad:
        [Ruleset "ru-club"]
        deal 1: dealer W
        melds N: KC KC KD KH KH 2C 2D, QC QC QD QD QH QH QS
        hand N: KD
        N: draw 5C, add KD to K, ask yes, discard 5C  # here
        end: N out

    Good:
        [Ruleset "ru-club"]
        deal 1: dealer W
        melds N: KC KC KD KH KH 2C 2D, QC QC QD QD QH QH QS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C
        end: N out
    """
    if all(play.kind not in ("meld", "add") for play in step.plays[: step.index]):
        return None
    return Fault({"seat": step.turn.seat})


@check(
    "OUT-012", "answer-missing", "asked", "{seat} asked {partner}, and the record shows no answer",
    grade="unrecorded", severity="note", reads=("/going_out/answer_needed",), depends=("turn",),
    when=lambda rules: rules.going_out.answer_needed and may_be_asked(rules),
)  # fmt: skip
def answer_missing(step: Step) -> Faults:
    """The partner was asked and the record shows no answer.

    Why: who is asked must say yes or no. A record that does not write answers down makes this a note; it is an error where the
    ``Records`` tag says that questions are recorded.

    Bad:
        [Ruleset "ru-club+answer-must-be-given"]
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask, add KD to K, discard 5C  # here
        end: N out

    Good:
        [Ruleset "ru-club+answer-must-be-given"]
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C
        end: N out
    """
    turn = step.turn
    partners = step.table.seats.partners(turn.seat)
    if turn.answer is not None or not partners:
        return None
    return Fault({"seat": turn.seat, "partner": list(partners)}, _index_of_ask(step), severity=_severity(step))
