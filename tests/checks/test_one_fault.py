"""One fault gives one finding, wherever in a file it stands and however the file is spaced."""

from __future__ import annotations

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from tests.checks.examples import DOCUMENTED, example, findings, places, roots
from tests.each import each

each_documented = each(DOCUMENTED, lambda check: check.id)


def matches(*texts: str) -> str:
    """Logs of one match each as one file, each behind an ``Event`` tag of its own."""
    return "".join(f'[Event "{number}"]\n{text}\n' for number, text in enumerate(texts, 1))


@each_documented
def test_a_match_before_changes_nothing(check: Check) -> None:
    bad, good, here = example(check)
    text = matches(good, bad)
    assert places(roots(findings(text), check.id)) == [(check.id, good.count("\n") + 3 + here)]


@each_documented
def test_blank_lines_and_comments_change_nothing(check: Check) -> None:
    bad, _, here = example(check)
    spaced = "".join(f"# spaced\n\n{line}\n" for line in bad.split("\n"))
    before, after = findings(bad), findings(spaced)
    assert places(roots(after, check.id)) == [(check.id, 3 * here)]
    assert [finding.fingerprint for finding in after] == [finding.fingerprint for finding in before]


@each_documented
def test_written_anew_it_is_the_same_fault(check: Check) -> None:
    bad, _, here = example(check)
    written = ca.write(ca.parse(bad))
    assert places(roots(findings(written), check.id)) == [(check.id, here)]


def test_all_bad_logs_in_one_file_give_one_root_each() -> None:
    logs = [example(check) for check in DOCUMENTED]
    found = findings(matches(*(log.bad for log in logs)))
    for number, (check, log) in enumerate(zip(DOCUMENTED, logs, strict=True), 1):
        start = sum(other.bad.count("\n") + 2 for other in logs[: number - 1]) + 1
        mine = [finding for finding in found if finding.match == number]
        assert places(roots(mine, check.id)) == [(check.id, start + log.here)]


def test_roots_of_what_follows_are_there() -> None:
    for check in DOCUMENTED:
        found = findings(example(check).bad)
        standing = {(finding.id, finding.line, finding.column) for finding in found if finding.follows is None}
        assert {(f.follows.id, f.follows.line, f.follows.column) for f in found if f.follows is not None} <= standing
