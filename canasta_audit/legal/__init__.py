"""What a player may do: the lawful turns of a position, found by asking the checks of the audit about every candidate.

A *turn* here is all that one player does: where the cards come from, what is laid, and the discard. Two turns are the same where
they leave the same table: the same cards on every meld, in every hand and on the pile. The order in which things were laid is left
aside; equal cards are not told apart, cards of different suits are.
"""

from canasta_audit.legal.referee import LegalTurn as LegalTurn
from canasta_audit.legal.referee import Referee as Referee
from canasta_audit.legal.referee import Stand as Stand
from canasta_audit.legal.referee import result as result
from canasta_audit.legal.sources import draw_of as draw_of
from canasta_audit.legal.sources import sources as sources
from canasta_audit.legal.sources import turned_over as turned_over
from canasta_audit.legal.turns import TooMany as TooMany
from canasta_audit.legal.turns import legal_turns as legal_turns
from canasta_audit.legal.turns import perft as perft
