"""Every check says what and why, and fires in its bad log, once and in the right place, and not in its good one."""

from __future__ import annotations

import json
from string import Formatter

from canasta_audit.checks.registry import Check
from canasta_audit.render.explain import sections
from canasta_audit.ruleset.keys import find_key
from tests.checks.examples import CHECKS, DOCUMENTED, HEADINGS, example, findings, places, players_of, reference_of, roots, ruleset
from tests.each import each

each_check = each(CHECKS, lambda check: check.id)
each_documented = each(DOCUMENTED, lambda check: check.id)


@each_check
def test_sections_stand_in_order(check: Check) -> None:
    assert [heading for heading, _ in sections(check.doc)] == HEADINGS
    assert check.doc.split("\n")[1].strip() == ""


@each_documented
def test_bad_log_gives_one_root_at_the_marked_line(check: Check) -> None:
    bad, _, here = example(check)
    assert places(roots(findings(bad), check.id)) == [(check.id, here)]


@each_documented
def test_good_log_gives_nothing_above_a_note(check: Check) -> None:
    found = findings(example(check).good)
    assert [(finding.id, finding.line) for finding in found if finding.severity != "note" or finding.id == check.id] == []


@each_documented
def test_good_log_differs_and_is_judged_under_the_same_ruleset(check: Check) -> None:
    bad, good, _ = example(check)
    assert bad != good
    assert reference_of(bad) == reference_of(good)


@each_documented
def test_bad_and_good_log_are_small(check: Check) -> None:
    bad, good, _ = example(check)
    assert max(bad.count("\n"), good.count("\n")) <= 16
    assert max(map(len, (bad + good).split("\n"))) <= 120


@each_documented
def test_data_fills_the_message_and_is_plain(check: Check) -> None:
    bad, _, _ = example(check)
    finding = next(finding for finding in findings(bad) if finding.id == check.id)
    named = {field for _, field, _, _ in Formatter().parse(check.message) if field is not None}
    assert named <= set(finding.data)
    assert "None" not in finding.message
    assert json.loads(json.dumps(dict(finding.data))) == {
        key: list(value) if isinstance(value, tuple) else value for key, value in finding.data.items()
    }


@each_check
def test_pointers_are_keys_of_the_ruleset(check: Check) -> None:
    for pointer in check.reads:
        assert find_key(pointer) is not None
        assert ruleset("uk-regency").parameter(pointer, 4).pointer == pointer


@each_documented
def test_finding_carries_parameter_and_citation(check: Check) -> None:
    bad, _, _ = example(check)
    finding = next(finding for finding in findings(bad) if finding.id == check.id)
    if not check.reads:
        assert finding.parameter is None
        return
    parameter, rules, players = finding.parameter, ruleset(reference_of(bad)), players_of(bad)
    assert parameter is not None
    assert parameter.file.endswith(".yaml")
    assert parameter.line > 0
    assert parameter.pointer in check.reads
    assert parameter == rules.parameter(parameter.pointer, players)
    assert finding.citation == rules.citations[players].get(parameter.pointer, ())


@each_documented
def test_finding_points_into_the_marked_line(check: Check) -> None:
    bad, _, here = example(check)
    finding = next(finding for finding in findings(bad) if finding.id == check.id)
    assert finding.text == bad.split("\n")[here - 1]
    assert 1 <= finding.column < finding.end_column <= len(finding.text) + 1
    assert finding.match == 1
