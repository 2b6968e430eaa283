"""Options of a reference: what they set, for whom, and which do not go together."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import combinations

import pytest

from canasta_audit.finding import Finding
from canasta_audit.ruleset.build import _reading, _table, begin, build
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import list_rulesets, load_ruleset, open_document, resolve_document, split_reference
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.options import choice_faults, with_options
from canasta_audit.ruleset.semantic import lint
from canasta_audit.ruleset.variant import nested, with_values

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


CLASH = """\
    extends: uk-regency
    melds: {wild_only: any-size}
    options:
      joined: {title: t, set: {melds: {wild_only_joined_by: 4}}}
      two-wilds: {title: t, set: {melds: {wild_cap: 2}}}
"""


def test_options_whose_values_contradict_each_other_are_refused(write: Write) -> None:
    name = write(CLASH)
    assert load_ruleset(f"{name}+joined").chosen == ("joined",)
    assert load_ruleset(f"{name}+two-wilds").chosen == ("two-wilds",)
    with pytest.raises(RulesetError) as caught:
        load_ruleset(f"{name}+joined+two-wilds")
    (finding,) = caught.value.findings
    assert (finding.id, finding.line, finding.data["because"]) == ("RULESET-108", 4, "/melds/wild_cap")
    assert "two-wilds" in finding.help


def test_options_of_a_shipped_ruleset_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    from canasta_audit.ruleset import faults, semantic

    def nothing_goes(ruleset: Ruleset) -> list[Finding]:
        return [faults.CONTRADICTION.finding("uk-regency.yaml", 3, pointer="/a", because="/b", problem="c")]

    monkeypatch.setattr(semantic, "lint", nothing_goes)
    assert load_ruleset("uk-regency").chosen == ()
    assert [id for id, _ in refused("uk-regency+may-ask")] == ["RULESET-108"]
    assert [id for id, _ in refused("uk-regency", "may-ask")] == ["RULESET-108"]


NAMES = [name for name, _ in list_rulesets()]


@pytest.mark.parametrize("name", NAMES)
def test_two_options_of_a_shipped_ruleset_go_together_or_are_refused_with_a_reason(name: str) -> None:
    tree = resolve_document(open_document(name))
    start = begin(tree)
    for pair in combinations(tree.data["options"], 2):
        found = choice_faults(tree, pair, f"{name}.yaml")
        found = found or [each for each in lint(build(tree, pair, start)) if each.severity == "error"]
        assert {finding.id for finding in found} <= {"RULESET-034", "RULESET-108"}
        assert all(finding.line and finding.message for finding in found)


@pytest.mark.parametrize("name", NAMES)
def test_what_an_option_leaves_alone_is_as_if_it_was_built_anew(name: str) -> None:
    tree = resolve_document(open_document(name))
    start = begin(tree)
    for option in tree.data["options"]:
        chosen, effective = build(tree, (option,), start), {}
        for players, table in start.tables.items():
            view, _ = with_options(table.view, tree, (option,), players)
            anew = _table(tree, view, {})
            assert (chosen.tables[players], chosen.origins[players]) == (anew.rules, view.origins)
            assert {key: cited for key, cited in chosen.citations[players].items() if key != "/players"} == anew.citations
            assert (chosen.silent[players], chosen.grounds[players]) == (anew.silent, anew.grounds)
            effective[str(players)] = view.data
        assert chosen.readings == {id: _reading(tree, (option,), id) for id in tree.data["readings"]}
        written = json.dumps(effective, sort_keys=True, separators=(",", ":"))
        assert chosen.digest == sha256(written.encode()).hexdigest()
    assert build(tree, (), start) == build(tree, ())


def test_what_is_put_over_a_value_takes_its_citation_away() -> None:
    plain, put = load_ruleset("uk-regency"), with_values("uk-regency", nested("/melds/wild_cap", 9))
    for players, cited in plain.citations.items():
        assert "/melds/wild_cap" in cited
        assert put.citations[players] == {key: places for key, places in cited.items() if key != "/melds/wild_cap"}


@pytest.mark.parametrize("reference", ["ro-canastone+opening-italian+wild-cap-2", "ru-bank+variation-5+variation-12"])
def test_options_combine(reference: str) -> None:
    ruleset = load_ruleset(reference)
    assert ruleset.reference == reference
    singly = [load_ruleset(f"{ruleset.name}+{option}") for option in ruleset.chosen]
    for option, alone in zip(ruleset.chosen, singly, strict=True):
        for pointer, origin in ruleset.origins[4].items():
            if origin.by == option:
                assert ruleset.parameter(pointer, 4) == alone.parameter(pointer, 4)


def test_options_need_nothing_heavy() -> None:
    code = "import sys, canasta_audit.ruleset.load as load; load.load_ruleset('uk-regency+may-ask'); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True, check=True
    )
    assert not {"yaml", "jsonschema", "difflib"} & set(ran.stdout.split())
