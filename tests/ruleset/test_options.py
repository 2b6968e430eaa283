"""Options of a reference: what they set, for whom, and which do not go together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset, split_reference
from canasta_audit.ruleset.model import Ruleset

Write = Callable[..., str]


def refused(reference: str, *extra: str) -> list[tuple[str, dict[str, object]]]:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(reference, extra_options=extra)
    return [(finding.id, dict(finding.data)) for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("reference", "name", "options"),
    [
        ("uk-regency", "uk-regency", ()),
        ("uk-regency+a+b", "uk-regency", ("a", "b")),
        ("club.yaml", "club.yaml", ()),
        ("./club.yaml+a", "./club.yaml", ("a",)),
        ("a+b/club.yml+c+d", "a+b/club.yml", ("c", "d")),
        ("a+b.yaml", "a+b.yaml", ()),
        ("folder/club+a", "folder/club", ("a",)),
        ("uk-regency+", "uk-regency", ("",)),
        ("", "", ()),
    ],
)
def test_references(reference: str, name: str, options: tuple[str, ...]) -> None:
    assert split_reference(reference) == (name, options)


def test_an_option_sets_its_keys_and_says_so() -> None:
    plain, asked = load_ruleset("uk-regency"), load_ruleset("uk-regency+may-ask")
    assert (plain.tables[4].going_out.ask, asked.tables[4].going_out.ask) == ("must", "may")
    assert asked.origins[4]["/going_out/ask"].by == "may-ask"
    assert asked.origins[4]["/going_out/ask"].file == "uk-regency.yaml"
    assert asked.origins[4]["/going_out/bonus"].by == ""
    assert [place.line for place in asked.citations[4]["/going_out/ask"]] == [129]
    assert asked.chosen == ("may-ask",)
    assert asked.reference == "uk-regency+may-ask"
    assert asked.data["going_out"]["ask"] == "may"
    assert asked.digest != plain.digest


def test_a_chosen_option_is_the_answer_of_its_reading() -> None:
    plain, asked = load_ruleset("uk-regency"), load_ruleset("uk-regency+may-ask")
    assert asked.readings["UKR-13"].chosen == asked.options["may-ask"].title
    assert plain.readings["UKR-13"].chosen != asked.readings["UKR-13"].chosen
    assert plain.readings["UKR-13"].options == ("may-ask",)


def test_options_for_some_numbers_of_players() -> None:
    ruleset = load_ruleset("uk-regency+two-canastas-below-four+two-player-draw-two")
    assert [ruleset.tables[players].going_out.canastas for players in (4, 3, 2)] == [1, 2, 2]
    assert [ruleset.tables[players].turn.draw for players in (4, 3, 2)] == [1, 1, 2]
    assert ruleset.options["two-player-draw-two"].players == (2,)
    assert ruleset.data["turn"]["draw"] == 1
    assert ruleset.origins[2]["/turn/draw"].by == "two-player-draw-two"
    assert ruleset.origins[3]["/turn/draw"].by == "3"


def test_options_are_applied_after_the_table_size(write: Write) -> None:
    text = "extends: uk-regency\noptions: {short: {title: t, set: {dealing: {cards_each: 9}}}}\n"
    ruleset = load_ruleset(write(text) + "+short")
    assert [ruleset.tables[players].dealing.cards_each for players in (4, 3, 2)] == [9, 9, 9]


def test_order_and_repetition_do_not_matter() -> None:
    one = load_ruleset("uk-regency+may-ask+pass-with-one")
    other = load_ruleset("uk-regency+pass-with-one+may-ask+pass-with-one")
    assert one.digest == other.digest
    assert other.chosen == ("pass-with-one", "may-ask")


def test_extra_options_come_after_those_of_the_reference() -> None:
    assert load_ruleset("uk-regency+may-ask", extra_options=["pass-with-one"]).chosen == ("may-ask", "pass-with-one")


def test_an_unknown_option_offers_the_nearest() -> None:
    ((id, data),) = refused("uk-regency+may-aks")
    assert id == "RULESET-033"
    assert data == {"ruleset": "uk-regency", "option": "may-aks", "nearest": ["may-ask"]}


@pytest.mark.parametrize("reference", ["uk-regency+", "uk-regency++may-ask"])
def test_an_empty_option_is_unknown(reference: str) -> None:
    assert [id for id, _ in refused(reference)] == ["RULESET-033"]


def test_contradictory_options() -> None:
    ((id, data),) = refused("uk-regency+concealed-needs-minimum", "concealed-waives-minimum")
    assert id == "RULESET-034"
    assert data == {
        "first": "concealed-needs-minimum",
        "second": "concealed-waives-minimum",
        "pointer": "/opening/concealed_waives",
        "first_value": "never",
        "second_value": "always",
    }


OPTIONS = """\
    extends: uk-regency
    options:
      long: {title: t, set: {match: {target: 7000}}}
      also-long: {title: t, set: {match: {target: 7000}, going_out: {bonus: 200}}}
      three: {title: t, players: ["3"], set: {match: {target: 3000}}}
      two: {title: t, players: ["2"], set: {match: {target: 2000}}}
"""


def test_options_that_set_a_key_alike_go_together(write: Write) -> None:
    ruleset = load_ruleset(write(OPTIONS) + "+long+also-long")
    assert (ruleset.tables[4].match.target, ruleset.tables[4].going_out.bonus) == (7000, 200)


def test_options_for_different_tables_go_together(write: Write) -> None:
    ruleset = load_ruleset(write(OPTIONS) + "+three+two")
    assert [ruleset.tables[players].match.target for players in (4, 3, 2)] == [5000, 3000, 2000]


def test_contradictory_options_are_told_where_they_are_set(write: Write) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(write(OPTIONS) + "+long+three")
    (finding,) = caught.value.findings
    assert (finding.id, finding.line, finding.data["pointer"]) == ("RULESET-034", 5, "/match/target")
    assert [(place.file, place.line) for place in finding.related] == [("club.yaml", 3)]


def test_options_are_inherited(write: Write) -> None:
    child: Ruleset = load_ruleset(write("extends: uk-regency\ntext: house\n") + "+may-ask")
    assert child.tables[4].going_out.ask == "may"
    assert {place.text for place in child.citations[4]["/going_out/ask"]} == {"uk-wiki"}
    assert child.options["may-ask"].text == "uk-wiki"


def test_an_option_with_its_own_lines(write: Write) -> None:
    text = """\
        extends: uk-regency
        text: ru-club
        options: {long: {title: t, cite: [55], set: {match: {target: 7000}}}}
        """
    child = load_ruleset(write(text) + "+long")
    assert [(place.text, place.line) for place in child.citations[4]["/match/target"]] == [("ru-club", 55)]
    assert (child.options["long"].text, child.options["long"].lines) == ("ru-club", (55,))
