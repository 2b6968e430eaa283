"""The frame of every page: head, style and script in the file itself, and a policy that forbids the network."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from canasta_audit.finding import Citation
from canasta_audit.language import Words
from canasta_audit.render.html.cards import symbols
from canasta_audit.render.place import value_text
from canasta_audit.render.style import printable
from canasta_audit.version import VERSION

_HERE = os.path.dirname(os.path.realpath(__file__))


def page(title: str, words: Words, body: Iterable[Markup], *, extra: str = "") -> Iterator[str]:
    """Yield a whole page piece by piece: the head, each piece of ``body`` as it comes, the end.

    Style attributes and scripts of a piece do nothing: the policy in the head knows only the frame's own. ``title`` is text; it is
    the heading as well. ``extra`` names a style of ``static/`` besides the common one.
    """
    style, script = static("style.css") + (static(extra) if extra else ""), static("page.js")
    head, _, tail = render(
        "frame.html", words, title=title, style=Markup(style), script=Markup(script), policy=_policy(style, script),
        symbols=symbols(words), version=VERSION, body=Markup(_HOLE), said=data_of(_said(words)),
    ).partition(_HOLE)  # fmt: skip
    yield head
    yield from body
    yield tail


def render(template: str, words: Words, **data: Any) -> Markup:
    """A template of ``templates/`` filled with ``data``, which is escaped; ``w`` in it are the ``words``."""
    return Markup(_environment().get_template(template).render(w=words, **data))


def data_of(value: Any) -> Markup:
    """Plain data as JSON that can stand in a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text.encode("utf-8", "replace").decode("utf-8"))


def text_of(value: object) -> Markup:
    """Any text, made safe for a page: escaped, signs that cannot be seen replaced."""
    return escape(_clean(value))


@cache
def static(name: str) -> str:
    """The text of a file of ``static/``, style or script."""
    with open(os.path.join(_HERE, "static", name), encoding="utf-8") as stream:
        return stream.read()


_HOLE = "<!--body-->"

_SAID = (
    *("step-of", "step-cards", "stock", "pile", "pile-empty", "pile-frozen", "pile-down", "hand-unknown", "hand-empty", "no-melds"),
    *("red-threes", "second-hand", "canasta-natural", "canasta-mixed", "canasta-wild", "filter-shown"),
)


def _said(words: Words) -> dict[str, str]:
    """What the script has to say, with ``{name}`` where it puts a value."""
    holes = {"n": "{n}", "of": "{of}", "card": "{card}"}
    return {name: words(name, **holes) for name in _SAID}


def _policy(style: str, script: str) -> str:
    allowed = f"script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _clean(value: object) -> object:
    """Text from logs and files without signs that nobody sees; markup as it is."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _soft(pointer: str) -> Markup:
    """A pointer that may be broken at its joints."""
    return Markup("").join(
        escape(part) + Markup("<wbr>") if part in "/_" else escape(part) for part in re.split("([/_])", pointer) if part
    )


def short(citations: Sequence[Citation], words: Words) -> str:
    """Texts and lines of citations alone: ``uk-wiki l. 62, 64``."""
    lines: dict[str, set[int]] = {}
    for citation in citations:
        lines.setdefault(citation.text, set()).update({citation.line} - {0})
    parts = (words("cite-short", text=text, lines=", ".join(map(str, sorted(of)))) if of else text for text, of in lines.items())
    return "; ".join(parts)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(os.path.join(_HERE, "templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_clean,
    )
    environment.filters.update(value=value_text, short=short, soft=_soft)
    return environment
