"""What a record that does not show every card says of the score, held against the score of the whole record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.redact import redacted
from canasta_audit.report import Report, SideScore
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.bounds import Range
from tests.games import CLEAN, ruleset_of, text_of

TABLES = [(name, players) for name, _ in list_rulesets() for players in sorted(ca.load_ruleset(name).tables)]
CARD = re.compile(r"(?<![A-Za-z0-9])([A23456789TJQK])([CDHS])(?![A-Za-z0-9])")
PLAY = re.compile(r"\b(meld|add) ([^,\n]*)")


@cache
def simulated(name: str, players: int, seed: int) -> str:
    """The first deals of a match that was played to its end."""
    pieces = numbered_match(ca.load_ruleset(name), players, ("greedy", "random")[seed % 2], seed, 0)
    return "".join(piece for piece, _ in zip(pieces, range(4), strict=False))


def without(text: str, word: str, source: Random, share: float) -> str:
    """A log in which a share of the lines that begin with ``word`` is empty."""
    return "\n".join("" if line.startswith(word) and source.random() < share else line for line in text.split("\n"))


def coarser(text: str, source: Random, share: float) -> str:
    """A log in which a share of the cards is noted by rank or by rank and colour."""

    def vague(found: re.Match[str]) -> str:
        rank, suit = found.groups()
        if source.random() >= share:
            return found[0]
        return str(rank) + ("" if source.random() < 0.5 else "r" if suit in "DH" else "b")

    return "\n".join(line if line.startswith("[") else CARD.sub(vague, line) for line in text.split("\n"))


def with_unseen_melds(text: str, source: Random, share: float) -> str:
    """A log in which cards were laid that nobody saw, but for the first natural of each row."""

    def vague(found: re.Match[str]) -> str:
        word, rest = found.groups()
        cards = str(rest).split(" to ")[0].split()
        naturals = [card for card in cards if card[0] not in "2*"]
        if not naturals or word == "add":
            return found[0]
        cards = [card if card == naturals[0] or source.random() >= share else "?" for card in cards]
        return f"{word} {' '.join(cards)}"

    return PLAY.sub(vague, text)


def seen(text: str, view: str | None) -> str:
    """The log as ``view`` saw it."""
    log = ca.parse(text)
    return ca.write(type(log)([redacted(match, view) for match in log.matches]))


def scores_of(report: Report) -> Iterator[SideScore]:
    for match in report.matches:
        for deal in match.deals:
            yield from deal.scores


def points_of(score: SideScore) -> Counter[str]:
    points: Counter[str] = Counter()
    for item in score.items:
        points[item.item] += item.points
    points["total"] = score.total
    return points


def hold(whole: Report, part: Report) -> None:
    """Every item of the whole record, and its total, is among what the other says it can be; a true claim is no fault there."""
    pairs = list(zip(scores_of(whole), scores_of(part), strict=True))
    assert pairs
    for true, found in pairs:
        if not true.known:
            continue
        points = points_of(true)
        if found.known:
            assert points_of(found) == points
            assert not found.bounds
        else:
            bounds = {item: Range(low, high) for item, low, high in found.bounds}
            wrong = [item for item in {*points, *bounds} if not bounds.get(item, Range(0, 0)).holds(points[item])]
            assert not wrong, (found.side, wrong, points, bounds)
            assert all(found.verdict(item) != "out-of-bounds" for item, claimed in true.claimed if true.verdict(item) == "right")
    of_whole = {(one.id, one.line) for one in whole.findings}
    more = [one for one in part.findings if one.id.startswith("SCORE") and (one.id, one.line) not in of_whole]
    assert not more


BLURS = st.sampled_from(("hidden", "hidden and coarse", "unlisted", "coarse", "melds"))


def blurred(text: str, blur: str, view: str | None, source: Random) -> str:
    if blur == "coarse":
        return coarser(text, source, source.choice((0.1, 0.9, 1)))
    if blur == "melds":
        return with_unseen_melds(text, source, source.choice((0.05, 0.5)))
    text = without(seen(text, view), "left", source, source.choice((0, 0.5, 1)))
    if blur == "unlisted":
        text = without(text, "hand", source, 0.7)
    return coarser(text, source, 0.5) if blur == "hidden and coarse" else text


VIEWS = st.sampled_from((None, "N", "S"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.integers(1, 40), BLURS, VIEWS, st.integers(0, 99))
def test_simulated_scores_lie_between_their_bounds(
    table: tuple[str, int], seed: int, blur: str, view: str | None, chance: int
) -> None:
    name, players = table
    text, rules = simulated(name, players, seed), ca.load_ruleset(name)
    part = blurred(text, blur, view, Random(chance))
    hold(ca.audit(ca.parse(text), rules), ca.audit(ca.parse(part), rules))


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("blur", ["hidden", "hidden and coarse", "unlisted", "coarse", "melds"])
def test_recorded_scores_lie_between_their_bounds(name: str, blur: str) -> None:
    text, rules, source = text_of(name), ruleset_of(name), Random(name)
    whole = ca.audit(ca.parse(text), rules)
    for view in (None, "N"):
        hold(whole, ca.audit(ca.parse(blurred(text, blur, view, source)), rules))
