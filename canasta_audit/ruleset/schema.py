"""A user's file against the JSON Schema; every fault at the place of the key or value that has it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from canasta_audit.finding import Finding
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.document import Document, Span, escape
from canasta_audit.ruleset.keys import find_key, load_schema, words_for, words_for_range
from canasta_audit.ruleset.nearest import did_you_mean, nearest

_ENOUGH = 500
"""Schema errors looked at in one file."""

_RANGES = ("minimum", "maximum")
_FORMS = {
    "pattern": "of the form {value}",
    "minLength": "of at least {value} characters",
    "maxLength": "of at most {value} characters",
    "minItems": "a list of at least {value}",
    "maxItems": "a list of at most {value}",
    "uniqueItems": "a list in which nothing stands twice",
    "minProperties": "a mapping of at least {value} keys",
}


def validate(document: Document) -> list[Finding]:
    """Return what the schema has against a document, in the order of the places."""
    # Costs a tenth of a second, and shipped rulesets do without.
    from jsonschema import Draft202012Validator

    errors = list(islice(Draft202012Validator(load_schema()).iter_errors(document.data), _ENOUGH))
    mistyped = {_pointer(error) for error in errors if error.validator == "type"}
    findings: dict[tuple[str, int, int, str, str], Finding] = {}
    for error in errors:
        if error.validator == "type" or _pointer(error) not in mistyped:
            for finding in _findings(document, error):
                findings[(*finding.sort_key, str(finding.data))] = finding
    return [findings[key] for key in sorted(findings)]


def describe(value: Any) -> str:
    """Say what a value is, in a few words.

    >>> describe(True), describe("must"), describe([1, 2])
    ('true', 'the text "must"', 'a list')
    """
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f'the text "{value if len(value) <= 60 else value[:57] + "..."}"'
    return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else str(value)


def _pointer(error: Any) -> str:
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def _findings(document: Document, error: Any) -> list[Finding]:
    pointer = _pointer(error)
    if "propertyNames" in list(error.absolute_schema_path)[-2:]:
        return [_bad_name(document, error, pointer)]
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        return _unknown_keys(document, error.instance, pointer)
    if error.validator in ("required", "dependentRequired"):
        return _missing_keys(document, error, pointer)
    return [_bad_value(document, error, pointer)]


def _unknown_keys(document: Document, mapping: dict[str, Any], pointer: str) -> list[Finding]:
    return [
        _unknown_key(document, pointer, key, known)
        for known in [_known_keys(pointer)]
        for key in islice((key for key in mapping if key not in known), _ENOUGH)
    ]


def _known_keys(pointer: str) -> list[str]:
    key = find_key(pointer) if pointer else None
    return list(key.inside) if key else list(load_schema()["properties"])


def _unknown_key(document: Document, pointer: str, key: str, known: list[str]) -> Finding:
    close = nearest(key, known)
    help = did_you_mean(close, f"known: {', '.join(known)}")
    data = {"key": key[:60], "where": pointer or "a ruleset", "nearest": close}
    return document.found(faults.UNKNOWN_KEY, document.keys.get(f"{pointer}/{escape(key)}"), help=help, **data)


def _bad_name(document: Document, error: Any, pointer: str) -> Finding:
    """A key that its author may choose, but not so."""
    if error.validator == "enum":
        return _unknown_key(document, pointer, error.instance, error.validator_value)
    here = f"{pointer}/{escape(error.instance)}"
    form = _FORMS["pattern"].format(value=error.validator_value)
    return document.found(
        faults.MALFORMED, document.keys.get(here), pointer=f"key {here}", found=describe(error.instance), expected=form
    )


def _missing_keys(document: Document, error: Any, pointer: str) -> list[Finding]:
    needed = error.validator_value if error.validator == "required" else ["extends"]
    missing = [key for key in needed if key not in error.instance]
    place = document.key_span(pointer)
    return [document.found(faults.MISSING_KEY, place, where=pointer or "the ruleset", key=key) for key in missing]


def _bad_value(document: Document, error: Any, pointer: str) -> Finding:
    place = _value_span(document, pointer)
    found = describe(error.instance)
    if error.validator == "enum":
        allowed: list[str] = error.validator_value
        close = nearest(str(error.instance), allowed)
        help = did_you_mean(close)
        return document.found(faults.NOT_ALLOWED, place, help=help, pointer=pointer, found=found, allowed=allowed, nearest=close)
    if error.validator == "type":
        expected = words_for(error.validator_value)
        return document.found(faults.WRONG_TYPE, place, pointer=pointer, found=found, expected=expected)
    if error.validator in _RANGES:
        return document.found(faults.OUT_OF_RANGE, place, pointer=pointer, found=found, expected=words_for_range(error.schema))
    expected = _FORMS[error.validator].format(value=error.validator_value)
    return document.found(faults.MALFORMED, place, pointer=pointer, found=found, expected=expected)


def _value_span(document: Document, pointer: str) -> Span | None:
    return document.values.get(pointer) or document.key_span(pointer)
