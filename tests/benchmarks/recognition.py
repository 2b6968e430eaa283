"""How often ``infer`` names the game that was played: simulated matches of every game, and such with one option on.

Run by hand: ``python tests/benchmarks/recognition.py [MATCHES [GAME...]] [--seed S] [--only games|options]`` (10 matches where
nothing is said, every game, and both); the same arguments give the same figures.

Games: for every number of players and both bots so many whole matches are played. The true ruleset is ``sole`` first, or ``tied``
first, where others leave no finding either but come behind it; or it has ``shared`` the first place with another, and all of them
are told; or is ``wrong``, another being first. ``alike``: of the shared and wrong, those that the game named with it or instead
plays card for card alike, so that nobody could tell. The first share is that of ``sole`` and ``tied`` among all; the second that
with those that are shared, which is held against the goal; the third that of ``sole`` and ``tied`` among those that are not alike.

Options: for each option that can be on alone some matches of both bots, of at most thirty deals, are one record. It is ``named``
by the best explanation; or ``shared``, where that has equals at the first place and one of these names it, and is told so; or
``tied``, where the true ruleset with it is told as one that leaves no finding either, but stands behind another game that needs
fewer; or ``alike``, where that is so and this game plays the whole record card for card alike, so that nobody could tell; or
``open``, where the best explanation says that the record does not tell whether it was on; or ``wrong``. An option can ``show`` in
a record where something in it is at fault without it; where nothing is, other matches are taken, and the first record that shows
it. It ``forbids`` where none does, but matches played without it have faults with it; else it leaves ``no trace``, and why is
told. The shares are as above: ``named``; with those that are shared; and these without those that are alike. Exits with 1 where
less than 95 of 100 matches of a game, or of options that can show, are named first, alone or with the others that are told.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Literal

from canasta_audit.audit import audit
from canasta_audit.compare.infer import infer
from canasta_audit.finding import severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import numbered_match

SEED = 20
DEALS = 30
TOGETHER = 3
RECORDS = 3
"""Records of so many matches of each bot that are looked through for one that shows an option."""

GOAL = 0.95

Word = Literal["sole", "tied", "shared", "wrong", "alike", "named", "open"]
Kind = Literal["show", "forbid", "no trace"]
OF_MATCHES: tuple[Word, ...] = ("sole", "tied", "shared", "wrong")
OF_OPTIONS: tuple[Word, ...] = ("named", "shared", "tied", "alike", "open", "wrong")
KINDS: tuple[Kind, ...] = ("show", "forbid", "no trace")

WHY = {
    "/irregularities": "bots break no rule and take nothing back",
    "/seating": "no lots are drawn in simulated matches",
    "/red_threes/laid": "bots lay every red three at once",
    "/red_threes/held": "bots lay every red three at once",
    "/going_out/ask": "bots ask where they must, right after the draw",
    "/going_out/answer": "who is asked says yes",
    "/going_out/concealed": "bots do not wait to go out concealed",
    "/opening/concealed": "bots do not wait to go out concealed",
    "/opening/wild_only": "bots make no meld of wild cards only",
    "/melds/wild_only": "bots make no meld of wild cards only",
    "/canastas/wild_counts_as": "bots make no meld of wild cards only",
    "/melds/wild_ratio": "bots lay no more wild cards than it allows",
    "/melds/black_threes": "bots do not meld black threes",
    "/stock_end/taking_forced": "bots take the pile whenever the stock is used up and they may",
}
"""Why an option that sets such a key leaves no trace; of others no more is known than that none was seen."""

RULESETS = [load_ruleset(name) for name, _ in list_rulesets()]


def played(ruleset: Ruleset, players: int, bot: str, seed: int, number: int, deals: int | None = None) -> str:
    """One simulated match, whole or cut after some deals, without the name of its ruleset."""
    pieces = islice(numbered_match(ruleset, players, bot, seed, number), None if deals is None else 1 + deals)
    return "".join(pieces).replace(f'[Ruleset "{ruleset.reference}"]\n', "")


def of_match(ruleset: Ruleset, players: int, bot: str, seed: int, number: int) -> tuple[Word, bool]:
    """How the ruleset of a match comes out, and whether what is named instead plays it card for card in the same way."""
    text = played(ruleset, players, bot, seed, number)
    found = infer([parse(text)], RULESETS)
    first = [one.ruleset for one in found.first]
    others = [other for other in first if other.name != ruleset.name]
    if not others:
        return ("sole" if found.ties == 1 else "tied"), False
    alike = any(players in other.tables and played(other, players, bot, seed, number) == text for other in others)
    return ("wrong" if len(others) == len(first) else "shared"), alike


def games(ruleset: Ruleset, matches: int, seed: int) -> bool:
    """Print how the matches of a game are named; tell whether enough of them are."""
    every: Counter[Word] = Counter()
    for players in sorted(ruleset.tables):
        for bot in BOTS:
            found: Counter[Word] = Counter()
            for number in range(1, matches + 1):
                word, alike = of_match(ruleset, players, bot, seed, number)
                found[word] += 1
                found["alike"] += alike
            every += found
            of_game(f"{ruleset.name} {players} {bot}", found)
    of_game(f"{ruleset.name} all", every)
    return every["sole"] + every["tied"] + every["shared"] >= GOAL * sum(every[word] for word in OF_MATCHES)


def of_game(what: str, found: Counter[Word]) -> None:
    """Print one row of matches."""
    count = sum(found[word] for word in OF_MATCHES)
    first = found["sole"] + found["tied"]
    words = "".join(f"{word:>7} {found[word]:3}" for word in OF_MATCHES)
    told = share(first, count) + share(first + found["shared"], count) + share(first, count - found["alike"])
    print(f"{what:28}{words}  alike {found['alike']:3}{told}", flush=True)


def share(part: int, count: int) -> str:
    """A share in hundredths."""
    return f"{100 * part / count:8.1f} %" if count else "         -"


def record(ruleset: Ruleset, players: int, seed: int, after: int = 0) -> list[n.Log]:
    """Some matches of both bots by the same rules, those that come ``after`` so many such records."""
    numbers = range(after * TOGETHER + 1, (after + 1) * TOGETHER + 1)
    return [parse(played(ruleset, players, bot, seed, number, DEALS)) for bot in BOTS for number in numbers]


@cache
def plain_record(name: str, players: int, seed: int, after: int) -> list[n.Log]:
    """A record by a ruleset without options, made once for all its options."""
    return record(load_ruleset(name), players, seed, after)


def is_faulty(logs: Sequence[n.Log], ruleset: Ruleset) -> bool:
    """Tell whether anything in some logs is at fault by a ruleset."""
    return any(severity_at_least(one.severity, "warning") for log in logs for one in audit(log, ruleset).roots)


def showing(ruleset: Ruleset, plain: Ruleset, players: int, seed: int) -> tuple[Kind, int]:
    """What can be seen of an option, and the number of the record that shows it, 0 where none does."""
    for after in range(RECORDS):
        if players not in plain.tables or is_faulty(record(ruleset, players, seed, after), plain):
            return "show", after
    forbids = any(is_faulty(plain_record(plain.name, players, seed, after), ruleset) for after in range(RECORDS))
    return ("forbid" if forbids else "no trace"), 0


def of_option(ruleset: Ruleset, option: str, players: int, seed: int) -> tuple[Kind, Word, str]:
    """What can be seen of an option, whether it is named, and what is named.

    A game that is named and has played the record card for card is told as ``alike``.
    """
    kind, after = showing(ruleset, load_ruleset(ruleset.name), players, seed)
    logs = record(ruleset, players, seed, after)
    found = infer(logs, RULESETS)
    best = found.explanations[0]
    first = [one.ruleset for one in found.first]
    with_it = [one for one in first if one.name == ruleset.name and option in one.chosen]
    told = best.ruleset.name == ruleset.name and option in {row.option for row in best.open}
    word: Word = "open" if told else "wrong"
    if with_it:
        word = "named" if len(with_it) == len(first) else "shared"
    elif ruleset.reference in {one.ruleset.reference for one in found.tied}:
        alike = players in best.ruleset.tables and record(best.ruleset, players, seed, after) == logs
        word = "alike" if alike else "tied"
    return kind, word, " = ".join(one.reference for one in first)


def options_of(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset, int]]:
    """Every option with the ruleset that has it on and the most players it is for, but for those that cannot be on alone."""
    for name, option in ruleset.options.items():
        try:
            yield name, load_ruleset(f"{ruleset.name}+{name}"), max(set(option.players or ruleset.tables) & set(ruleset.tables))
        except RulesetError:
            continue


def options(ruleset: Ruleset, seed: int) -> Counter[tuple[Kind, Word]]:
    """Print how every option is named."""
    every: Counter[tuple[Kind, Word]] = Counter()
    for name, changed, players in options_of(ruleset):
        kind, word, named = of_option(changed, name, players, seed)
        every[kind, word] += 1
        keys = " ".join(pointer for pointer, _ in leaves(ruleset.options[name].sets))
        told = f"{named if word not in ('named', 'open') else ''} {keys}{f': {why(keys)}' if kind == 'no trace' else ''}"
        print(f"+{name:42} {players}  {kind:8} {word:6} {told}", flush=True)
    of_options(ruleset.name, every)
    return every


def why(keys: str) -> str:
    """Why an option that sets these keys leaves no trace."""
    return next(
        (reason for start, reason in WHY.items() if keys.startswith(start)), f"not seen in {RECORDS * TOGETHER * len(BOTS)} matches"
    )


def of_options(what: str, found: Counter[tuple[Kind, Word]]) -> None:
    """Print the figures of some options by kind."""
    for kind in KINDS:
        count = sum(found[kind, word] for word in OF_OPTIONS)
        words = "".join(f"{word:>7} {found[kind, word]:3}" for word in OF_OPTIONS)
        good = found[kind, "named"] + found[kind, "shared"]
        told = share(found[kind, "named"], count) + share(good, count) + share(good, count - found[kind, "alike"])
        print(f"{f'{what} options: {kind}':42}{words}{told}", flush=True)


def main() -> int:
    """Print all that is asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", type=int, nargs="?", default=10)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", choices=("games", "options"))
    asked = parser.parse_args()
    chosen = [ruleset for ruleset in RULESETS if ruleset.name in (asked.games or [other.name for other in RULESETS])]
    enough = [games(ruleset, asked.matches, asked.seed) for ruleset in chosen] if asked.only != "options" else []
    every: Counter[tuple[Kind, Word]] = Counter()
    for ruleset in chosen if asked.only != "games" else ():
        every += options(ruleset, asked.seed)
    if every:
        of_options("all", every)
        can = sum(every["show", word] for word in OF_OPTIONS)
        enough.append(every["show", "named"] + every["show", "shared"] >= GOAL * can)
    return 0 if all(enough) else 1


if __name__ == "__main__":
    sys.exit(main())
