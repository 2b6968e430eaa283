"""Which ruleset a match is judged by: the command line's, or the one the log names; each is loaded once."""

from __future__ import annotations

from collections.abc import Mapping

from canasta_audit.batch.choose import DEFAULT as DEFAULT
from canasta_audit.batch.choose import Choose as Choose
from canasta_audit.batch.choose import chooser as _chooser
from canasta_audit.cli.trouble import UNUSABLE, Trouble, complain
from canasta_audit.finding import Finding
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset


def chooser(reference: str | None) -> Choose:
    """Return the choice by a match's tags.

    ``reference`` is a name or a YAML file with options, or options alone (``+may-ask``), which are added to what the log names.
    Raises ``Trouble`` where it cannot be used.
    """
    try:
        return _chooser(reference)
    except RulesetError as error:
        raise _trouble(error) from None


def strictly(choose: Choose) -> Choose:
    """The same choice for verbs that cannot do without: a ruleset that cannot be used ends the run with ``Trouble``."""

    def choose_or_end(tags: Mapping[str, str]) -> Ruleset:
        try:
            return choose(tags)
        except RulesetError as error:
            raise Trouble(line_of(error.findings[0])) from None

    return choose_or_end


def load(reference: str) -> Ruleset:
    """Load a ruleset; what is wrong with it goes to standard error, one line a fault. Raises ``Trouble`` with the last."""
    try:
        return load_ruleset(reference)
    except RulesetError as error:
        raise _trouble(error) from None


def _trouble(error: RulesetError) -> Trouble:
    """The last of what is wrong with a ruleset; the others go to standard error at once."""
    *others, last = [line_of(finding) for finding in error.findings]
    for line in others:
        complain(line, UNUSABLE)
    return Trouble(last)


def line_of(finding: Finding) -> str:
    """A finding about an input on one line."""
    place = f"{finding.file}:{finding.line}:{finding.column}: " if finding.line else ""
    if not place and finding.file and finding.file not in finding.message:
        place = f"{finding.file}: "
    return f"{place}{finding.message}{f' ({finding.help})' if finding.help else ''}"
