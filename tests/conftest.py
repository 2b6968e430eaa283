"""What all tests share: runs of the command line, in this process and in one of its own."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent

# Each program that a test starts would compile the package anew. The processes that run the tests are started after this, too.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that take longest first."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)
    # Thousands of tests and hundreds of rulesets stay to the end: to look through them again and again takes time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def without(why: str) -> NoReturn:
    """Skip a test for want of something, and say of what; where ``CI`` is ``true`` everything has to be there, and it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


class Outcome(NamedTuple):
    """What a run came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Run the command line in this process, as ``main`` does; ``stdin`` may be text or bytes."""
    import click

    from canasta_audit.cli import main

    monkeypatch.delenv("CANASTA_AUDIT_DEBUG", raising=False)

    @click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
    @click.argument("args", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def whole(ctx: click.Context, args: tuple[str, ...]) -> None:
        ctx.exit(main.run(list(args)))

    def run_args(*args: str | Path, stdin: str | bytes = b"") -> Outcome:
        result = CliRunner().invoke(whole, ["--", *map(str, args)], input=stdin)
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run_args


@pytest.fixture
def spawn() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ``python ARGS`` in a process of its own, in the checkout."""

    def spawn_args(*args: str | Path, env: dict[str, str] | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *map(str, args)]
        whole_env = {**os.environ, **(env or {})}
        return subprocess.run(
            command, input=stdin, capture_output=True, encoding="utf-8", cwd=ROOT, env=whole_env, timeout=60, check=False
        )

    return spawn_args
