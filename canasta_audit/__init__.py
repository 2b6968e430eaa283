r"""canasta-audit replays recorded games of canasta and audits them against a ruleset.

>>> import canasta_audit as ca
>>> log = ca.parse('[Sides "NS EW"]\n\ndeal 1: dealer W\nhand N: KS KH 2C 2D\nN: draw 5D, discard 5D\n')
>>> [finding.name for finding in ca.audit(log, ca.load_ruleset("uk-regency")).roots]
['wrong-number-dealt']
"""

from canasta_audit.audit import audit, stream
from canasta_audit.finding import Citation, Finding, Parameter
from canasta_audit.notation.model import Log
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write
from canasta_audit.report import Report
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.version import VERSION as __version__

__all__ = [
    "Citation",
    "Finding",
    "Log",
    "Parameter",
    "Report",
    "Ruleset",
    "RulesetError",
    "__version__",
    "audit",
    "load_ruleset",
    "parse",
    "stream",
    "write",
]
