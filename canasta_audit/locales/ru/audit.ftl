### Отчёт о проверке.

audit-title = Проверка
audit-summary = Итог
audit-files = По файлам
audit-file = Файл
audit-ruleset = Правила
audit-deals = Сдачи
audit-turns = Ходы
audit-all = Все файлы
audit-errors = Ошибки
audit-warnings = Предупреждения
audit-notes = Замечания
audit-follows = Следствия
audit-unusable = Не прочитано до конца: { $why }
audit-clean = Нарушений нет.
audit-chapters = По разделам
audit-chapter = Раздел
audit-faults = Все нарушения
audit-rests = Опирается на восстановленные значения, ибо текст повреждён

audit-chapter-DEAL = Сдача карт
audit-chapter-DISCARD = Сброс карты
audit-chapter-DRAW = Взятие карт
audit-chapter-INTERNAL = Наши собственные сбои
audit-chapter-IRREG = Отступления от порядка
audit-chapter-MATCH = Партия
audit-chapter-MELD = Комбинации
audit-chapter-OPEN = Первая выкладка
audit-chapter-OUT = Выход
audit-chapter-PILE = Пакет
audit-chapter-RECORD = Что может быть в записи
audit-chapter-SCORE = Подсчёт очков
audit-chapter-SEAT = Рассадка
audit-chapter-SHEET = Листы подсчёта
audit-chapter-STOCK = Конец прикупа
audit-chapter-SYNTAX = Нотация
audit-chapter-THREES = Тройки

audit-impossible = невозможно
audit-illegal = против правил
audit-misscored = неверный подсчёт
audit-unrecorded = не записано
audit-unreadable = нечитаемо
audit-internal = наш собственный сбой

audit-match = Матч { $n }
audit-judged = Проверено по
audit-totals = Счёт
audit-winner = Победитель
audit-nobody = пока нет
audit-line = строка { $n }
audit-rule = Правило
audit-source = Источник
audit-see = См.
audit-help = Совет
audit-instead = По правилам взамен
audit-from = Следует из
audit-following =
    { $n ->
        [one] Отсюда следует ещё { $n }
        [few] Отсюда следуют ещё { $n }
       *[other] Отсюда следует ещё { $n }
    }

audit-short = Нарушений нет; ходы опущены, так как страница велика.
audit-deal = Сдача { $n }
audit-out = { $seat } выходит
audit-out-concealed = { $seat } выходит скрытно
audit-stock = прикуп исчерпан
audit-void = не засчитана
audit-stop = остановлена
audit-stuck = никто не мог ходить
audit-unfinished = не доиграна
audit-turns-played =
    { $n ->
        [one] { $n } ход
        [few] { $n } хода
       *[other] { $n } ходов
    }
audit-record = Запись
audit-table = Стол, ход за ходом
audit-before-after = Стол до и после строки { $n }
audit-unjudged = Не удалось проверить
audit-check = Проверка
audit-times = Раз
audit-first = Впервые
audit-whose = Чьё
audit-why = Почему

audit-sheet = Подсчёт очков
audit-item = Статья
audit-claimed = Заявлено
audit-computed = Вычислено
audit-difference = Разница
audit-open = может быть верно
audit-right = верно

audit-item-natural = чистые канасты
audit-item-mixed = смешанные канасты
audit-item-wild = канасты из диких карт
audit-item-cards = выложенные карты
audit-item-threes = красные тройки
audit-item-opponents-threes = красные тройки соперников
audit-item-held = красные тройки на руках
audit-item-out = выход
audit-item-concealed = скрытый выход
audit-item-partner = рука партнёра
audit-item-hand = карты на руках
audit-item-total = всего
audit-item-running = общий счёт
audit-item-penalty = штраф
audit-item-director = решение судьи
audit-item-canastas = канасты
audit-item-red-threes = красные тройки
audit-item-bonuses = премии
