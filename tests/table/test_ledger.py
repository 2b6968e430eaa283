"""What melds count, in short where no card of them is unseen, is what their cards come to one by one."""

from __future__ import annotations

import random

import canasta_audit as ca
from canasta_audit.table.ledger import Tariff, _laid
from canasta_audit.table.state import MeldOnTable

RULESETS = ("uk-regency", "uk-howto", "ru-club", "ru-bank", "ro-classic", "ro-mini", "ro-canastone")


def some_melds(dice: random.Random) -> list[MeldOnTable]:
    """Melds of naturals with and without wild cards, of wild cards alone, of threes and of cards in a row; one of them is long."""
    melds = []
    for rank in dice.sample("A3456789TJQK", dice.randrange(1, 7)):
        wilds = dice.choices(("*", "2C", "2H", "2"), k=dice.choice((0, 0, 1, 2, 3)))
        naturals = dice.choices([rank + suit for suit in "CDHS"], k=dice.choice((2, 3, 4, 7, 16)))
        melds.append(MeldOnTable((*naturals, *wilds), "N", 1))
    return [
        *melds,
        *[MeldOnTable(cards, "N", 1) for cards in (("*", "2C", "2D"), ("*",) * 7, ("7H", "8H", "9H")) if dice.random() < 0.4],
    ]


def test_melds_count_in_short_as_card_by_card() -> None:
    for name in RULESETS:
        ruleset = ca.load_ruleset(name)
        for rules in ruleset.tables.values():
            dice, tariff, slow = random.Random(name), Tariff(rules), Tariff(rules)
            # Bonuses are looked up for each canasta.
            slow.alike = False
            for _ in range(200):
                melds = some_melds(dice)
                assert _laid(melds, tariff, seen=True) == _laid(melds, slow)
