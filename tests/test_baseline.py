"""A baseline accepts what it has, no more and no less, whatever lines are added to a log."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import canasta_audit as ca
from canasta_audit.baseline import BadBaseline, Baseline, Comparison, Entry, read, written
from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, Stale, StreamItem, Unusable
from canasta_audit.finding import Finding, Root
from canasta_audit.report import DealReport
from canasta_audit.resources import read_text
from tests.render.shared_report import DEAL_1, DEAL_2, MATCH, TOTAL, UNREADABLE, WILD, shared_report

SCHEMA = Draft202012Validator(json.loads(read_text("schemas", "baseline.schema.json")))
GOOD = {"schema_version": 1, "files": {"a.cgn": [{"fingerprint": "f", "id": "MELD-004", "name": "too-many-wilds"}]}}


def document(baseline: Baseline) -> str:
    """The text, which its schema describes."""
    text = "".join(written(baseline))
    assert [error.message for error in SCHEMA.iter_errors(json.loads(text))] == []
    return text


def compare(known: Baseline, items: list[StreamItem], **more: Any) -> tuple[Comparison, list[StreamItem]]:
    comparison = Comparison(known, lambda file: file, **more)
    return comparison, list(comparison(items))


def baseline_of(items: list[StreamItem]) -> Baseline:
    comparison, same = compare({}, items)
    assert same == items
    assert read(document(comparison.found)) == comparison.found
    return comparison.found


def new(items: list[StreamItem]) -> list[Finding]:
    return [item for item in items if isinstance(item, Finding)]


def test_what_was_found_is_accepted_and_nothing_else_changes() -> None:
    items = shared_report()
    known = baseline_of(items)
    assert {file: [entry.id for entry in entries.values()] for file, entries in known.items()} == {
        "final.cgn": ["MELD-004", "SYNTAX-001"],
        "clean.cgn": ["SYNTAX-002"],
    }
    comparison, after = compare(known, items)
    # What follows from a finding of another deal, which is not in this report, is not accepted by anything.
    assert [finding.id for finding in new(after)] == ["SCORE-014"]
    assert [item.finding.id for item in after if isinstance(item, Accepted)] == ["MELD-004", "SYNTAX-001", "SYNTAX-002"]
    rest = [item for item in after if not isinstance(item, (Finding, Accepted))]
    assert rest == [item for item in items if not isinstance(item, Finding)]
    assert (comparison.stale, comparison.found) == ([], known)


def test_marks_stand_behind_what_is_new_in_their_deal() -> None:
    fresh = replace(WILD, line=13, text="N: draw 6D")
    known = baseline_of([FileBegins("a.cgn"), WILD, DEAL_1])
    _, after = compare(known, [FileBegins("a.cgn"), WILD, fresh, DEAL_1, DEAL_2])
    assert after == [FileBegins("a.cgn"), fresh, Accepted(WILD), DEAL_1, DEAL_2]


def test_equal_faults_in_one_turn_are_counted() -> None:
    twice: list[StreamItem] = [FileBegins("a.cgn"), WILD, replace(WILD, column=40), DEAL_1]
    known = baseline_of(twice)
    assert [entry.count for entry in known["a.cgn"].values()] == [2]
    third: list[StreamItem] = [*twice[:3], replace(WILD, column=50), DEAL_1]
    assert [finding.column for finding in new(compare(known, third)[1])] == [50]
    comparison, after = compare(known, [FileBegins("a.cgn"), WILD, DEAL_1])
    assert (new(after), [(file, entry.count) for file, entry in comparison.stale]) == ([], [("a.cgn", 1)])
    assert after[-1] == Stale("a.cgn", 1)
    assert [entry.count for entry in comparison.found["a.cgn"].values()] == [1]


def test_what_follows_goes_with_its_root_also_from_another_deal() -> None:
    late = replace(TOTAL, deal=2, line=50, follows=Root(WILD.id, WILD.line, WILD.column))
    items: list[StreamItem] = [FileBegins("a.cgn"), WILD, TOTAL, DEAL_1, late, DEAL_2, MATCH]
    assert new(compare(baseline_of(items), items)[1]) == []
    # Without its root in the report it stands by itself.
    comparison, _ = compare({}, items, left_out=frozenset([WILD.id]))
    assert [entry.id for entry in comparison.found["a.cgn"].values()] == [WILD.id, TOTAL.id, TOTAL.id]


def test_a_fault_of_ours_is_never_accepted() -> None:
    crash: list[StreamItem] = [FileBegins("a.cgn"), replace(WILD, grade="internal"), DEAL_1]
    assert baseline_of(crash) == {}


@pytest.mark.parametrize("end", [Unusable("a.cgn", "damaged"), Interrupted(0, 2)])
def test_of_a_file_that_was_not_read_to_its_end_nothing_is_stale(end: StreamItem) -> None:
    known = baseline_of([FileBegins("a.cgn"), WILD, UNREADABLE, DEAL_1, FileBegins("b.cgn"), WILD, DEAL_1])
    comparison, after = compare(known, [FileBegins("a.cgn"), WILD, end])
    assert (comparison.stale, new(after)) == ([], [])
    assert comparison.found == known
    comparison, after = compare(known, [FileBegins("a.cgn"), WILD, DEAL_1, MATCH])
    assert [(file, entry.id) for file, entry in comparison.stale] == [("a.cgn", UNREADABLE.id)]
    assert comparison.found["b.cgn"] == known["b.cgn"]


def test_what_was_not_looked_for_is_not_stale() -> None:
    known = baseline_of([FileBegins("a.cgn"), WILD, UNREADABLE, DEAL_1])
    comparison, after = compare(known, [FileBegins("a.cgn"), DEAL_1], looked_for=lambda id, name: name != WILD.name)
    assert [entry.id for _, entry in comparison.stale] == [UNREADABLE.id]
    assert list(comparison.found["a.cgn"].values()) == [known["a.cgn"][WILD.fingerprint]]
    assert after[-1] == Stale("a.cgn", 1)


LOG = """\
[Ruleset "uk-regency"]
[Sides "NS EW"]

