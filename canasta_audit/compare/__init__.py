"""Many rulesets side by side: where they differ, whether a game shows it, and which of them a game was played by."""

from canasta_audit.compare.matrix import Bridge as Bridge
from canasta_audit.compare.matrix import Cell as Cell
from canasta_audit.compare.matrix import Distance as Distance
from canasta_audit.compare.matrix import Matrix as Matrix
from canasta_audit.compare.matrix import Row as Row
from canasta_audit.compare.matrix import compare as compare
