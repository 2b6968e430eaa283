"""YAML text -> plain data with the place of every key and value; what YAML readers disagree about is refused.

The text is built from the parser's events and nothing is composed or constructed first, so that an alias or a deep nesting is
refused where it stands, however much it would unfold to.
"""

from __future__ import annotations

import os
import re
from typing import Any, NoReturn

import yaml

from canasta_audit.finding import Fault, Finding
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.document import Document, Span, capped, escape
from canasta_audit.ruleset.faults import RulesetError

MAX_BYTES = 64 * 1024
MAX_DEPTH = 20
MAX_ITEMS = 500
MAX_KEYS = 1000
"""Keys of one mapping; the largest of a real ruleset has some dozens."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_CORE = {"true": True, "false": False, "null": None}
_WORDS = {
    **dict.fromkeys(("yes", "no", "on", "off", "y", "n", "true", "false"), "true or false"),
    **dict.fromkeys(("null", "~", ""), "null"),
}
_NUMBERS = (
    ("a number", re.compile(r"[-+]?[0-9][0-9_]*|[-+]?0[xob][0-9a-f_]+", re.IGNORECASE)),
    ("a fraction", re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9_]+)(?:e[-+]?[0-9]+)?|[-+]?[0-9]+e[-+]?[0-9]+", re.IGNORECASE)),
    ("a fraction", re.compile(r"[-+]?\.inf|\.nan", re.IGNORECASE)),
    ("a number to base 60", re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")),
    ("a date", re.compile(r"[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt \t].*)?")),
)


def read_document(path: str | os.PathLike[str], file: str) -> Document:
    """Read a YAML file; ``file`` is its name in findings. Raises ``RulesetError``."""
    try:
        path = os.path.realpath(path)
        with open(path, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no file name"
        raise RulesetError([faults.UNREADABLE_FILE.finding(file, name=file, reason=reason.lower())]) from None
    if len(raw) > MAX_BYTES:
        raise RulesetError([faults.FILE_TOO_LARGE.finding(file, max=MAX_BYTES)])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RulesetError([faults.WRONG_ENCODING.finding(file, line, offset=error.start)]) from None
    return parse(text, file, path)


def parse(text: str, file: str, path: str = "") -> Document:
    """Build a document from YAML text. Raises ``RulesetError`` with every fault that could be found."""
    document = Document(file, path or file, lines=text.splitlines())
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        start = forbidden.start()
        column = start - text.rfind("\n", 0, start)
        span = Span(text.count("\n", 0, start) + 1, column, column + 1)
        raise RulesetError([document.found(faults.FORBIDDEN_CHARACTER, span, code=f"U+{ord(forbidden[0]):04X}")])
    builder = _Builder(document, text)
    try:
        builder.build()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Span(mark.line + 1, mark.column + 1, mark.column + 2) if mark else None
        problem = getattr(error, "problem", None) or "the text ends too early"
        builder.findings.append(document.found(faults.YAML_SYNTAX, place, problem=problem))
    except _Stop:
        pass
    if builder.findings:
        raise RulesetError(capped(builder.findings, file))
    return document


def _parser(text: str) -> Any:
    """A parser with ``get_event``: libyaml's where PyYAML was built with it."""
    if yaml.__with_libyaml__:
        from yaml._yaml import CParser

        return CParser(text)
    return yaml.SafeLoader(text)


class _Stop(Exception):
    """Nothing after this place can be read."""