deal 1: dealer W
melds S: KS KH KC 2C 2D *
hand N: 2H 8D 8C QS
N: draw 7D, add 2H to K, discard 7D
"""


def entries_of(text: str) -> set[str]:
    found = ca.audit(ca.parse(text), ca.load_ruleset("uk-regency")).roots
    items: list[StreamItem] = [FileBegins("a.cgn"), *found]
    return set(baseline_of(items)["a.cgn"])


def test_entries_survive_lines_and_comments_added_elsewhere() -> None:
    before = entries_of(LOG)
    assert before
    assert (
        entries_of("# our club\n\n" + LOG.replace("discard 7D", "discard 7D  # sic").replace("\ndeal", "\n\n# first\ndeal"))
        == before
    )
    assert entries_of(LOG.replace('[Sides "NS EW"]', '[Sides "NS EW"]\n[Event "Final"]')) == before
    assert not entries_of(LOG.replace("deal 1", "deal 2")) & before


def test_what_is_found_of_a_match_survives_deals_that_are_added() -> None:
    """It stands at a tag, and is found behind the last deal, whichever that is."""
    end = ca.parse("""[Ruleset "uk-regency"]\n[Sides "NS EW"]\n[Result "NS 700"]\n\ndeal 1: dealer W\ntotals: NS 700, EW 400\n""")
    later = ca.parse("""[Ruleset "uk-regency"]\n[Sides "NS EW"]\n[Result "NS 700"]\n
