"""Small event files, written by hand for the tests of their conversion."""

from __future__ import annotations

import json
from typing import Any

from canasta_audit.finding import Finding
from canasta_audit.notation.events import convert
from canasta_audit.notation.model import Blank, Line, Log, Play, Turn

GAME = {"t": "game", "peer": "toy/engine", "variant": "four", "team_of": [0, 1, 0, 1]}
DEAL = {"t": "deal", "hand": 1, "dealer": 3, "first": 0}


def cards(text: str) -> list[str]:
    return text.split()


def play(kind: str, seat: int, text: str = "", **more: Any) -> dict[str, Any]:
    """An event of a seat with cards, of which a meld's or addition's rank is the first natural card's."""
    event: dict[str, Any] = {"t": kind, "seat": seat}
    if text:
        event["card" if kind == "discard" else "pile" if kind == "take" else "cards"] = text if kind == "discard" else cards(text)
    if kind in ("meld", "add"):
        event["rank"] = next((card[0] for card in cards(text) if card not in ("JOK", "2C", "2D")), "")
    return event | more


def read(*events: dict[str, Any] | str, ruleset: str | None = None) -> tuple[Log, list[Finding]]:
    found: list[Finding] = []
    lines = [event if isinstance(event, str) else json.dumps(event) for event in events]
    return convert(lines, "toy.jsonl", found.append, ruleset), found


def deal_lines(*events: dict[str, Any], game: dict[str, Any] = GAME, deal: dict[str, Any] = DEAL) -> list[Line]:
    """The first deal's lines, without its blank ones."""
    log, found = read(game, deal, *events)
    assert not found
    return [line for line in log.matches[0].deals[0].lines if line != Blank()]


def turns(*events: dict[str, Any], game: dict[str, Any] = GAME) -> list[Line]:
    return deal_lines(*events, game=game)[1:]


def plays(*events: dict[str, Any], game: dict[str, Any] = GAME) -> tuple[Play, ...]:
    """The plays of the last line, which must be a turn."""
    last = turns(*events, game=game)[-1]
    assert isinstance(last, Turn)
    return last.plays
