"""How often ``infer`` names the game that was played: simulated matches of every game, and such with one option on.

Run by hand: ``python tests/benchmarks/recognition.py [MATCHES [GAME...]]`` (10 where nothing is said, and every game); the same
arguments give the same figures. For every number of players and both bots so many matches are played, of at most thirty deals each,
for random play seldom comes to an end.

The true ruleset is ``sole`` first, or ``tied`` first, where others explain the match as well and come behind it; or it is itself
``behind`` one that explains the match as well; or it is ``wrong``, for others explain it better. A match is ``alike`` where the
game that is named first is played by the same bot card for card in the same way: nobody could tell. The share is that of ``sole``
and ``tied`` among the others.

Then one match of each bot for each option: the option is ``named`` by the best explanation; or ``open``, where that says that the
match does not tell whether the option was on, or has the true ruleset with it among its equals; or ``wrong``. The share is that of
``named`` among those that are not open. Exits with 1 where less than 95 of 100 matches of a game are named.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from canasta_audit.compare.infer import Inference, infer
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import numbered_match

SEED = 20
DEALS = 30
GOAL = 0.95

Word = Literal["sole", "tied", "alike", "behind", "wrong", "named", "open"]
OF_MATCHES: tuple[Word, ...] = ("sole", "tied", "alike", "behind", "wrong")
OF_OPTIONS: tuple[Word, ...] = ("named", "open", "wrong")

RULESETS = [load_ruleset(name) for name, _ in list_rulesets()]


def played(ruleset: Ruleset, players: int, bot: str, number: int) -> str:
    """One simulated match, cut after some deals, without the name of its ruleset."""
    pieces = list(islice(numbered_match(ruleset, players, bot, SEED, number), 1 + DEALS))
    return "".join(pieces).replace(f'[Ruleset "{ruleset.reference}"]\n', "")


def inferred(ruleset: Ruleset, players: int, bot: str, number: int) -> Inference:
    """What is told of one simulated match."""
    return infer([parse(played(ruleset, players, bot, number))], RULESETS)


def of_match(ruleset: Ruleset, players: int, bot: str, number: int) -> Word:
    """Whether the ruleset of a match is named first."""
    found = inferred(ruleset, players, bot, number)
    best = found.explanations[0].ruleset
    if best.name == ruleset.name:
        return "sole" if found.ties == 1 else "tied"
    if players in best.tables and played(best, players, bot, number) == played(ruleset, players, bot, number):
        return "alike"
    return "behind" if ruleset.name in {one.ruleset.name for one in found.tied} else "wrong"


def of_option(ruleset: Ruleset, option: str, players: int, bot: str) -> Word:
    """Whether the option of a match is named, or told to be open."""
    found = inferred(ruleset, players, bot, 1)
    best = found.explanations[0]
    right = best.ruleset.name == ruleset.name
    if right and option in best.ruleset.chosen:
        return "named"
    told = right and option in {row.option for row in best.open}
    return "open" if told or ruleset.reference in {one.ruleset.reference for one in found.tied} else "wrong"


def options_of(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset, int]]:
    """Every option with the ruleset that has it on and the most players it is for, but for those that cannot be on alone."""
    for name, option in ruleset.options.items():
        try:
            yield name, load_ruleset(f"{ruleset.name}+{name}"), max(set(option.players or ruleset.tables) & set(ruleset.tables))
        except RulesetError:
            continue


def games(ruleset: Ruleset, matches: int) -> bool:
    """Print how the matches of a game are named; tell whether enough of them are."""
    every: Counter[Word] = Counter()
    for players in sorted(ruleset.tables):
        for bot in BOTS:
            found = Counter(of_match(ruleset, players, bot, number) for number in range(1, matches + 1))
            every += found
            row(f"{ruleset.name} {players} {bot}", found, OF_MATCHES)
    row(f"{ruleset.name} all", every, OF_MATCHES)
    return every["sole"] + every["tied"] >= GOAL * (every.total() - every["alike"])


def options(ruleset: Ruleset) -> None:
    """Print how every option is named."""
    every: Counter[Word] = Counter()
    for name, changed, players in options_of(ruleset):
        found = Counter(of_option(changed, name, players, bot) for bot in BOTS)
        every += found
        row(f"+{name}", found, OF_OPTIONS)
    row(f"{ruleset.name} options", every, OF_OPTIONS)


def row(what: str, found: Counter[Word], words: tuple[Word, ...]) -> None:
    """Print one row."""
    told = found.total() - found["open"] - found["alike"]
    good = found["sole"] + found["tied"] + found["named"]
    share = f"{100 * good / told:5.1f} %" if told else "      -"
    print(f"{what:42}" + "".join(f"{word:>7} {found[word]:3}" for word in words) + f"{share:>10}", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    chosen = [ruleset for ruleset in RULESETS if ruleset.name in (sys.argv[2:] or [other.name for other in RULESETS])]
    enough = [games(ruleset, count) for ruleset in chosen]
    for ruleset in chosen:
        options(ruleset)
    sys.exit(0 if all(enough) else 1)
