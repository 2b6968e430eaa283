"""Documentation of a check or a ruleset key, from its docstring or the schema, with what a ruleset says about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import cleandoc

from canasta_audit.finding import Citation, Grade, Parameter, SeverityName
from canasta_audit.render.place import citation_texts, parameter_text
from canasta_audit.render.style import paint

_HEADING = re.compile(r"(Why|Bad|Good|Data|See):(?:[ \t]+|$)")


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of finding: what identifies it, its message as a template, its explanation, the ruleset pointers it reads, and the
    events ``on`` which its check is asked, in words.
    """

    id: str
    name: str
    severity: SeverityName
    grade: Grade
    message: str
    doc: str
    reads: tuple[str, ...] = ()
    on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter as a ruleset sets it for so many players, and where the text says so; ``silent``: the text does not."""

    players: tuple[int, ...]
    parameter: Parameter
    citation: tuple[Citation, ...]
    silent: bool = False


@dataclass(frozen=True, slots=True)
class KeyTopic:
    """A ruleset key: pointer, title, meaning, allowed values in words, the keys inside it."""

    pointer: str
    title: str
    description: str
    allowed: str
    inside: tuple[str, ...] = ()


def explain_check(topic: Topic, settings: Sequence[Setting], ruleset: str, color: bool = False) -> Iterator[str]:
    """Yield the page of a check: what, why, examples, its message, and the parameters it reads as ``ruleset`` sets them."""
    yield f"{paint(topic.id, 'strong', color)} {topic.name} [{topic.severity}, {topic.grade}]\n\n"
    for heading, text in sections(topic.doc):
        yield f"{paint(heading + ':', 'strong', color)}\n{_indented(text)}\n\n" if heading else f"{text}\n\n"
    if topic.on:
        yield f"{paint('Asked:', 'strong', color)}\n" + "".join(f"  {event}\n" for event in topic.on) + "\n"
    yield f"{paint('Message:', 'strong', color)}\n{_indented(topic.message)}\n"
    yield from _settings(settings, ruleset, color)


def explain_key(
    key: KeyTopic, settings: Sequence[Setting], read_by: Iterable[Topic], ruleset: str, color: bool = False
) -> Iterator[str]:
    """Yield the page of a ruleset key: meaning, values, what ``ruleset`` sets it to, and the checks that read it."""
    yield f"{paint(key.pointer, 'strong', color)} {key.title}\n\n{key.description}\n\nValues: {key.allowed}\n"
    if key.inside:
        yield f"Keys: {', '.join(key.inside)}\n"
    yield from _settings(settings, ruleset, color)
    readers = [f"{topic.id} {topic.name}" for topic in read_by]
    if readers:
        yield f"\n{paint('Read by:', 'strong', color)}\n" + "".join(f"  {reader}\n" for reader in readers)


def list_topics(topics: Iterable[Topic], color: bool = False) -> Iterator[str]:
    """Yield one line a check: id, name, severity and grade."""
    for topic in topics:
        yield f"{paint(f'{topic.id:<12}', 'strong', color)} {topic.name:<34} {topic.severity:<8} {topic.grade}\n"


def sections(doc: str) -> list[tuple[str, str]]:
    """Split a docstring at lines that begin with ``Why:``, ``Bad:``, ``Good:``, ``Data:`` or ``See:``; before them is no heading.

    >>> sections("Cards are missing. Why: not a heading here.")
    [('', 'Cards are missing. Why: not a heading here.')]
    >>> sections(f"Too few.{chr(10)}{chr(10)}Why: it says so.{chr(10)}Bad:{chr(10)}    N: pass")
    [('', 'Too few.'), ('Why', 'it says so.'), ('Bad', 'N: pass')]
    """
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in cleandoc(doc).split("\n"):
        heading = _HEADING.match(line)
        if heading:
            parts.append((heading[1], []))
            line = line[heading.end() :]
        parts[-1][1].append(line)
    return [(heading, text.replace("``", "`")) for heading, lines in parts if (text := _dedented(lines))]


def _dedented(lines: Sequence[str]) -> str:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip() and line[0] == " "), default=0)
    return "\n".join(line[margin:] if line[:1] == " " else line for line in lines).strip("\n")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.split("\n"))


def _settings(settings: Sequence[Setting], ruleset: str, color: bool) -> Iterator[str]:
    if settings:
        yield f"\n{paint(f'Under {ruleset}:', 'strong', color)}\n"
    for setting in settings:
        players = f"  with {' or '.join(map(str, setting.players))} players" if setting.players else ""
        yield f"  {parameter_text(setting.parameter)}{players}\n"
        for citation in citation_texts(setting.citation):
            yield f"    law: {citation}\n"
        if setting.silent:
            yield "    law: the text is silent; the published laws are followed\n"
