"""The recorded games of ``fixtures/games``, one folder a ruleset, and what is expected of them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import canasta_audit as ca
from canasta_audit.notation import model as n
from canasta_audit.resources import data_path

FOLDER = data_path("fixtures", "games")


def names(ending: str) -> list[str]:
    """Files with this ending, as paths in the folder without it: ``uk-regency/12-three-players``."""
    return sorted(path.relative_to(FOLDER).as_posix().removesuffix(ending) for path in FOLDER.rglob(f"*{ending}"))


GAMES = names(".cgn")
FAULTY = [name for name in GAMES if "faulty" in name.rpartition("/")[2].split("-")]
CLEAN = [name for name in GAMES if name not in FAULTY]


@cache
def text_of(name: str) -> str:
    """The log as it stands."""
    return (FOLDER / f"{name}.cgn").read_bytes().decode("utf-8")


@cache
def log_of(name: str) -> n.Log:
    """The log as it is read, which no audit changes."""
    return ca.parse(text_of(name))


@cache
def expected_of(name: str) -> dict[str, Any]:
    """What an audit must find."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), keys
        return dict(pairs)

    text = (FOLDER / f"{name}.expected.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text, object_pairs_hook=once)
    return found


def ruleset_of(name: str) -> ca.Ruleset:
    """The ruleset by which the game is judged."""
    return ca.load_ruleset(expected_of(name)["ruleset"])
