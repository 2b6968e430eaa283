"""Which ruleset and which options a record was played by."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import canasta_audit as ca
from canasta_audit.auditor import Auditor
from canasta_audit.compare.expected import Group, expected
from canasta_audit.compare.infer import Inference, infer
from canasta_audit.legal import Referee
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.campaign import chosen_injectors, inject
from tests.compare.games import log_of, text_of

RULESETS = [ca.load_ruleset(name) for name, _ in list_rulesets()]
GAMES = [(ruleset.name, players) for ruleset in RULESETS for players in ruleset.tables]


@cache
def found_in(reference: str, players: int = 4) -> Inference:
    """What explains a simulated match."""
    return infer([log_of(reference, players)], RULESETS)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_ruleset_of_a_simulated_match_comes_first(name: str, players: int) -> None:
    found = found_in(name, players)
    best = found.explanations[0]
    assert (best.ruleset.name, best.weight, best.findings) == (name, 0, ())
    assert len(found.explanations) == len(RULESETS)
    costs = [one.cost for one in found.explanations]
    assert costs == sorted(costs)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_ruleset_of_a_short_random_match_is_among_the_equals(ruleset: ca.Ruleset) -> None:
    found = infer([log_of(ruleset.name, max(ruleset.tables), "random", deals=3)], RULESETS)
    assert ruleset.name in {one.ruleset.name for one in found.tied}
    assert found.ties == len(found.tied)


@pytest.mark.parametrize(
    ("reference", "players"),
    [
        ("uk-regency+two-player-draw-two", 2),
        ("ro-classic+draw-one", 4),
        ("ro-mini+three-packs", 4),
        ("ro-canastone+bonus-canaston", 4),
        ("ru-club+deal-12", 4),
        ("ro-mini+naturals-rounded-up", 4),
    ],
)
def test_an_option_is_named(reference: str, players: int) -> None:
    best = found_in(reference, players).explanations[0]
    assert (best.ruleset.reference, best.weight) == (reference, 0)


def test_what_rules_the_others_out_is_told_by_key_at_its_first_place() -> None:
    log, found = log_of("uk-regency"), found_in("uk-regency")
    for one in found.explanations[1:]:
        roots = [x for x in ca.audit(log, one.ruleset).roots if x.severity != "note"]
        kinds = {(x.id, x.parameter and x.parameter.pointer) for x in roots}
        assert {(x.id, x.parameter and x.parameter.pointer) for x in one.against} == kinds
        for told in one.against:
            same = [x.line for x in roots if (x.id, x.parameter) == (told.id, told.parameter)]
            assert told.line == min(same)


def test_a_tie_is_told_and_the_keys_that_would_decide_it() -> None:
    found = infer([log_of("uk-howto", bot="random", deals=1)], RULESETS)
    assert found.ties > 1
    # Under both the same bot plays this deal card for card in the same way: nothing tells them apart.
    assert {one.ruleset.name for one in found.first} >= {"uk-howto", "uk-regency"}
    assert "/melds/wild_ratio" in found.untouched


@pytest.mark.parametrize(("number", "deals"), [(1, 3), (6, 10)])
def test_games_that_a_record_hardly_tells_apart_share_the_first_place(number: int, deals: int) -> None:
    """So little is missed that the looser game allows that chance explains it, and here it is so."""
    games = ("uk-regency", "ru-club")
    log, other = (log_of(name, 3, "random", number, deals) for name in games)
    assert log.matches[0].deals == other.matches[0].deals
    found = infer([log], [ca.load_ruleset(name) for name in games])
    assert 0 < max(one.missed for one in found.explanations) < 0.69
    assert {one.ruleset.reference for one in found.first} == set(games)


def test_a_game_of_which_more_than_a_play_is_missed_does_not_share_the_first_place() -> None:
    found = infer([log_of("ru-club", 3, "random", 2, 3)], [ca.load_ruleset(name) for name in ("uk-regency", "ru-club")])
    assert [one.ruleset.reference for one in found.first] == ["ru-club"]
    assert found.ties == 2
    assert found.explanations[1].missed > 1


def test_an_option_that_is_open_explains_the_record_on_and_off() -> None:
    log, best = log_of("uk-regency"), found_in("uk-regency").explanations[0]
    assert "forced-next-player-only" in {row.option for row in best.open}
    for row in best.open:
        other = ca.load_ruleset(f"{best.ruleset.reference}+{row.option}")
        assert [one for one in ca.audit(log, other).roots if one.severity != "note"] == []
    told = {row.option for row in best.open} | set(best.ruleset.chosen)
    for name in set(best.ruleset.options) - told:
        option = best.ruleset.options[name]
        if 4 in (option.players or (4,)) and name not in ("two-player-draw-two",):
            roots = ca.audit(log, ca.load_ruleset(f"{best.ruleset.reference}+{name}")).roots
            assert [one for one in roots if one.severity != "note"], name


def test_an_option_that_forbids_is_on_where_its_faults_should_have_been_there() -> None:
    """The record has no finding without the option, but any game without it would have some with it."""
    log = log_of("uk-regency+two-naturals-a-wild")
    assert not ca.audit(log, ca.load_ruleset("uk-regency")).roots
    found = infer([log], [ca.load_ruleset(name) for name in ("uk-regency", "ro-classic")])
    best = found.explanations[0]
    on = [row for row in best.open if row.chosen]
    assert [row.option for row in on] == list(best.ruleset.chosen)
    assert all(row.expected > 5 for row in on)


@pytest.mark.parametrize("id", ["MELD-004", "OPEN-001", "SCORE-002", "DISCARD-001", "DRAW-005"])
def test_a_real_fault_remains_and_the_ruleset_is_still_the_right_one(id: str) -> None:
    (injector,) = chosen_injectors([id])
    injected = inject(injector, 3, 1)
    assert injected is not None
    log = ca.parse(injected.text)
    best = infer([log], RULESETS).explanations[0]
    assert best.ruleset.name == injector.ruleset.split("+")[0]
    assert len(best.findings) <= 1


@pytest.mark.parametrize(
    ("loose", "strict", "players"),
    [
        ("ru-club", "uk-regency", 4),
        ("uk-regency", "ru-club", 3),
        ("uk-regency", "uk-howto", 4),
        ("uk-regency", "uk-regency+no-last-discard", 4),
    ],
)
def test_what_could_have_been_done_counts_where_it_never_was(loose: str, strict: str, players: int) -> None:
    """A game of ``strict`` has no finding by ``loose``, but its players had chances that they would have used there."""
    games = {name: ca.load_ruleset(name) for name in (loose, strict)}
    logs = [log_of(strict, players, number=number) for number in (1, 2)]
    assert all(not ca.audit(log, ruleset).roots for log in logs for ruleset in games.values())
    assert expected(logs, games[loose], [Group(None, [games[strict]])])[strict] > 10
    assert expected(logs, games[strict], [Group(None, [games[loose]])]).get(loose, 0.0) < 1
    done = [log_of(loose, players, number=number) for number in (1, 2)]
    shown = sum(len(ca.audit(log, games[strict]).roots) for log in done)
    assert expected(done, games[loose], [Group(None, [games[strict]])]).get(strict, 0.0) < shown / 3


def test_a_group_is_asked_as_each_of_it_would_be() -> None:
    game = ca.load_ruleset("uk-regency")
    names = ("no-last-discard", "no-pile-onto-canasta", "two-naturals-a-wild")
    each = [ca.load_ruleset(f"uk-regency+{name}") for name in names]
    logs = [log_of("uk-regency+no-last-discard")]
    alone = expected(logs, game, [Group(None, each)])
    assert alone
    assert expected(logs, game, [Group(ca.load_ruleset("+".join(("uk-regency", *names))), each)]) == alone


@pytest.mark.parametrize("reference", ["uk-regency+last-red-three-not-counted", "ru-bank+variation-3"])
def test_an_option_far_from_what_it_changes_is_found(reference: str) -> None:
    """What the findings rest on is not the key that the option sets."""
    plain = ca.load_ruleset(reference.split("+")[0])
    logs = (log_of(reference, 4, "random", number, 5) for number in range(1, 13))
    shown = next(log for log in logs if _errs(log, plain))
    best = infer([shown], RULESETS).explanations[0]
    assert (best.ruleset.reference, best.weight) == (reference, 0)


def _errs(log: n.Log, ruleset: ca.Ruleset) -> bool:
    return any(finding.severity == "error" for finding in ca.audit(log, ruleset).roots)


def test_several_logs_count_together() -> None:
    short = log_of("uk-regency", 3, "random", deals=1)
    alone = infer([short], RULESETS)
    both = infer([short, log_of("uk-regency", 3)], RULESETS)
    assert alone.ties > 1
    assert both.explanations[0].ruleset.name == "uk-regency"
    club = next(one for one in both.explanations if one.ruleset.name == "ru-club")
    assert both.explanations[0].cost < club.cost


def test_the_tag_does_not_count() -> None:
    text = text_of("ro-classic")
    other = text.replace('[Ruleset "ro-classic"]', '[Ruleset "uk-regency"]')
    assert other != text
    found = [
        [(one.ruleset.reference, one.weight) for one in each.explanations]
        for each in (found_in("ro-classic"), infer([ca.parse(other)], RULESETS))
    ]
    assert found[0] == found[1]


def test_a_record_of_nothing_is_a_tie_of_all() -> None:
    found = infer([ca.parse("")], RULESETS)
    assert found.ties == len(RULESETS)


@pytest.mark.parametrize("reference", ["uk-regency", "ro-classic+draw-one"])
def test_options_are_tried_one_after_the_other(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of ten deals is judged no more often than there are rulesets and half as many as they have options, and few turns are
    tried at each position: combinations would take far more. This is counted, for time is another one on each machine.
    """
    log = log_of(reference, bot="random", deals=10)
    judged = counted(monkeypatch, Auditor, "feed", lambda unit: isinstance(unit, n.Deal))
    tried = counted(monkeypatch, Referee, "attempt", lambda *turn: True)
    infer([log], RULESETS)
    deals = sum(len(match.deals) for match in log.matches)
    turns = sum(line.kind == "turn" for line in log.lines())
    options = sum(len(ruleset.options) for ruleset in RULESETS)
    assert deals * len(RULESETS) <= len(judged) < deals * (len(RULESETS) + options / 2)
    assert turns < len(tried) < 25 * turns


def counted(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, counts: Callable[..., bool]) -> list[None]:
    """A list that grows by one with each call of a method that ``counts``."""
    method, calls = getattr(owner, name), list[None]()

    def call(self: object, *args: object) -> object:
        if counts(*args):
            calls.append(None)
        return method(self, *args)

    monkeypatch.setattr(owner, name, call)
    return calls


@pytest.mark.parametrize("played", ["ru-club+to-7000", "ru-club+to-7000-with-50-below-zero"])
def test_options_that_explain_a_record_alike_share_the_first_place(played: str) -> None:
    """No side made its initial meld below zero, where alone they part."""
    log = log_of(played, deals=30)
    both = [ca.load_ruleset(name) for name in ("ru-club+to-7000", "ru-club+to-7000-with-50-below-zero")]
    assert not any(_errs(log, ruleset) for ruleset in both)
    found = infer([log], [ca.load_ruleset("ru-club")])
    assert {one.ruleset.reference for one in found.first} == {ruleset.reference for ruleset in both}
    assert found.explanations == found.first == found.tied
    best, other = found.explanations
    assert [(row.option, row.instead) for row in best.open if row.instead] == [(*other.ruleset.chosen, *best.ruleset.chosen)]
    assert "/opening/bands" in found.untouched
