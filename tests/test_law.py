from __future__ import annotations

import pytest

from canasta_audit.finding import Citation
from canasta_audit.law import TEXTS, cite


def test_the_five_texts() -> None:
    assert {text.id: (text.language, text.lines) for text in TEXTS.values()} == {
        "uk-wiki": ("uk", 188),
        "ro-wiki": ("ro", 191),
        "ru-club": ("ru", 99),
        "uk-howto": ("uk", 69),
        "ru-bank": ("ru", 308),
    }


@pytest.mark.parametrize("text", TEXTS.values(), ids=lambda text: text.id)
def test_headings_rise_and_lie_in_the_text(text) -> None:
    lines = [line for line, _ in text.headings]
    assert lines == sorted(set(lines))
    assert lines[0] >= 1
    assert lines[-1] <= text.lines
    assert all(heading.strip() == heading != "" for _, heading in text.headings)


@pytest.mark.parametrize(
    ("text", "line", "section"),
    [
        ("uk-wiki", 3, ""),
        ("uk-wiki", 10, ""),
        ("uk-wiki", 17, "Підготовка"),
        ("uk-wiki", 27, "Підготовка"),
        ("uk-wiki", 29, "Червоні трійки"),
        ("uk-wiki", 119, "Блокування і замороження пакету"),
        ("uk-wiki", 155, "Остання карта прикупу"),
        ("uk-wiki", 180, "Гра на дві або 3 особи"),
        ("ro-wiki", 38, "Pregătirea"),
        ("ro-wiki", 112, "Canastone / Pregătirea"),
        ("ro-wiki", 166, "Varianta mini"),
        ("ru-club", 54, "Подсчёт очков без арифметических ловушек"),
        ("ru-club", 60, "Четверо 2×2, двое, трое и региональные варианты / Канаста на двоих и на троих"),
        ("uk-howto", 6, ""),
        ("uk-howto", 44, "Заморожування купи відходів"),
        ("ru-bank", 145, ""),
        ("ru-bank", 156, "Канаста / Расценка карт"),
        ("ru-bank", 206, "Канаста / Сложности и вариации"),
    ],
)
def test_a_line_has_the_section_of_the_heading_above_it(text: str, line: int, section: str) -> None:
    assert cite(text, line) == Citation(text, section, line)


def test_an_unknown_text_has_no_sections() -> None:
    assert cite("house-rules", 12) == Citation("house-rules", "", 12)
