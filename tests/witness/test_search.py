"""The search itself: the same for the same seed, decided by the key, and by simulated games where nothing else shows it."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.compare import witness, witness_search
from canasta_audit.compare.witness import Reason, Rivals, odd_melds
from canasta_audit.compare.witness_cases import case_file
from canasta_audit.compare.witness_log import log_of
from canasta_audit.compare.witness_search import Absent, Witness, canonical, search
from canasta_audit.compare.witness_sources import known_games
from canasta_audit.emit import CRASH
from canasta_audit.report import Report
from canasta_audit.ruleset.load import load_ruleset

PAIR = ("ro-classic", "uk-regency")
KEYS = ["/turn/draw", "/pile/unopened", "/melds/black_threes/most"]


@pytest.fixture(scope="module")
def found() -> list[Witness | Absent]:
    return list(search(PAIR, KEYS))


def test_the_same_seed_finds_the_same(found: list[Witness | Absent]) -> None:
    assert list(search(PAIR, KEYS)) == found


def test_keys_come_in_the_order_of_the_chapters(found: list[Witness | Absent]) -> None:
    assert [one.key for one in found] == ["/turn/draw", "/melds/black_threes/most", "/pile/unopened"]


def test_a_witness_is_canonical_and_clean_under_one(found: list[Witness | Absent]) -> None:
    for one in found:
        if isinstance(one, Witness):
            assert canonical(one.text) == one.text
            assert one.judged[one.clean].findings == ()
            assert one.shown.noise == 0


def test_a_key_behind_another_says_which(found: list[Witness | Absent]) -> None:
    lacking = [one for one in found if isinstance(one, Absent)]
    assert [(one.reason, one.because) for one in lacking] == [(Reason.OTHER_KEY_DECIDES, "/melds/black_threes/wilds")]


def test_the_log_is_lawful_by_its_own_tag(found: list[Witness | Absent]) -> None:
    for one in found:
        if isinstance(one, Witness):
            log = log_of(one)
            assert [f.id for f in ca.audit(ca.parse(log)).roots if f.severity != "note"] == []
            other = load_ruleset(one.references[1 - one.clean])
            assert [f.id for f in ca.audit(ca.parse(log), other).roots if f.severity != "note"] != []
            assert case_file(one).count("  - id: ") == 2


def test_simulated_games_show_what_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_search, "known_games", tuple)
    (one,) = search(PAIR, ["/turn/draw"])
    assert isinstance(one, Witness)
    assert one.source.startswith("simulated")
    assert one.turns == 1


def test_known_games_name_no_ruleset_and_have_no_remarks() -> None:
    games = known_games()
    assert len({game.text for game in games}) == len(games)
    assert [game.source for game in games if "[Ruleset" in game.text or "  #" in game.text] == []


def test_an_effect_that_is_another_keys_does_not_count() -> None:
    """Two cards drawn are a fault by one of them, but not because of the cut."""
    text = "deal 1: dealer W\nN: draw 5C 5C\n"
    assert Rivals(PAIR, "/turn/draw", 4).shown(text) is not None
    assert Rivals(PAIR, "/seating/cut", 4).shown(text) is None


def test_a_score_that_comes_to_something_else_is_no_effect() -> None:
    """A king counts less in both, but the other ruleset counts no melds at all without a canasta."""
    text = "deal 1: dealer W\nmelds N: KC KD KC\nhand N: 4C\nhand S: KD\nN: draw 4C\n"
    rivals = Rivals(("ro-canastone", "ro-mini"), "/values/king", 4)
    assert rivals.parts(rivals.judged(text))
    assert rivals.shown(text) is None


def test_a_failure_of_the_audit_is_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "audit", lambda log, ruleset: Report("", [CRASH.finding("", 1, error="E", reason="broken")]))
    with pytest.raises(RuntimeError):
        witness.judged("deal 1: dealer W\n", load_ruleset("uk-regency"))


def test_melds_that_nobody_could_have_laid_are_counted() -> None:
    rules = load_ruleset("uk-regency")
    assert odd_melds("deal 1: dealer W\nmelds S: KC KC KD, JC, QC QD 6C\n", rules) == 2
    assert odd_melds("deal 1: dealer W\nmelds S: KC KC KD 2C\n", rules) == 0


def test_a_key_in_which_they_agree_is_none_of_the_search() -> None:
    assert list(search(PAIR, ["/match/target"])) == []
