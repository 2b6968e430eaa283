"""Discards of cards that the rules keep in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_audit.cards import WILD
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import goes_on
from canasta_audit.simulate.faults.scene import RANKS, Scene, of_rank, scenes
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.state import MeldOnTable


@injector("DISCARD-001", "ro-mini")
def discard_barred(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is discarded that an open meld of the side could take, or one of the rank of a canasta just finished."""

    def draws(moment: Moment) -> bool:
        return goes_on(moment) and moment.turn.plays[0].kind == "draw" and len(moment.turn.plays) < 4

    for scene in scenes(clean, source, draws):
        barred = [of_rank(meld.rank) for meld in _finished(scene)]
        for meld in scene.moment.after.melds[scene.side]:
            if meld.size < scene.rules.canastas.size and meld.rank in RANKS:
                barred += [of_rank(meld.rank), WILD] if meld.wilds < (scene.rules.melds.wild_cap or 0) else [of_rank(meld.rank)]
        laying = scene.moment.turn.plays[1:-1]
        used = [{card} for play in laying for card in getattr(play, "cards", ())]
        cards = scene.get(*used, source.choice(barred)) if barred else None
        if cards is not None:
            yield scene.spoilt(*laying, n.Discard(cards[-1]))


def _finished(scene: Scene) -> list[MeldOnTable]:
    """The only melds of their rank that became canastas in the turn."""
    after, size = scene.moment.after.melds[scene.side], scene.rules.canastas.size
    before = {meld.rank: meld.size for meld in scene.melds}
    ranks = [meld.rank for meld in after]
    alone = [meld for meld in after if meld.rank in RANKS and ranks.count(meld.rank) == 1]
    return [meld for meld in alone if meld.size >= size > before.get(meld.rank, 0)]
