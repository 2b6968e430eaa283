"""On which keys of a ruleset the items of a ledger rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from canasta_audit.table.score import Item

_ITEM_KEYS: dict[str, tuple[str, ...]] = {
    "wild": ("/canastas/wild",),
    "threes": ("/red_threes/",),
    "opponents-threes": ("/red_threes/",),
    "held": ("/red_threes/held",),
    "out": ("/going_out/bonus",),
    "concealed": ("/going_out/concealed_extra",),
    "partner": ("/going_out/partner_bonus",),
    "cards": ("/values/", "/scoring/"),
    "hand": ("/values/", "/scoring/"),
}
"""How the pointers begin of the keys that a ledger's item rests on; of natural and mixed canastas the ranks are told."""

_BY_RANK = frozenset(("natural", "mixed"))
"""Items whose ranks are told: canastas of aces have keys of their own."""


class Rests:
    """Which of some keys ledgers rest on, worked out once. A choice of them is a number with one bit for each of ``pointers``."""

    __slots__ = ("_of_item", "_opening", "pointers")

    def __init__(self, pointers: Iterable[str]) -> None:
        """Look for the keys at ``pointers``."""
        self.pointers = sorted(pointers)
        self._opening = self._bits(("/opening/",))
        self._of_item = {item: self._bits(begin) for item, begin in _ITEM_KEYS.items()}
        for name in _BY_RANK:
            for key in (name, f"{name}_aces"):
                self._of_item[key] = self._bits((f"/canastas/{key}",), whole=True)

    def _bits(self, begin: tuple[str, ...], *, whole: bool = False) -> int:
        fits = [pointer in begin if whole else pointer.startswith(begin) for pointer in self.pointers]
        return sum(1 << at for at, fit in enumerate(fits) if fit)

    def used(self, ledgers: Iterable[Sequence[Item]], melded: bool) -> int:
        """The keys that ``ledgers`` rest on, and initial melds, if anything was ``melded``."""
        of_item = self._of_item
        used = self._opening if melded else 0
        for items in ledgers:
            for item in items:
                name = item[0]
                if name in _BY_RANK:
                    for rank in item[2]:
                        # With a bonus other than the usual one they are told as "A:700".
                        used |= of_item[f"{name}_aces"] if rank[0] == "A" else of_item[name]
                elif name in of_item:
                    used |= of_item[name]
        return used

    def among(self, used: int) -> list[str]:
        """The pointers of a choice of keys, in their order."""
        return [pointer for at, pointer in enumerate(self.pointers) if used >> at & 1]
