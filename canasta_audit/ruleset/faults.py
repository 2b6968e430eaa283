"""Every fault a ruleset can have, as data.

001 to 019 are about the YAML, 020 to 029 about the schema, 030 to 049 about inheritance and options, 101 on about the meaning.
"""

from __future__ import annotations

from canasta_audit.finding import Fault, Finding, SeverityName

FAULTS: dict[str, Fault] = {}
"""The faults by id."""


def _fault(id: str, name: str, template: str, doc: str, severity: SeverityName = "error") -> Fault:
    FAULTS[id] = Fault(id, name, severity, template, doc)
    return FAULTS[id]


class RulesetError(Exception):
    """A ruleset that cannot be used; ``findings`` say why, in the order of their places."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = sorted(findings, key=lambda finding: finding.sort_key)
        super().__init__("; ".join(f"{f.file}:{f.line}:{f.column}: {f.id} {f.message}" for f in self.findings[:5]))


UNREADABLE_FILE = _fault(
    "RULESET-001", "unreadable-file", "{name} cannot be read: {reason}", "The file is missing, a folder, or may not be opened."
)
FILE_TOO_LARGE = _fault(
    "RULESET-002",
    "file-too-large",
    "the file has more than {max} bytes",
    "A ruleset is a page or two of keys; a file this large is something else.",
)
WRONG_ENCODING = _fault(
    "RULESET-003", "wrong-encoding", "byte {offset} is not UTF-8", "Rulesets are UTF-8 text. Save the file in that encoding."
)
FORBIDDEN_CHARACTER = _fault(
    "RULESET-004",
    "forbidden-character",
    "character {code} may not stand in a ruleset",
    "Control characters and the rarer line ends are refused: YAML readers and editors count lines differently around them.",
)
YAML_SYNTAX = _fault("RULESET-005", "yaml-syntax", "not YAML: {problem}", "The file is not well-formed YAML at this place.")
NOT_A_MAPPING = _fault(
    "RULESET-006",
    "not-a-mapping",
    "a ruleset is a mapping of keys; this file is {found}",
    "Keys such as `extends:` make a ruleset.",
)
SEVERAL_DOCUMENTS = _fault(
    "RULESET-007", "several-documents", "a second document begins here", "One file holds one ruleset; a second `---` is refused."
)
TOO_DEEP = _fault(
    "RULESET-008", "too-deep", "nested deeper than {max} levels", "No key of a ruleset lies so deep; the nesting is refused unread."
)
YAML_FEATURE = _fault(
    "RULESET-009",
    "yaml-feature",
    "{feature} is not used in rulesets",
    "Anchors, aliases, merge keys, tags and directives are refused: `extends` is the one way to reuse what is written elsewhere.",
)
DUPLICATE_KEY = _fault(
    "RULESET-010",
    "duplicate-key",
    "key {key} is already set in line {first}",
    "Most YAML readers keep the last of two equal keys and say nothing; here it is an error.",
)
BAD_KEY = _fault(
    "RULESET-011",
    "bad-key",
    "key {key} is read as {kind}, and keys are text",
    "Keys are text. Number-like keys, such as the numbers of players, stand in quotes.",
)
AMBIGUOUS_SCALAR = _fault(
    "RULESET-012",
    "ambiguous-scalar",
    "{scalar} is {kind} to some YAML readers and text to others",
    "Only `true`, `false`, `null`, decimal whole numbers and text are values. What YAML readers disagree about is refused:"
    " `NO`, `on`, `010`, `1:30`, dates, fractions.",
)
EMPTY_VALUE = _fault("RULESET-013", "empty-value", "key {key} has no value", "Write `null` if that is meant, or leave the key out.")
TOO_MANY = _fault(
    "RULESET-014", "too-many-faults", "{count} faults in this file; the first {shown} are shown", "The file is probably no ruleset."
)
LONG_LIST = _fault(
    "RULESET-015", "long-list", "the list has more than {max} items", "No list of a ruleset is so long; it is refused unread."
)
LONG_MAPPING = _fault(
    "RULESET-016",
    "long-mapping",
    "the mapping has more than {max} keys",
    "No mapping of a ruleset is so long: it is refused unread.",
)

UNKNOWN_KEY = _fault(
    "RULESET-020", "unknown-key", "{key} is no key of {where}", "The key is not in the schema: a slip, or a rule we do not model."
)
MISSING_KEY = _fault(
    "RULESET-021",
    "missing-key",
    "{where} lacks the key {key}",
    "A ruleset without `extends` gives every key; one that extends another gives only what differs.",
)
WRONG_TYPE = _fault("RULESET-022", "wrong-type", "{pointer} is {found}; it must be {expected}", "The value is of another type.")
NOT_ALLOWED = _fault(
    "RULESET-023", "value-not-allowed", "{pointer} is {found}; allowed: {allowed}", "The key takes one of a few words."
)
OUT_OF_RANGE = _fault(
    "RULESET-024", "out-of-range", "{pointer} is {found}; it must be {expected}", "The number lies outside what can be meant."
)
MALFORMED = _fault(
    "RULESET-025",
    "malformed-value",
    "{pointer} is {found}; it must be {expected}",
    "The text or list is not of the form asked for.",
)

UNKNOWN_RULESET = _fault(
    "RULESET-030", "unknown-ruleset", "there is no ruleset {reference}", "Neither a shipped ruleset nor a YAML file has this name."
)
EXTENDS_CYCLE = _fault(
    "RULESET-031", "extends-cycle", "the file extends itself: {chain}", "A chain of `extends` has to end in a file without one."
)
REMOVES_NOTHING = _fault(
    "RULESET-032",
    "removes-nothing",
    "{pointer} is not in the ruleset extended",
    "`remove` takes out keys that the extended ruleset has; anything else is a slip.",
)
UNKNOWN_OPTION = _fault(
    "RULESET-033", "unknown-option", "{ruleset} has no option {option}", "Options are the switches named under `options:`."
)
CONTRADICTORY_OPTIONS = _fault(
    "RULESET-034",
    "contradictory-options",
    "options {first} and {second} both set {pointer}: to {first_value} and to {second_value}",
    "Two options that set one key to different values cannot hold together.",
)
UNKNOWN_READING = _fault(
    "RULESET-035", "unknown-reading", "there is no reading {reading}", "Citations and options name readings of `readings:`."
)

BANDS_ORDER = _fault(
    "RULESET-101",
    "bands-order",
    "{problem}",
    "The first band of the initial meld has no `since`; every later one has a higher `since` than the one before.",
)
DECK_TOO_SMALL = _fault(
    "RULESET-102",
    "deck-too-small",
    "{players} players are dealt {dealt} cards and an up-card; the deck has {deck}",
    "There must be a card left to turn up after the deal.",
)
IMPOSSIBLE_MELD = _fault("RULESET-103", "impossible-meld", "{problem}", "No meld can satisfy these numbers together.")
FROZEN_WIDER = _fault(
    "RULESET-104",
    "frozen-wider-than-open",
    "a frozen pile may be taken by {way}, an open one may not",
    "A frozen pile is harder to take than an open one.",
    "warning",
)
NO_PARTNER = _fault(
    "RULESET-105",
    "no-partner",
    "{players} players cannot sit in sides of opposite partners",
    "Partners opposite need an even number of at least four players.",
)
GOING_OUT_NUMBERS = _fault(
    "RULESET-106", "going-out-numbers", "{problem}", "The keys of going out do not fit each other.", "warning"
)
OFF_UNIT = _fault(
    "RULESET-107",
    "off-unit",
    "{pointer} is {value}, no multiple of the unit of {unit} points",
    "`/scoring/unit` promises that every score is a multiple of it.",
    "warning",
)
CONTRADICTION = _fault(
    "RULESET-108",
    "contradictory-values",
    "{pointer} does not go with {because}: {problem}",
    "Two keys ask for what cannot be had together. Often they were set by two options that make no sense side by side.",
)
UNREACHABLE = _fault(
    "RULESET-109",
    "unreachable-value",
    "{pointer} can never be reached because of {because}: {problem}",
    "What the value speaks of does not come about in this game.",
    "warning",
)
REDUNDANT_OVERRIDE = _fault(
    "RULESET-120",
    "redundant-override",
    "{pointer} is {value} in the ruleset extended, too",
    "The line changes nothing; without it the file says only what differs.",
    "warning",
)
IDLE_KEY = _fault(
    "RULESET-121",
    "idle-key",
    "{pointer} has no effect while {because} is {value}",
    "Another key makes this one meaningless.",
    "warning",
)
IDLE_OPTION = _fault(
    "RULESET-122", "idle-option", "option {option} changes nothing", "Everything the option sets is so already.", "warning"
)
UNUSED_READING = _fault(
    "RULESET-123", "unused-reading", "no key and no option names reading {reading}", "A reading settles a key.", "warning"
)
BEYOND_THE_TEXT = _fault(
    "RULESET-124", "beyond-the-text", "text {source} has {lines} lines; line {cited} is cited", "The citation is a slip.", "warning"
)
UNKNOWN_TEXT = _fault(
    "RULESET-125",
    "unknown-text",
    "text {source} is none of the source texts",
    "Citations of a text of one's own are kept, but its sections and length are not known.",
    "note",
)
REDUNDANT_FOR_TABLE = _fault(
    "RULESET-126",
    "redundant-for-table",
    "{pointer} is {value} with any number of players; saying so for {players} changes nothing",
    "Under a number of players stands what differs with so many at the table.",
    "warning",
)
