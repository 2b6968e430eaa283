"""The source texts of the rulesets as data: id, title, language, length, and the headings, so that a line has a section.

A citation names a text, a section and a line; the texts' own sentences are no part of the product.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from canasta_audit.finding import Citation


class Text(NamedTuple):
    """One source text: ``lines`` is its length, ``headings`` are (1-based line, heading), a heading below another as ``A / B``."""

    id: str
    title: str
    language: str
    lines: int
    headings: tuple[tuple[int, str], ...]

    def section(self, line: int) -> str:
        """Heading above ``line`` (1-based), ``""`` before the first one."""
        return next((heading for start, heading in reversed(self.headings) if start <= line), "")


_TEXTS = (
    Text(
        "uk-wiki",
        "Канаста — Вікіпедія",
        "uk",
        188,
        (
            (11, "Правила гри згідно з Official Canasta Laws des Regency Whist Club New York"),
            (17, "Підготовка"),
            (29, "Червоні трійки"),
            (37, "Карти і їх оцінка"),
            (58, "Викладення комбінацій (Мельдування)"),
            (70, "Перший мельдунок"),
            (86, "Купівля пакету"),
            (98, "Чорні трійки"),
            (112, "Блокування і замороження пакету"),
            (123, "Повне викладення"),
            (134, "Приховане викладення"),
            (144, "Остання карта прикупу"),
            (157, "Розрахунок результату гри"),
            (170, "Закінчення партії"),
            (176, "Гра на дві або 3 особи"),
            (182, "Посилання"),
            (186, "Примітки"),
        ),
    ),
    Text(
        "ro-wiki",
        "Canasta",
        "ro",
        191,
        (
            (26, "Terminologia, clasificarea și valorile cardului"),
            (36, "Pregătirea"),
            (40, "Scopul jocului"),
            (45, "Tipuri de canasta"),
            (56, "Cursul jocului"),
            (66, "Deschiderea"),
            (70, "Luând fântâna"),
            (74, "Onoruri și cărți de oprire"),
            (80, "Înghețarea fântânii"),
            (84, "Închidere, scoruri și victorie"),
            (102, "Tabel rezumat cu valorile cardului"),
            (104, "Canastone"),
            (108, "Canastone / Pregătirea"),
            (118, "Canastone / Combinații"),
            (124, "Canastone / Cursul jocului"),
            (130, "Canastone / Luând fântâna"),
            (134, "Canastone / Onoruri și cărți de oprire"),
            (138, "Canastone / Înghețarea fântânii"),
            (142, "Canastone / Închidere, scoruri și victorie"),
            (154, "Varianta mini"),
            (180, "Notă"),
            (182, "Voci correlate"),
            (186, "Collegamenti esterni"),
        ),
    ),
    Text(
        "ru-club",
        "Канаста",
        "ru",
        99,
        (
            (10, "Как играть в Канасту: правила за минуту"),
            (17, "Раздача: прикуп, пакет и стартовая карта"),
            (23, "Комбинации, двойки и джокеры"),
            (25, "Комбинации, двойки и джокеры / Комбинация"),
            (27, "Комбинации, двойки и джокеры / Чистая канаста"),
            (29, "Комбинации, двойки и джокеры / Смешанная канаста"),
            (34, "Как взять стопку сброса"),
            (42, "Подсчёт очков без арифметических ловушек"),
            (56, "Четверо 2×2, двое, трое и региональные варианты"),
            (57, "Четверо 2×2, двое, трое и региональные варианты / Четверо, пара на пару"),
            (59, "Четверо 2×2, двое, трое и региональные варианты / Канаста на двоих и на троих"),
            (61, "Четверо 2×2, двое, трое и региональные варианты / Самба, Боливия, Hand and Foot"),
            (63, "Выход: три проверки перед последней картой"),
            (68, "Стратегия для первой партии"),
            (69, "Стратегия для первой партии / Не кормите сброс"),
            (71, "Стратегия для первой партии / Берегите пару"),
            (73, "Стратегия для первой партии / Считайте минус руки"),
            (75, "Стратегия для первой партии / Спросите партнёра"),
            (77, "Частые вопросы о Канасте"),
            (78, "Частые вопросы о Канасте / Сколько человек играет в Канасту?"),
            (80, "Частые вопросы о Канасте / Сколько карт в колоде Канасты?"),
            (82, "Частые вопросы о Канасте / Что называется канастой?"),
            (84, "Частые вопросы о Канасте / Можно ли взять всю стопку сброса?"),
            (86, "Частые вопросы о Канасте / Сколько очков нужно для победы?"),
            (88, "Частые вопросы о Канасте / Что происходит, если закончилась закрытая колода?"),
            (90, "Частые вопросы о Канасте / Что считается дикой картой в Канасте?"),
            (92, "Частые вопросы о Канасте / Чем чистая канаста отличается от смешанной?"),
            (94, "Частые вопросы о Канасте / Сколько карт раздают в игре на двоих и на троих?"),
            (96, "Частые вопросы о Канасте / Что будет, если красная тройка останется на руке?"),
            (98, "Частые вопросы о Канасте / Можно ли играть в Канасту на YellowClub?"),
        ),
    ),
    Text(
        "uk-howto",
        "Canasta",
        "uk",
        69,
        (
            (7, "Точкові значення"),
            (15, "Обираємо партнерів"),
            (17, "Як з цим боротися"),
            (20, "Червоні трійки"),
            (23, "Як грати"),
            (26, "Як зробити злиття"),
            (30, "Як Канаста"),
            (41, "Купа сміття"),
            (43, "Заморожування купи відходів"),
            (57, "Як вийти"),
            (60, "Як вести рахунок"),
        ),
    ),
    Text(
        "ru-bank",
        "Карточные игры — Канаста",
        "ru",
        308,
        (
            (146, "Канаста"),
            (154, "Канаста / Расценка карт"),
            (158, "Канаста / Правила игры"),
            (182, "Канаста / Сложности и вариации"),
        ),
    ),
)

TEXTS: dict[str, Text] = {text.id: text for text in _TEXTS}
"""The texts by id."""


@lru_cache(maxsize=2048)
def cite(text_id: str, line: int) -> Citation:
    """Return the citation of a line (1-based); a text that is not listed has no sections.

    >>> cite("uk-wiki", 119).line, cite("uk-wiki", 3).section, cite("club-house-rules", 4).section
    (119, '', '')
    """
    text = TEXTS.get(text_id)
    return Citation(text_id, text.section(line) if text else "", line)
