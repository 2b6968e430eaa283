"""The typed log as plain data for JSON, and back; ``schemas/log.schema.json`` describes it.

Every line, play and ruling is an object whose ``kind`` tells what else it holds. Fields that say nothing (no remark, not undone)
are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from canasta_audit.notation import model as m
from canasta_audit.resources import read_text
from canasta_audit.source import InputError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

FORMAT = "canasta-log"
VERSION = 1

_PAIRS = {"sums": ("side", "points"), "items": ("item", "points"), "drawn": ("seat", "card"), "outs": ("seat", "concealed")}
"""Fields that hold pairs, and what the two are called."""

_OF_THE_TEXT = ("text", "fault", "column")
"""Fields that say how the text was read: the JSON form has no room for them."""

_RULINGS: dict[str, type[m.Move] | type[m.Award] | type[m.Next]] = {"move": m.Move, "award": m.Award, "next": m.Next}
_RULING_KINDS: dict[type[object], str] = {ruling: kind for kind, ruling in _RULINGS.items()}
_PLAYS = {play.kind: play for play in m.PLAYS}
_LINES = {line.kind: line for line in m.LINES}


def to_json(log: m.Log) -> dict[str, Any]:
    """The log as plain data: dicts, lists, strings, numbers and truth values."""
    return {"format": FORMAT, "version": VERSION, "matches": [match_to_json(match) for match in log.matches]}


def match_to_json(match: m.Match) -> dict[str, Any]:
    """One match as plain data."""
    return {"head": [_encode(line) for line in match.head], "deals": [deal_to_json(deal) for deal in match.deals]}


def deal_to_json(deal: m.Deal) -> dict[str, Any]:
    """One deal as plain data."""
    return {"lines": [_encode(line) for line in deal.lines]}


def from_json(data: object, file: str = "<json>") -> m.Log:
    """The log of plain data.

    Raises ``InputError`` (``invalid-json``) whose data hold ``pointer``, the JSON pointer of the trouble, and ``reason``.
    """
    _validate(data, file)
    assert isinstance(data, dict)
    log = m.Log([_match(match) for match in data["matches"]], file)
    _check_places(log, file)
    return log


def read_json(text: str, file: str = "<json>") -> m.Log:
    """The log of a JSON text; raises ``InputError`` where it is no JSON (``not-json``) or no log."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(file, "not-json", error.lineno, error.colno, reason=error.msg) from None
    except RecursionError:
        raise InputError(file, "not-json", reason="nested too deeply") from None
    return from_json(data, file)


def _encode(value: object) -> dict[str, Any]:
    """A line, play, ruling, place or address as an object."""
    made: dict[str, Any] = {}
    kind = _RULING_KINDS.get(type(value)) or getattr(value, "kind", None)
    if kind:
        made["kind"] = kind
    for field in fields(value):  # type: ignore[arg-type]
        held = getattr(value, field.name)
        silent = field.default is not MISSING and (held is None or held is False or field.name == "line") and held == field.default
        if not silent and field.name not in _OF_THE_TEXT:
            made[field.name] = _encode_field(field.name, held)
    return made


def _encode_field(name: str, held: Any) -> Any:
    if name in _PAIRS:
        return [dict(zip(_PAIRS[name], pair, strict=True)) for pair in held]
    if isinstance(held, tuple):
        return [_encode_field("", item) for item in held]
    if isinstance(held, (str, int)):
        return held
    return _encode(held)


def _match(data: Mapping[str, Any]) -> m.Match:
    deals = [m.Deal([_line(line) for line in deal["lines"]]) for deal in data["deals"]]
    return m.Match([_line(line) for line in data["head"]], deals)


def _line(data: Mapping[str, Any]) -> m.Line:
    return _LINES[data["kind"]](**_fields(data))


def _play(data: Mapping[str, Any]) -> m.Play:
    return _PLAYS[data["kind"]](**_fields(data))


def _ruling(data: Mapping[str, Any]) -> m.Ruling:
    return _RULINGS[data["kind"]](**_fields(data))


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _decode_field(name, held) for name, held in data.items() if name != "kind"}