class _Builder:
    """Walks the parser's events once and fills a document."""

    def __init__(self, document: Document, text: str) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self._next = _parser(text).get_event

    def build(self) -> None:
        """Fill the document. Raises ``_Stop`` after a fault that ends reading, and ``yaml.YAMLError``."""
        self._next()
        start = self._next()
        if isinstance(start, yaml.StreamEndEvent):
            self._stop(faults.NOT_A_MAPPING, None, found="empty")
        if start.version or start.tags:
            self._stop(faults.YAML_FEATURE, _span(start), feature="a directive")
        event = self._next()
        if not isinstance(event, yaml.MappingStartEvent) and not isinstance(event, yaml.AliasEvent):
            found = "a list" if isinstance(event, yaml.SequenceStartEvent) else "a single value"
            empty = event.start_mark.index == event.end_mark.index
            self._stop(faults.NOT_A_MAPPING, _span(event), found="empty" if empty else found)
        self.document.data = self._node(event, "", 1)
        self._next()
        after = self._next()
        if not isinstance(after, yaml.StreamEndEvent):
            self._stop(faults.SEVERAL_DOCUMENTS, _span(after))

    def _stop(self, fault: Fault, span: Span | None, **data: Any) -> NoReturn:
        self._add(fault, span, **data)
        raise _Stop

    def _add(self, fault: Fault, span: Span | None, *, help: str = "", **data: Any) -> None:
        self.findings.append(self.document.found(fault, span, help=help, **data))

    def _node(self, event: Any, pointer: str, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            self._stop(faults.YAML_FEATURE, _span(event), feature="an alias")
        if event.anchor is not None:
            self._stop(faults.YAML_FEATURE, _span(event), feature="an anchor")
        if event.tag is not None:
            self._stop(faults.YAML_FEATURE, _span(event), feature="a tag")
        span = self.document.values[pointer] = _span(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, pointer, span)
        if depth > MAX_DEPTH:
            self._stop(faults.TOO_DEEP, span, max=MAX_DEPTH)
        return self._mapping(pointer, depth) if isinstance(event, yaml.MappingStartEvent) else self._sequence(pointer, depth)

    def _mapping(self, pointer: str, depth: int) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        read = 0
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            span = _span(event)
            key = self._key(event, span)
            inside = f"{pointer}/{escape(key)}"
            read += 1
            if read > MAX_KEYS:
                self._stop(faults.LONG_MAPPING, span, max=MAX_KEYS)
            if key in mapping:
                self._add(faults.DUPLICATE_KEY, span, key=_short(key), first=self.document.keys[inside].line)
            else:
                self.document.keys[inside] = span
            mapping[key] = self._node(self._next(), inside, depth + 1)
        return mapping

    def _sequence(self, pointer: str, depth: int) -> list[Any]:
        sequence: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            if len(sequence) == MAX_ITEMS:
                self._stop(faults.LONG_LIST, _span(event), max=MAX_ITEMS)
            inside = f"{pointer}/{len(sequence)}"
            sequence.append(self._node(event, inside, depth + 1))
            self.document.keys[inside] = self.document.values[inside]
        return sequence

    def _key(self, event: Any, span: Span) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            feature = "an alias" if isinstance(event, yaml.AliasEvent) else "a list or mapping as a key"
            self._stop(faults.YAML_FEATURE, span, feature=feature)
        if event.anchor is not None or event.tag is not None:
            self._stop(faults.YAML_FEATURE, span, feature="an anchor" if event.anchor is not None else "a tag")
        key: str = event.value
        if event.implicit[0]:
            if key == "<<":
                self._stop(faults.YAML_FEATURE, span, feature="a merge key")
            kind = _ambiguity(key) or ("a number" if _INTEGER.fullmatch(key) else "")
            if kind:
                self._add(faults.BAD_KEY, span, key=_short(key), kind=kind, help="write it in quotes")
        return key

    def _scalar(self, event: Any, pointer: str, span: Span) -> str | int | bool | None:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _CORE:
            return _CORE[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        kind = _ambiguity(text)
        if kind and not text:
            self._add(faults.EMPTY_VALUE, self.document.keys.get(pointer, span), key=pointer)
        elif kind:
            known = {"true or false": "write true or false, or put it in quotes", "null": "write null, or put it in quotes"}
            advice = known.get(kind, "write a decimal whole number of at most nine digits, or put it in quotes")
            self._add(faults.AMBIGUOUS_SCALAR, span, scalar=_short(text), kind=kind, help=advice)
        return text


def _ambiguity(text: str) -> str:
    """What some YAML readers take plain ``text`` for, ``""`` if all take it for text."""
    if text[:1].isalpha() or not text or text == "~":
        return _WORDS.get(text.lower(), "")
    if text[0] in "0123456789+-.":
        return next((kind for kind, pattern in _NUMBERS if pattern.fullmatch(text)), "")
    return "a default value" if text == "=" else ""


def _span(event: Any) -> Span:
    """Place of an event; what runs over several lines is marked by its first character."""
    start, end = event.start_mark, event.end_mark
    line, column, last = start.line, start.column, end.column
    return Span(line + 1, column + 1, last + 1 if last > column and line == end.line else column + 2)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
