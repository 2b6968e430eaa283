"""``conform``: puts a program that judges canasta to the test, answers such a test, and compares two of them."""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

import click

from canasta_audit.cli.options import color_option
from canasta_audit.cli.outputs import ColorChoice, parse_outputs, use_color, whole_file
from canasta_audit.cli.selection import selected, selection_options
from canasta_audit.cli.trouble import CLEAN, FOUND, Trouble
from canasta_audit.conform.outcome import Run
from canasta_audit.conform.question import Question, Selection, by_ruleset
from canasta_audit.conform.run import Limits, NoStart, Runner
from canasta_audit.render.conform.registry import FORMATS, renderer
from canasta_audit.render.style import printable

_LIMITS = Limits()
_seconds = click.FloatRange(min=0, min_open=True)


@click.group("conform", short_help="Put another program to the test of the suite.")
def command() -> None:
    """The conformance suite against a program in any language; fixtures/README.md describes what is said between the two."""


@command.command("run", short_help="Ask a program every case of the suite.")
@click.argument("program", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True, type=click.UNPROCESSED)
@selection_options
@click.option(
    "--format", "-f", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="Of standard output."
)
@click.option("--output", "-o", "outputs", metavar="FORMAT=PATH", multiple=True, help="Write the report to a file too; repeatable.")
@click.option("--timeout", type=_seconds, default=_LIMITS.answer, show_default=True, help="Seconds for an answer.")
@click.option("--start-timeout", type=_seconds, default=_LIMITS.start, show_default=True, help="Seconds for the program's start.")
@click.option(
    "--give-up",
    type=click.IntRange(min=0),
    default=_LIMITS.give_up,
    show_default=True,
    help="Skip the rest after so many questions in a row without an answer; 0: never.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 also where something is skipped or unsupported.")
@color_option
def run_command(
    program: tuple[str, ...],
    selection: Selection,
    format_name: str,
    outputs: tuple[str, ...],
    timeout: float,
    start_timeout: float,
    give_up: int,
    strict: bool,
    color: ColorChoice,
) -> int:
    """Start COMMAND, ask it the cases of the suite over its standard input and output, and report how it did.

    Exits with 1 if a case failed or was not answered though it should have been, or if none was answered at all; with 2 if
    the program cannot be started or does not speak the protocol.
    """
    files = parse_outputs(outputs, (), FORMATS)
    asked = selected(selection)
    run = _asked(program, asked, Limits(start_timeout, timeout, give_up=give_up))
    for piece in renderer(format_name)(run, use_color(color)):
        sys.stdout.write(piece)
    for name, path in files:
        with whole_file(path) as stream:
            stream.writelines(renderer(name)(run, False))
    left_out = run.tally().outcomes["skipped"] + run.tally().outcomes["unsupported"]
    return FOUND if not run.clean or (strict and left_out) else CLEAN


def _asked(program: tuple[str, ...], asked: list[Question], limits: Limits) -> Run:
    from canasta_audit.cli.progress import shown
    from canasta_audit.conform.manifest import suite_version

    version = suite_version()
    place = {question.id: at for at, question in enumerate(asked)}
    # Whoever ends us must not leave the program behind.
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        with Runner(program, version, limits) as runner:
            results = list(shown(runner.results(by_ruleset(asked)), len(asked)))
    except NoStart as error:
        for line in error.stderr.splitlines()[-20:]:
            sys.stderr.write(f"  stderr: {printable(line)}\n")
        raise Trouble(f"the program under test: {error}") from None
    finally:
        signal.signal(signal.SIGTERM, before)
    results.sort(key=lambda result: place[result.id])
    about: dict[str, Any] = {key: value for key, value in runner.about.items() if key != "seq"}
    if runner.stopped is None:
        sys.stderr.write(f"canasta-audit: the program did not end within {limits.stop:g} s after `stop`, and was killed\n")
    elif runner.stopped:
        sys.stderr.write(f"canasta-audit: after `stop` the program ended with exit code {runner.stopped}\n")
    return Run({**about, "command": list(program)}, version, results, runner.restarts)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


@command.command("serve", short_help="Answer such a test with our own engine.")
@click.option(
    "--log", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of the log that is read."
)
def serve_command(form: str) -> int:
    """Answer the messages of `conform run` on standard input, one line of JSON each, until it says stop.

    The plain data of a log holds a line that cannot be read, but not what was found wrong with it.
    """
    from canasta_audit.conform.serve import Unheard, serve

    try:
        for answer in serve(iter(sys.stdin.readline, ""), plain_data=form == "json"):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    except Unheard as error:
        raise Trouble(str(error)) from None
    return CLEAN


@command.command("diff", short_help="Compare two runs.")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
def diff_command(old: str, new: str, form: str, color: ColorChoice) -> int:
    """Show what has changed between OLD and NEW, two reports of `conform run --format json`. Exits with 1 if anything is worse."""
    from canasta_audit.conform.difference import NoRun, difference
    from canasta_audit.render.conform.diff import render, render_json

    reports = (_report(old), _report(new))
    try:
        found = list(difference(*reports))
    except NoRun as error:
        raise Trouble(f"{old} and {new}: {error}") from None
    for piece in render_json(found) if form == "json" else render(found, use_color(color)):
        sys.stdout.write(piece)
    return FOUND if any(one.change == "worse" for one in found) else CLEAN


def _report(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as stream:
            data = json.load(stream)
    except (ValueError, RecursionError):
        raise Trouble(f"{path}: no JSON") from None
    if not isinstance(data, dict):
        raise Trouble(f"{path}: no report of `conform run --format json`")
    return data