deal 1: dealer W\ntotals: NS 700, EW 400\ndeal 2: dealer N\ntotals: NS 700, EW 400\n""")
    rules = ca.load_ruleset("uk-regency")
    first, second = ([one for one in ca.audit(log, rules).roots if one.id == "MATCH-002"] for log in (end, later))
    assert [(one.deal, two.deal) for one, two in zip(first, second, strict=True)] == [(1, 2)]
    assert first[0].fingerprint == second[0].fingerprint


def test_the_document_is_steady_and_has_an_entry_a_line() -> None:
    late, early = Entry("b", "A-1", "a", deal=2), Entry("c", "A-2", "b", deal=1, turn=9, seat="N", count=3)
    text = document({"z.cgn": {"b": late, "c": early}, "a \u2028\ud800.cgn": {"b": late}, "empty.cgn": {}})
    assert text == document({"a \u2028\ud800.cgn": {"b": late}, "z.cgn": {"c": early, "b": late}})
    assert [line.count("fingerprint") for line in text.splitlines() if "fingerprint" in line] == [1, 1, 1]
    assert text.isascii()
    assert read(text)["z.cgn"] == {"b": late, "c": early}
    assert read(document({})) == {}


BAD = [
    "", "[1, 2", "[" * 100_000, "[]", "{}", "null", '{"schema_version": 1}', "1" * 9999, '{"schema_version": 1, "files": []}',
    '{"schema_version": 2, "files": {}}', '{"schema_version": true, "files": {}}', '{"schema_version": "1", "files": {}}',
    '{"schema_version": 1, "files": {}, "more": 1}', '{"schema_version": 1, "files": {"a": {}}}',
    '{"schema_version": 1, "files": {"a": [1]}}', '{"schema_version": 1, "files": {"a": [{}]}}',
    '{"schema_version": 1, "tool": "other", "files": {}}',
]  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(BadBaseline) as raised:
        read(text)
    assert len(str(raised.value)) < 300


VALUES = st.sampled_from([None, True, -1, 0, 1, 7, "", "N", [], {}])
ROWS = st.fixed_dictionaries(
    {"fingerprint": st.sampled_from(["f", 1, None]), "id": st.sampled_from(["A-1", 1]), "name": st.just("n")},
    optional=dict.fromkeys(("match", "deal", "turn", "seat", "count", "other"), VALUES),
)


@given(st.lists(ROWS, max_size=2))
def test_what_is_read_is_what_the_schema_describes(rows: list[dict[str, Any]]) -> None:
    data = {**GOOD, "files": {"a.cgn": rows}}
    marks = [json.dumps(row["fingerprint"]) for row in rows]
    try:
        baseline = read(json.dumps(data))
    except BadBaseline:
        assert not SCHEMA.is_valid(data) or len(set(marks)) < len(marks)
        return
    assert SCHEMA.is_valid(data)
    assert read(document(baseline)) == {file: entries for file, entries in baseline.items() if entries}


FAULTS = [replace(WILD, text=text, line=line, turn=line) for line, text in enumerate(("a", "a", "b", "c", "d"), 1)]


@given(
    st.lists(st.lists(st.sampled_from(FAULTS), max_size=6), max_size=3),
    st.lists(st.lists(st.sampled_from(FAULTS), max_size=6), max_size=3),
)
def test_new_and_stale_are_the_two_differences(before: list[list[Finding]], after: list[list[Finding]]) -> None:
    from collections import Counter

    def stream(deals: list[list[Finding]]) -> list[StreamItem]:
        items: list[StreamItem] = [FileBegins("a.cgn")]
        for findings in deals:
            deal: DealReport = DEAL_1
            items += [*findings, deal]
        return items

    counts = [Counter(finding.fingerprint for findings in deals for finding in findings) for deals in (before, after)]
    comparison, items = compare(baseline_of(stream(before)), stream(after))
    assert Counter(finding.fingerprint for finding in new(items)) == counts[1] - counts[0]
    assert sum(item.entries for item in items if isinstance(item, Stale)) == len(counts[0] - counts[1])
    assert Counter({entry.fingerprint: entry.count for _, entry in comparison.stale}) == counts[0] - counts[1]
    assert {mark: entry.count for mark, entry in comparison.found.get("a.cgn", {}).items()} == dict(counts[1])
