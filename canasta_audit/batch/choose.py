"""Which ruleset a match is judged by: the one asked for, or the one the log names; each is loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset

DEFAULT = "uk-regency"

Choose = Callable[[Mapping[str, str]], Ruleset]


def chooser(reference: str | None) -> Choose:
    """Return the choice by a match's tags.

    ``reference`` is a name or a YAML file with options, or options alone (``+may-ask``), which are added to what the log names.
    Raises ``RulesetError`` where it cannot be used; the choice does for what a log names.
    """
    if reference and not reference.startswith("+"):
        ruleset = load_ruleset(reference)
        return lambda tags: ruleset
    extra = tuple(option for option in (reference or "").split("+") if option)
    loaded: dict[str, Ruleset | RulesetError] = {}

    def choose(tags: Mapping[str, str]) -> Ruleset:
        named = tags.get("Ruleset", DEFAULT).split("@")[0]
        if named not in loaded:
            try:
                loaded[named] = load_ruleset(named, extra_options=extra)
            except RulesetError as error:
                loaded[named] = error
        found = loaded[named]
        if isinstance(found, RulesetError):
            raise found
        return found

    return choose
