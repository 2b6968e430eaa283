"""The conformance suite under our own engine: every case comes to what it says, and every key of the schema decides one."""

from __future__ import annotations

from collections import Counter

import pytest

from canasta_audit.conform.case import Case, Otherwise, cases
from canasta_audit.conform.judge import judge, meets

CASES = list(cases())
DECIDING = [(case, otherwise) for case in CASES for otherwise in case.decides]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    found = judge(case)
    assert meets(found, case.outcome), found


@pytest.mark.parametrize(("case", "otherwise"), DECIDING, ids=lambda one: getattr(one, "id", getattr(one, "key", "")))
def test_deciding_key(case: Case, otherwise: Otherwise) -> None:
    found = judge(case, otherwise)
    assert meets(found, otherwise.outcome), found
    assert not meets(found, case.outcome)


def test_ids_are_told_apart() -> None:
    assert [id for id, count in Counter(case.id for case in CASES).items() if count > 1] == []