def _decode_field(name: str, held: Any) -> Any:
    if name in _PAIRS:
        return tuple([tuple([pair[key] for key in _PAIRS[name]]) for pair in held])
    decode = _DECODERS.get(name)
    return decode(held) if decode else held


def _each(decode: Callable[[Any], Any]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    return lambda held: tuple([decode(item) for item in held])


def _address(data: Mapping[str, Any]) -> m.Address:
    return m.Address(**data)


def _place(data: Mapping[str, Any]) -> m.Place | m.Address:
    return m.Place(**_fields(data)) if "where" in data else _address(data)


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "cards": tuple,
    "chains": _each(tuple),
    "melds": _each(tuple),
    "plays": _each(_play),
    "rulings": _each(_ruling),
    "by": _address,
    "onto": _address,
    "meld": _address,
    "source": _place,
    "target": _place,
}
"""How fields that hold more than a plain value are read, by their name."""


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    quick = extend(Draft202012Validator, {"allOf": _all_of})  # type: ignore[no-untyped-call]
    made: Draft202012Validator = quick(json.loads(read_text("schemas", "log.schema.json")))
    return made


def _all_of(validator: Any, branches: Sequence[Any], instance: object, schema: object) -> Iterator[ValidationError]:
    """``allOf`` without the branches for other kinds of lines and plays: to try each of them would take most of the time."""
    kind = instance.get("kind") if isinstance(instance, dict) else None
    for index, branch in enumerate(branches):
        if not isinstance(kind, str) or not _is_for_another(branch, kind):
            yield from validator.descend(instance, branch, schema_path=index)


def _is_for_another(branch: Mapping[str, Any], kind: str) -> bool:
    """Tell whether a branch asks something of one kind only, which is not this one."""
    wanted = branch.get("if", {}).get("properties", {}).get("kind", {}).get("const")
    alone = branch.get("if") == {"properties": {"kind": {"const": wanted}}, "required": ["kind"]}
    return alone and wanted != kind and branch.keys() <= {"if", "then"}


def _validate(data: object, file: str) -> None:
    """Hold the data against the schema; of all troubles the one furthest inside is told, since it is the most exact."""
    errors = sorted(_validator().iter_errors(data), key=lambda error: (-len(error.absolute_path), str(error.absolute_path)))
    if errors:
        reason = errors[0].message if len(errors[0].message) < 200 else errors[0].message[:200] + ".."
        raise InputError(file, "invalid-json", pointer=_pointer(errors[0].absolute_path), reason=reason)


def _check_places(log: m.Log, file: str) -> None:
    """Refuse lines that begin a match or a deal where none begins: written down they would mean another log."""
    for number, match in enumerate(log.matches):
        places = [(line, ("matches", number, "head", at)) for at, line in enumerate(match.head)]
        if number and not (match.head and _begins_match(match.head[0])):
            _refuse(file, ("matches", number, "head"), "a match behind the first begins with its Event tag")
        began = False
        for line, place in places:
            if _begins_deal(line) or (began and _begins_match(line)):
                _refuse(file, place, "this line would begin a deal or a match of its own")
            began = began or _begins_match(line)
        for index, deal in enumerate(match.deals):
            for at, line in enumerate(deal.lines):
                if _begins_deal(line) != (at == 0) or _begins_match(line):
                    _refuse(file, ("matches", number, "deals", index, "lines", at), "a deal begins with its one deal line")


def _begins_match(line: m.Line) -> bool:
    return isinstance(line, m.Tag) and line.name == "Event" and not line.undone


def _begins_deal(line: m.Line) -> bool:
    return isinstance(line, m.DealHead) and not line.undone


def _refuse(file: str, path: Sequence[str | int], reason: str) -> None:
    raise InputError(file, "invalid-json", pointer=_pointer(path), reason=reason)


def _pointer(path: Sequence[str | int]) -> str:
    """JSON pointer of a path.

    >>> _pointer(["matches", 0, "a/b"])
    '/matches/0/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
