### Звіт про перевірку.

audit-title = Перевірка
audit-summary = Підсумок
audit-files = За файлами
audit-file = Файл
audit-ruleset = Правила
audit-deals = Здачі
audit-turns = Ходи
audit-all = Усі файли
audit-errors = Помилки
audit-warnings = Застереження
audit-notes = Примітки
audit-follows = Похідні
audit-unusable = Не прочитано до кінця: { $why }
audit-clean = Порушень немає.
audit-chapters = За розділами
audit-chapter = Розділ
audit-faults = Усі порушення
audit-rests = Спирається на відновлені значення, бо текст пошкоджено

audit-chapter-DEAL = Роздача
audit-chapter-DISCARD = Скидання
audit-chapter-DRAW = Добір карт
audit-chapter-INTERNAL = Наші власні збої
audit-chapter-IRREG = Відхилення від порядку
audit-chapter-MATCH = Партія
audit-chapter-MELD = Мельдунки
audit-chapter-OPEN = Перший мельдунок
audit-chapter-OUT = Повне викладення
audit-chapter-PILE = Пакет
audit-chapter-RECORD = Що може бути в записі
audit-chapter-SCORE = Підрахунок
audit-chapter-SEAT = Розсадження
audit-chapter-SHEET = Аркуші підрахунку
audit-chapter-STOCK = Кінець прикупу
audit-chapter-SYNTAX = Нотація
audit-chapter-THREES = Трійки

audit-impossible = неможливо
audit-illegal = проти правил
audit-misscored = хибний підрахунок
audit-unrecorded = не записано
audit-unreadable = нечитабельно
audit-internal = наш власний збій

audit-match = Матч { $n }
audit-judged = Перевірено за
audit-totals = Рахунок
audit-winner = Переможець
audit-nobody = ще немає
audit-line = рядок { $n }
audit-rule = Правило
audit-source = Джерело
audit-see = Див.
audit-help = Порада
audit-instead = За правилами натомість
audit-from = Випливає з
audit-following =
    { $n ->
        [one] Ще { $n } випливає з цього
        [few] Ще { $n } випливають з цього
       *[other] Ще { $n } випливає з цього
    }

audit-short = Порушень немає; ходи пропущено, бо сторінка велика.
audit-deal = Здача { $n }
audit-out = { $seat } закінчує повним викладенням
audit-out-concealed = { $seat } закінчує прихованим викладенням
audit-stock = прикуп вичерпано
audit-void = не зараховано
audit-stop = зупинено
audit-stuck = ніхто не міг ходити
audit-unfinished = не дограно
audit-turns-played =
    { $n ->
        [one] { $n } хід
        [few] { $n } ходи
       *[other] { $n } ходів
    }
audit-record = Запис
audit-table = Стіл, хід за ходом
audit-before-after = Стіл до і після рядка { $n }
audit-unjudged = Не вдалося перевірити
audit-check = Перевірка
audit-times = Разів
audit-first = Уперше
audit-whose = Чиє
audit-why = Чому

audit-sheet = Підрахунок
audit-item = Стаття
audit-claimed = Заявлено
audit-computed = Обчислено
audit-difference = Різниця
audit-open = може бути правильно
audit-right = правильно

audit-item-natural = чисті канасти
audit-item-mixed = мішані канасти
audit-item-wild = канасти з вайлдкарт
audit-item-cards = викладені карти
audit-item-threes = червоні трійки
audit-item-opponents-threes = червоні трійки суперників
audit-item-held = червоні трійки на руках
audit-item-out = повне викладення
audit-item-concealed = приховане викладення
audit-item-partner = рука партнера
audit-item-hand = карти на руках
audit-item-total = разом
audit-item-running = загальний рахунок
audit-item-penalty = штраф
audit-item-director = рішення судді
audit-item-canastas = канасти
audit-item-red-threes = червоні трійки
audit-item-bonuses = премії
