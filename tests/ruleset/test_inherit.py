"""Inheritance: what a child changes, what it leaves, and where every value was set."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canasta_audit.finding import Citation
from canasta_audit.ruleset.chapters import Band
from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset

Write = Callable[..., str]
PARENT = load_ruleset("uk-regency")


def test_a_child_changes_only_what_it_says(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\nmatch: {target: 7000}\n"))
    assert child.tables[4].match.target == 7000
    assert child.tables[4].match.tie == PARENT.tables[4].match.tie
    assert child.tables[4].melds == PARENT.tables[4].melds
    assert child.text == "uk-wiki"
    assert child.digest != PARENT.digest


def test_a_child_that_says_nothing_plays_the_same_game(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\n", "our-club.yaml"))
    assert child.digest == PARENT.digest
    assert (child.name, child.title) == ("our-club", "our-club")


def test_lists_are_replaced_whole(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\nopening: {bands: [{need: 0}, {since: 500, need: 60}]}\n"))
    assert child.tables[4].opening.bands == (Band(None, 0), Band(500, 60))
    assert child.tables[4].opening.by == "side"


def test_origins(write: Write) -> None:
    write("extends: uk-regency\nmelds:\n  black_threes: {least: 4}\n", "middle.yaml")
    child = load_ruleset(write("extends: middle.yaml\n\nmatch:\n  target: 7000\n"))
    place = {pointer: (origin.file, origin.line, origin.column) for pointer, origin in child.origins[4].items()}
    assert place["/match/target"] == ("club.yaml", 4, 3)
    assert place["/melds/black_threes/least"] == ("middle.yaml", 3, 18)
    assert place["/match/tie"][0] == "uk-regency.yaml"
    parameter = child.parameter("/match/target", 4)
    assert (parameter.value, parameter.file, parameter.line) == (7000, "club.yaml", 4)


def test_paths_are_relative_to_the_file_that_names_them(write: Write) -> None:
    write("extends: uk-regency\nmatch: {target: 6000}\n", "clubs/base.yaml")
    write("extends: ./base.yaml\n", "clubs/own.yaml")
    child = load_ruleset(write("extends: clubs/own.yaml\n"))
    assert child.parameter("/match/target", 4).file == "clubs/base.yaml"


def test_a_file_named_like_a_shipped_one_is_told_apart(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\ntext: house\nmatch: {target: 6000, cite: {target: [3]}}\n", "uk-regency.yaml"))
    assert child.parameter("/match/target", 4).file == "./uk-regency.yaml"
    assert child.parameter("/match/tie", 4).file == "uk-regency.yaml"
    assert child.citations[4]["/match/target"] == (Citation("house", "", 3),)
    assert child.citations[4]["/opening/by"][0].text == "uk-wiki"


def test_a_new_value_without_citation_has_none(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\ngoing_out: {bonus: 200, ask: may}\n"))
    assert "/going_out/bonus" not in child.citations[4]
    assert child.citations[4]["/going_out/canastas"] == PARENT.citations[4]["/going_out/canastas"]


def test_bare_numbers_mean_the_text_of_their_file(write: Write) -> None:
    text = "extends: uk-regency\ntext: ru-club\nmatch: {target: 7000, cite: {target: [55]}}\n"
    child = load_ruleset(write(text))
    assert [(place.text, place.line) for place in child.citations[4]["/match/target"]] == [("ru-club", 55)]
    assert {place.text for place in child.citations[4]["/match/tie"]} == {"uk-wiki"}


def test_a_reading_brings_the_text_of_its_file(write: Write) -> None:
    text = "extends: uk-regency\ntext: ru-club\nmatch: {tie: shared, cite: {tie: [87, UKR-20, official]}}\n"
    child = load_ruleset(write(text))
    assert [(place.text, place.line) for place in child.citations[4]["/match/tie"]] == [("ru-club", 87), ("uk-wiki", 174)]
    assert "/match/tie" in child.silent[4]
    assert child.readings["UKR-20"].text == "uk-wiki"


def test_a_citation_alone_replaces_the_citation(write: Write) -> None:
    child = load_ruleset(write("extends: uk-regency\ntext: ru-club\nmatch: {cite: {target: [87]}}\n"))
    assert [(place.text, place.line) for place in child.citations[4]["/match/target"]] == [("ru-club", 87)]
    assert child.parameter("/match/target", 4).file == "uk-regency.yaml"


def test_remove(write: Write) -> None:
    text = "extends: uk-regency\nremove: [/options/may-ask, /players/2, /facts]\n"
    child = load_ruleset(write(text))
    assert "may-ask" not in child.options
    assert list(child.tables) == [4, 3]
    assert child.facts == ()
    assert child.rules(2) is None


def test_remove_and_set_anew(write: Write) -> None:
    text = 'extends: uk-regency\nremove: [/players]\nplayers: {"4": {}}\n'
    assert list(load_ruleset(write(text)).tables) == [4]


@pytest.mark.parametrize(
    ("pointer", "key"),
    [
        ("/going_out/ask", "ask"),
        ("/melds", "melds"),
        ("/melds/black_threes", "black_threes"),
        ("/players", "players"),
        ("/options/may-ask/set", "set"),
        ("/readings/UKR-1/lines", "lines"),
        ("/text", "text"),
    ],
)
def test_what_is_needed_cannot_be_removed(pointer: str, key: str, write: Write) -> None:
    findings = check_ruleset(write(f"extends: uk-regency\nremove: [{pointer}]\n"))
    assert [(finding.id, finding.data["key"]) for finding in findings] == [("RULESET-021", key)]


@pytest.mark.parametrize("pointer", ["/options/nonsense", "/melds/x", "/opening/bands/0", "/match/target/x", "//"])
def test_what_is_not_there_cannot_be_removed(pointer: str, places: Callable[[str], object]) -> None:
    assert places(f"extends: uk-regency\nremove:\n  - {pointer}\n") == [("RULESET-032", 3, 5)]


def test_options_and_readings_are_replaced_whole(write: Write) -> None:
    text = """\
        extends: uk-regency
        text: house
        options:
          may-ask: {title: nobody asks, set: {match: {target: 3000}}}
        """
    child = load_ruleset(write(text) + "+may-ask")
    assert child.options["may-ask"].reading is None
    assert child.tables[4].going_out.ask == "must"
    assert child.tables[4].match.target == 3000


def test_table_sizes_are_merged(write: Write) -> None:
    child = load_ruleset(write('extends: uk-regency\nplayers: {"3": {set: {turn: {draw: 2}}}}\n'))
    assert child.tables[3].turn.draw == 2
    assert child.tables[3].dealing.cards_each == 13
    assert child.tables[2].turn.draw == 1


def test_status_goes_with_the_value(write: Write) -> None:
    write(
        "extends: uk-regency\nstatus: {/match/target: reconstructed, /match/tie: reconstructed}\nmatch: {target: 4000}\n",
        "base.yaml",
    )
    base = load_ruleset("./base.yaml")
    assert base.status == {"/match/target": "reconstructed", "/match/tie": "reconstructed"}
    child = load_ruleset(write("extends: base.yaml\nmatch: {target: 3000}\n"))
    assert child.status == {"/match/tie": "reconstructed"}


def test_a_cycle_is_told_with_its_chain(write: Write) -> None:
    write("extends: ./b.yaml\n", "a.yaml")
    write("# b\nextends: c.yaml\n", "b.yaml")
    write("extends: a.yaml\n", "c.yaml")
    with pytest.raises(RulesetError) as caught:
        load_ruleset("a.yaml")
    (finding,) = caught.value.findings
    assert (finding.id, finding.file, finding.line) == ("RULESET-031", "c.yaml", 1)
    assert finding.data["chain"] == "a.yaml:1 -> b.yaml:2 -> c.yaml:1 -> a.yaml"
    assert [(place.file, place.line) for place in finding.related] == [("a.yaml", 1), ("b.yaml", 2)]


def test_a_file_that_extends_itself(places: Callable[[str], object]) -> None:
    assert places("extends: ./club.yaml\n") == [("RULESET-031", 1, 10)]


def test_an_unknown_parent_offers_the_nearest(write: Write) -> None:
    (finding,) = check_ruleset(write("title: x\nextends: uk-regensy\n"))
    assert (finding.id, finding.line, finding.column) == ("RULESET-030", 2, 10)
    assert finding.data["nearest"][0] == "uk-regency"


def test_a_missing_parent_file(write: Write) -> None:
    (finding,) = check_ruleset(write("extends: ./other.yaml\n"))
    assert (finding.id, finding.file) == ("RULESET-001", "other.yaml")


def test_a_fault_of_the_parent_is_told_in_the_parent(write: Write) -> None:
    write("extends: uk-regency\nmatch: {target: many}\n", "base.yaml")
    (finding,) = check_ruleset(write("extends: base.yaml\n"))
    assert (finding.id, finding.file, finding.line) == ("RULESET-022", "base.yaml", 2)


def test_a_value_that_an_option_settles_is_no_longer_reconstructed(write: Write) -> None:
    name = write(
        """\
        extends: uk-regency
        text: house
        status: {/match/target: reconstructed, /going_out/bonus: reconstructed}
        match: {target: 6000, cite: {target: [A-1]}}
        readings: {A-1: {lines: [3], question: q, chosen: c}}
        options:
          cited: {title: t, cite: [4], set: {match: {target: 7000}}}
          guessed: {title: t, reading: A-1, set: {match: {target: 8000}}}
          ours: {title: t, set: {match: {target: 9000}}}
        """
    )
    both = {"/match/target", "/going_out/bonus"}
    assert load_ruleset(name).reconstructed[4] == both
    assert load_ruleset(name).parameter("/match/target", 4).readings == ("A-1",)
    assert load_ruleset(f"{name}+guessed").reconstructed[4] == both
    assert load_ruleset(f"{name}+cited").reconstructed[4] == {"/going_out/bonus"}
    assert load_ruleset(f"{name}+ours").reconstructed[4] == {"/going_out/bonus"}
