"""The injectors of faults in an order in which those that simulate the same game stand together."""

from __future__ import annotations

from canasta_audit.simulate.campaign import all_injectors

INJECTORS = all_injectors()
IDS = sorted(INJECTORS, key=lambda id: (INJECTORS[id].ruleset, INJECTORS[id].players, INJECTORS[id].bot, id))
