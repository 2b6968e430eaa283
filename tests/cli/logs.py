"""Small logs for the command line's tests."""

from __future__ import annotations

CLEAN = """\
[Event "Club"]
[Ruleset "uk-regency"]
[Sides "N S"]

deal 1: dealer S, first N
hand N: 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C 9D TC TD JC
hand S: 4H 4S 5H 5S 6H 6S 7H 7S 8H 8S 9H 9S TH TS JH
up: KC

N: draw QC, discard QC
S: draw QH, discard QH
"""
"""Two turns of a game for two, without a fault."""

FAULTY = CLEAN.replace("N: draw QC, discard QC", "N: draw QC, meld 4C 5D 6C, discard QC")
"""One meld of mixed ranks."""

UNREADABLE = CLEAN.replace("N: draw QC, discard QC", "N: pulls QC, discard QC")
"""One line that is not in the notation."""

SCORED = """\
[Event "Club"]
[Ruleset "uk-regency"]
[Sides "N S"]

deal 1: dealer S, first N
hand N: 4C 4D 4H 5D 5H 5C 7C 7D 7H 8C 8D 9C 9D TC TD
hand S: 4H 4S 5H 5S 6H 6S 7H 7S 8H 8S 9H 9S TH TS JH
up: KC

N: draw QC, meld 7C 7D 7H, meld 5D 5H 5C, meld 4C 4D 4H, discard QC
S: draw QH, discard QH

end: stock
score N: cards 45, hand -60, total -25
"""
"""A deal whose claimed score leaves five points out."""
