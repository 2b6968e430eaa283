"""The grammars themselves, and the page that teaches them."""

from __future__ import annotations

import json
import re

import pytest
from lark import Lark

from canasta_audit.notation import model as m
from canasta_audit.notation.derive import grammar
from canasta_audit.notation.json_form import from_json
from canasta_audit.notation.parse import parse, read_line
from canasta_audit.notation.write import write
from canasta_audit.resources import data_path, read_text

PAGE = read_text("grammar", "README.md")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "start"), [("line", "line"), ("play", "plays")])
def test_grammars_are_strict(name: str, start: str) -> None:
    pytest.importorskip("interegular")
    Lark.open(str(data_path("grammar", f"{name}.lark")), start=start, parser="lalr", strict=True)


@pytest.mark.parametrize("name", ["line", "play"])
def test_a_lone_rank_is_tried_after_longer_cards(name: str) -> None:
    """Lark takes the first terminal that matches, so the one for a rank alone has to come last."""
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in grammar(name).terminals}
    assert len(patterns["PLAIN"]) < min(len(patterns["SUITED"]), len(patterns["RUN"]))
    assert {terminal.priority for terminal in grammar(name).terminals} == {0}


def test_the_worked_deal_is_in_order() -> None:
    (text,) = _blocks("cgn")
    log = parse(text)
    assert log.findings == ()
    assert write(log) == text
    assert [len(match.head) + len(match.deals[0].lines) for match in log.matches] == [len(text.splitlines())]


def test_the_json_of_the_page_is_a_log() -> None:
    (text,) = _blocks("json")
    assert [line.kind for line in from_json(json.loads(text)).lines()] == ["tag", "deal", "turn"]


def test_the_page_shows_every_kind_of_line_and_play() -> None:
    words = {word for code in re.findall(r"`([^`\n]+)`", PAGE) + _blocks("cgn") for word in re.findall(r"[a-z]+", code)}
    assert {play.kind for play in m.PLAYS} <= words
    assert {"lots", "deal", "before", "minimum", "hand", "foot", "melds", "red", "stock", "pile", "up", "down"} <= words
    assert {"end", "left", "score", "totals", "penalty", "director", "move", "next", "void", "stuck"} <= words
    assert {"exposed", "count", "for"} <= words


_SNIPPET = re.compile(
    r"(?:[A-FNSW]|lots|before|minimum|end|totals|director|up|down): .+"
    r"|(?:left|score|penalty|hand|foot|red|melds|exposed|count) [A-FNSW]+: .+|count (?:stock|pile): .+|deal .+|\[.+"
)


def test_the_lines_of_the_page_can_be_read() -> None:
    snippets = [code for code in re.findall(r"`([^`\n]+)`", PAGE) if _SNIPPET.fullmatch(code) and ".." not in code]
    assert len(snippets) > 15
    assert [code for code in snippets if isinstance(read_line(code)[0], m.Bad)] == []


def test_the_plays_of_the_page_can_be_read() -> None:
    table = PAGE.partition("## A turn")[2].partition("## A deal")[0]
    codes = [code for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE) for code in re.findall(r"`([^`]+)`", row)]
    plays = [code for code in codes if re.match(r"[a-z]", code) and not code.startswith("to ")]
    assert len(plays) > 20
    assert [code for code in plays if isinstance(read_line(f"N: {code}")[0], m.Bad)] == []
