"""Every key is described, and the page of the schemas tells what the schema says."""

from __future__ import annotations

import re

import pytest

from canasta_audit.resources import read_text
from canasta_audit.ruleset.keys import Key, chapter_keys, find_key, keys, readme
from canasta_audit.ruleset.load import load_ruleset
from tests.each import each

EVERY = list(keys())


@each(EVERY, lambda key: key.pointer)
def test_every_key_is_described(key: Key) -> None:
    assert key.title
    assert key.description.endswith(".")
    assert key.allowed
    assert key.examples or not key.is_leaf or key.inside


@pytest.mark.parametrize(
    "key", [key for key in EVERY if key.allowed.startswith("`") and key.pointer != "/facts/*/chapter"], ids=lambda key: key.pointer
)
def test_every_word_allowed_is_explained(key: Key) -> None:
    for word in re.findall("`([^`]+)`", key.allowed):
        assert f"`{word}`:" in key.description


def test_the_leaves_are_those_of_the_rulesets() -> None:
    assert set(chapter_keys()) == set(load_ruleset("uk-regency").origins[4])
    assert "/opening/bands" in chapter_keys()


@pytest.mark.parametrize("text", ["/melds/black_threes/when", "melds/black_threes/when", "melds.black_threes.when"])
def test_a_key_is_found_however_it_is_written(text: str) -> None:
    key = find_key(text)
    assert key
    assert key.pointer == "/melds/black_threes/when"
    assert key.allowed == "`going-out`, `never`, `any-time`"
    assert key.is_leaf


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("/melds", "/melds"),
        ("/options/may-ask/set/going_out/ask", "/options/*/set/going_out/ask"),
        ("/players/3/set/dealing/cards_each", "/players/3/set/dealing/cards_each"),
        ("/opening/bands/2/need", "/opening/bands/*/need"),
        ("/melds/cite/black_threes~1when", "/melds/cite/black_threes/when"),
        ("/readings/UKR-1/lines", "/readings/*/lines"),
    ],
)
def test_pointers_into_a_file(pointer: str, found: str) -> None:
    key = find_key(pointer)
    assert key
    assert key.pointer == found


@pytest.mark.parametrize(
    "pointer", ["", "/", "/nonsense", "/melds/nonsense", "/melds/wild_cap/more", "/opening/bands/x", "/melds/cite/x"]
)
def test_what_is_no_key_is_not_found(pointer: str) -> None:
    assert find_key(pointer) is None


def test_limits_are_told() -> None:
    cap = find_key("/melds/wild_cap")
    assert cap
    assert cap.allowed == "a whole number from 0 to 12 or null"


def test_the_page_is_current() -> None:
    assert read_text("schemas", "README.md") == readme()
