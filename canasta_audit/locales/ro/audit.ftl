### Raportul unei verificări.

audit-title = Verificare
audit-summary = Rezumat
audit-files = Pe fișiere
audit-file = Fișier
audit-ruleset = Reguli
audit-deals = Mâini
audit-turns = Ture
audit-all = Toate fișierele
audit-errors = Greșeli
audit-warnings = Avertismente
audit-notes = Observații
audit-follows = Urmări
audit-unusable = Nu a fost citit până la capăt: { $why }
audit-clean = Nicio abatere.
audit-chapters = Pe capitole
audit-chapter = Capitol
audit-faults = Toate abaterile
audit-rests = Se sprijină pe valori reconstituite, căci textul e deteriorat

audit-chapter-DEAL = Împărțirea
audit-chapter-DISCARD = Decartarea
audit-chapter-DRAW = Tragerea cărților
audit-chapter-INTERNAL = Propriile noastre defecte
audit-chapter-IRREG = Nereguli
audit-chapter-MATCH = Meciul
audit-chapter-MELD = Combinații
audit-chapter-OPEN = Deschiderea
audit-chapter-OUT = Închiderea
audit-chapter-PILE = Fântâna
audit-chapter-RECORD = Ce poate cuprinde o înregistrare
audit-chapter-SCORE = Punctajul
audit-chapter-SEAT = Așezarea la masă
audit-chapter-SHEET = Foi de scor
audit-chapter-STOCK = Sfârșitul stocului
audit-chapter-SYNTAX = Notația
audit-chapter-THREES = Treiarii

audit-impossible = imposibil
audit-illegal = împotriva regulilor
audit-misscored = punctaj greșit
audit-unrecorded = neînregistrat
audit-unreadable = ilizibil
audit-internal = defect al nostru

audit-match = Meciul { $n }
audit-judged = Judecat după
audit-totals = Scor
audit-winner = Câștigător
audit-nobody = încă nimeni
audit-line = rândul { $n }
audit-rule = Regula
audit-source = Sursa
audit-see = Vezi
audit-help = Ajutor
audit-instead = Permis în schimb
audit-from = Decurge din
audit-following =
    { $n ->
        [one] Încă { $n } decurge din aceasta
        [few] Încă { $n } decurg din aceasta
       *[other] Încă { $n } de abateri decurg din aceasta
    }

audit-short = Fără greșeli; mutările sunt omise, fiindcă pagina este mare.
audit-deal = Mâna { $n }
audit-out = { $seat } a închis
audit-out-concealed = { $seat } a închis în mână
audit-stock = stocul s-a terminat
audit-void = anulată
audit-stop = oprită
audit-stuck = nimeni nu a mai putut juca
audit-unfinished = nejucată până la capăt
audit-turns-played =
    { $n ->
        [one] { $n } tură
        [few] { $n } ture
       *[other] { $n } de ture
    }
audit-record = Înregistrarea
audit-table = Masa, tură cu tură
audit-before-after = Masa înainte și după rândul { $n }
audit-unjudged = Nu s-a putut judeca
audit-check = Verificarea
audit-times = De câte ori
audit-first = Prima dată
audit-whose = A cui
audit-why = De ce

audit-sheet = Foaia de scor
audit-item = Poziția
audit-claimed = Declarat
audit-computed = Calculat
audit-difference = Diferență
audit-open = poate fi corect
audit-right = corect

audit-item-natural = canaste pure
audit-item-mixed = canaste impure
audit-item-wild = canaste de mate
audit-item-cards = cărți etalate
audit-item-threes = treiari roșii
audit-item-opponents-threes = treiarii roșii ai adversarilor
audit-item-held = treiari roșii în mână
audit-item-out = închidere
audit-item-concealed = închidere în mână
audit-item-partner = mâna partenerului
audit-item-hand = cărți rămase în mână
audit-item-total = total
audit-item-running = total general
audit-item-penalty = penalizare
audit-item-director = decizia arbitrului
audit-item-canastas = canaste
audit-item-red-threes = treiari roșii
audit-item-bonuses = bonusuri
