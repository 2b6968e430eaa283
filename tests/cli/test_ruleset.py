"""``ruleset show``, ``readings`` and ``new``: a game as it is in effect, what its text leaves open, and a file of one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from canasta_audit.cli.trouble import UNUSABLE
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.keys import chapter_keys, find_key
from canasta_audit.ruleset.load import list_rulesets, load_ruleset

NAMES = [name for name, _ in list_rulesets()]
SAMPLE = [*NAMES, *(f"{name}+{option}" for name in NAMES for option in list(load_ruleset(name).options)[:3])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def grounds(out: str) -> dict[str, list[str]]:
    """By key, what stands beside it in the brackets behind its sentence, at the table that is told first."""
    found = {}
    chapter = ""
    titles = {find_key(f"/{name}").title: name for name in CHAPTERS}  # type: ignore[union-attr]
    for line in out.splitlines():
        if not line.startswith(" "):
            chapter = titles.get(line.partition(":")[0], chapter)
        elif bracket := re.search(r"  \[([^]]*)\]$", line):
            name, *rest = bracket[1].split("; ")
            found.setdefault(name if name.startswith("/") else f"/{chapter}/{name}", rest)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_show_has_a_line_for_every_key(run, name: str) -> None:
    out = run("ruleset", "show", name).out
    told = grounds(out)
    wanted = {pointer for pointer in chapter_keys() if pointer.count("/") == 2 or "black_threes" in pointer}
    assert wanted <= set(told)
    ruleset = load_ruleset(name)
    for pointer in wanted:
        lines = {str(citation.line) for citation in ruleset.citations[max(ruleset.tables)].get(pointer, ())}
        assert lines <= {number for part in told[pointer] for number in part.partition(":")[2].split(",")}
        assert bool(told[pointer])


def test_show_says_what_is_silent_and_what_is_reconstructed(run) -> None:
    told = grounds(run("ruleset", "show", "ro-canastone").out)
    assert any(part.startswith("silent") for part in told["/seating/lots_tie"])
    assert "reconstructed: ROK-2" in told["/canastas/natural"]
    assert not any(part.startswith("reconstructed") for part in told["/canastas/size"])


def test_show_says_which_option_set_a_value(run) -> None:
    out = run("ruleset", "show", "uk-regency+may-ask").out
    assert "set by option may-ask" in grounds(out)["/going_out/ask"]
    assert [line.split()[0] for line in out.splitlines() if line.startswith(" +")] == ["+may-ask:"]
    assert not [line for line in run("ruleset", "show", "uk-regency").out.splitlines() if line.startswith(" +")]


def test_show_tells_the_other_tables_and_one_alone(run) -> None:
    assert run("ruleset", "show", "uk-regency").out.count("set for 3 players") >= 1
    three = grounds(run("ruleset", "show", "uk-regency", "--players", "3").out)
    assert "set for 3 players" in three["/dealing/cards_each"]
    outcome = run("ruleset", "show", "uk-howto", "--players", "3")
    assert (outcome.code, outcome.out) == (UNUSABLE, "")
    assert "uk-howto" in outcome.err


def test_show_tells_where_a_value_was_set(run, folder) -> None:
    (folder / "club.yaml").write_text("name: club\nextends: uk-regency\ntext: house\nmelds:\n  wild_cap: 4\n", encoding="utf-8")
    told = grounds(run("ruleset", "show", "./club.yaml", "--origin").out)
    assert told["/melds/wild_cap"] == ["./club.yaml:5"]
    assert told["/melds/least_cards"][-1].startswith("uk-regency.yaml:")


@pytest.mark.parametrize("form", ["yaml", "json"])
@pytest.mark.parametrize("reference", SAMPLE)
def test_what_is_in_effect_loads_again_as_it_is(run, folder, reference: str, form: str) -> None:
    (folder / "whole.yaml").write_text(run("ruleset", "show", reference, "-f", form).out, encoding="utf-8")
    again, ruleset = load_ruleset("whole.yaml"), load_ruleset(reference)
    assert again.digest == ruleset.digest
    assert again.chosen == ()
    assert check_ruleset("whole.yaml") == []
    most = max(ruleset.tables)
    mine = {place for place in ruleset.citations[most]["/canastas/size"] if place.text == ruleset.text}
    assert set(again.citations[most]["/canastas/size"]) == mine
    assert again.reconstructed[most] == ruleset.reconstructed[most]


def test_one_table_loads_alone(run, folder) -> None:
    (folder / "two.yaml").write_text(run("ruleset", "show", "ru-club", "-f", "yaml", "--players", "2").out, encoding="utf-8")
    assert load_ruleset("two.yaml").tables == {2: load_ruleset("ru-club").tables[2]}


def test_origins_are_for_the_text_alone(run) -> None:
    assert run("ruleset", "show", "uk-regency", "-f", "yaml", "--origin").code == UNUSABLE


def test_readings_as_text_and_as_json(run) -> None:
    plain = json.loads(run("ruleset", "readings", "uk-regency", "-f", "json").out)
    ruleset = load_ruleset("uk-regency")
    assert plain["ruleset"] == "uk-regency"
    assert [reading["id"] for reading in plain["readings"]] == list(ruleset.readings)
    asked = next(reading for reading in plain["readings"] if reading["id"] == "UKR-13")
    assert (asked["text"], asked["lines"]) == ("uk-wiki", list(ruleset.readings["UKR-13"].lines))
    assert "/going_out/ask" in asked["keys"]
    (option,) = asked["options"]
    assert (option["name"], option["chosen"], option["set"]) == ("may-ask", False, {"/going_out/ask": "may"})
    out = run("ruleset", "readings", "uk-regency").out
    assert all(f"  {name}: " in out for name in ruleset.readings)
    assert "+may-ask" in out


def test_readings_know_the_option_chosen(run) -> None:
    chosen = json.loads(run("ruleset", "readings", "uk-regency+may-ask", "-f", "json").out)
    asked = next(reading for reading in chosen["readings"] if reading["id"] == "UKR-13")
    assert [option["chosen"] for option in asked["options"]] == [True]
    assert asked["chosen"] == load_ruleset("uk-regency").options["may-ask"].title


@pytest.mark.parametrize("name", NAMES)
def test_a_new_file_is_in_order_and_so_is_all_that_it_offers(run, folder, name: str) -> None:
    assert run("ruleset", "new", "our-club", "--from", name).code == 0
    assert check_ruleset("our-club.yaml") == []
    base = load_ruleset(name)
    assert load_ruleset("our-club.yaml").digest == base.digest
    head, extends, rest = Path("our-club.yaml").read_text(encoding="utf-8").partition("extends: ")
    everything = re.sub(r"(?m)^# ", "", rest)
    Path("all.yaml").write_text(head + extends + everything, encoding="utf-8")
    assert load_ruleset("all.yaml").digest == base.digest
    assert not [finding for finding in check_ruleset("all.yaml") if finding.severity == "error"]
    for pointer in chapter_keys():
        if pointer.count("/") == 2:
            assert f"\n  {pointer.rpartition('/')[2]}:" in everything, pointer


def test_a_new_file_is_changed_by_taking_the_sign_away(run, folder) -> None:
    run("ruleset", "new", "our-club", "--from", "uk-regency")
    path = Path("our-club.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("# match:", "match:").replace("#   target: 5000", "  target: 7000"))
    assert load_ruleset("our-club.yaml").tables[4].match.target == 7000
    assert check_ruleset("our-club.yaml") == []


def test_a_new_file_can_extend_a_file(run, folder) -> None:
    (folder / "a").mkdir()
    run("ruleset", "new", "first", "-o", "a/first.yaml")
    assert run("ruleset", "new", "second", "--from", "a/first.yaml").code == 0
    assert load_ruleset("second.yaml").digest == load_ruleset("uk-regency").digest
    assert run("ruleset", "new", "third", "--from", "./second.yaml", "-o", "a/third.yaml").code == 0
    assert check_ruleset("a/third.yaml") == []


def test_a_new_file_never_takes_the_place_of_another(run, folder) -> None:
    (folder / "our-club.yaml").write_text("mine", encoding="utf-8")
    assert run("ruleset", "new", "our-club").code == UNUSABLE
    assert (folder / "our-club.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "args",
    [
        ["Our Club"],
        ["uk-regency"],
        ["our-club", "--from", "uk-regensy"],
        ["our-club", "--from", "uk-regency+may-ask"],
        ["our-club", "-o", "our-club.txt"],
        ["our-club", "-o", "nowhere/our-club.yaml"],
    ],
)
def test_a_new_file_that_cannot_be(run, folder, args: list[str]) -> None:
    outcome = run("ruleset", "new", *args)
    assert (outcome.code, outcome.out) == (UNUSABLE, "")
    assert len(outcome.err.splitlines()) == 1
    assert list(folder.iterdir()) == []


def test_a_log_names_a_ruleset_with_options(run) -> None:
    reference = "ru-bank+variation-5+variation-12"
    log = f'[Ruleset "{reference}"]\n\ndeal 1: dealer W, first N\nN: draw KD, discard KD\n'
    report = json.loads(run("audit", "-", "-f", "json", stdin=log).out)
    assert report["rulesets"] == [{"name": reference, "digest": load_ruleset(reference).digest}]


def test_a_log_that_names_options_which_do_not_go_together_is_told_why(run) -> None:
    reference = "uk-regency+concealed-needs-minimum+concealed-waives-minimum"
    log = f'[Ruleset "{reference}"]\n\ndeal 1: dealer W, first N\nN: draw KD, discard KD\n'
    (finding,) = json.loads(run("audit", "-", "-f", "json", stdin=log).out)["findings"]
    assert finding["id"] == "MATCH-005"
    assert finding["data"]["ruleset"] == reference
    assert "/opening/concealed_waives" in finding["data"]["reasons"]
