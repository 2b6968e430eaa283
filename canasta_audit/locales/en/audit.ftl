### The report of an audit.

audit-title = Audit
audit-summary = Summary
audit-files = By file
audit-file = File
audit-ruleset = Ruleset
audit-deals = Deals
audit-turns = Turns
audit-all = All files
audit-errors = Errors
audit-warnings = Warnings
audit-notes = Notes
audit-follows = Following
audit-unusable = Not read to its end: { $why }
audit-clean = No faults.
audit-chapters = By chapter
audit-chapter = Chapter
audit-faults = All faults
audit-rests = Rests on reconstructed values, for the text is damaged

audit-chapter-DEAL = Dealing
audit-chapter-DISCARD = Discarding
audit-chapter-DRAW = Drawing
audit-chapter-INTERNAL = Our own faults
audit-chapter-IRREG = Irregularities
audit-chapter-MATCH = The match
audit-chapter-MELD = Melds
audit-chapter-OPEN = Initial meld
audit-chapter-OUT = Going out
audit-chapter-PILE = The pile
audit-chapter-RECORD = What a record can hold
audit-chapter-SCORE = Scoring
audit-chapter-SEAT = Seating
audit-chapter-SHEET = Score sheets
audit-chapter-STOCK = End of the stock
audit-chapter-SYNTAX = The notation
audit-chapter-THREES = Threes

audit-impossible = impossible
audit-illegal = illegal
audit-misscored = misscored
audit-unrecorded = unrecorded
audit-unreadable = unreadable
audit-internal = our own fault

audit-match = Match { $n }
audit-judged = Judged by
audit-totals = Totals
audit-winner = Winner
audit-nobody = nobody yet
audit-line = line { $n }
audit-rule = Rule
audit-source = Source
audit-see = See
audit-help = Help
audit-instead = Lawful instead
audit-from = Follows from
audit-following =
    { $n ->
        [one] { $n } more follows from this
       *[other] { $n } more follow from this
    }

audit-short = No faults; the plays are left out, for this page is large.
audit-deal = Deal { $n }
audit-out = { $seat } went out
audit-out-concealed = { $seat } went out concealed
audit-stock = the stock ran out
audit-void = void
audit-stop = stopped
audit-stuck = nobody could play on
audit-unfinished = not played to its end
audit-turns-played =
    { $n ->
        [one] { $n } turn
       *[other] { $n } turns
    }
audit-record = Record
audit-table = Table, turn by turn
audit-before-after = Table before and after line { $n }
audit-unjudged = Could not be judged
audit-check = Check
audit-times = Times
audit-first = First at
audit-whose = Of
audit-why = Why

audit-sheet = Score sheet
audit-item = Item
audit-claimed = Claimed
audit-computed = Computed
audit-difference = Difference
audit-open = may be right
audit-right = right

audit-item-natural = natural canastas
audit-item-mixed = mixed canastas
audit-item-wild = wild canastas
audit-item-cards = cards melded
audit-item-threes = red threes
audit-item-opponents-threes = red threes of opponents
audit-item-held = red threes held
audit-item-out = going out
audit-item-concealed = going out concealed
audit-item-partner = partner's hand
audit-item-hand = cards left in hand
audit-item-total = total
audit-item-running = running total
audit-item-penalty = penalty
audit-item-director = director
audit-item-canastas = canastas
audit-item-red-threes = red threes
audit-item-bonuses = bonuses
