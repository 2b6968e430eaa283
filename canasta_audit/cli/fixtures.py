"""``fixtures``: the conformance suite itself: what is in it, as JSON Lines for other programs, and what is wrong with it."""

from __future__ import annotations

import json
import sys

import click

from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.cli.options import color_option
from canasta_audit.cli.outputs import ColorChoice, columns, use_color, whole_file, write_reports
from canasta_audit.cli.selection import selected, selection_options
from canasta_audit.cli.trouble import CLEAN, FOUND, Trouble
from canasta_audit.conform.question import Question, Selection
from canasta_audit.render.registry import FORMATS
from canasta_audit.render.stream import Options
from canasta_audit.render.style import paint


@click.group("fixtures", short_help="List, export or check the conformance suite.")
def command() -> None:
    """The cases and recorded games of the conformance suite, as they are shipped."""


@command.command("list", short_help="List cases.")
@selection_options
@click.option("--format", "-f", "form", type=click.Choice(["text", "ids", "json"]), default="text", show_default=True)
@color_option
def list_command(selection: Selection, form: str, color: ColorChoice) -> int:
    """List the cases, and each again for every key that decides it, with what it shows and the lines of the law that settle it."""
    for question in selected(selection):
        sys.stdout.write(_row(question, form, use_color(color)) + "\n")
    return CLEAN


def _row(question: Question, form: str, color: bool) -> str:
    if form == "ids":
        return question.id
    cite = [f"{text} {line}" for text, line in question.cite]
    if form == "json":
        about = {"id": question.id, "shelf": question.shelf, "chapter": question.chapter, "ruleset": question.ruleset}
        told = {"set": question.set, "title": question.title, "cite": cite, "verdict": question.outcome.verdict}
        return json.dumps({**about, **told}, ensure_ascii=False)
    law = f"  ({', '.join(cite)})" if cite else ""
    place = paint(f"{question.shelf}/{question.chapter}  {question.ruleset}  {question.outcome.verdict}", "faint", color)
    return f"{paint(question.id, 'strong', color)}  {place}\n  {question.title}{law}"


@command.command("export", short_help="Write the suite as JSON Lines.")
@selection_options
@click.option("--output", "-o", metavar="PATH", default="-", help="Where the lines go; standard output by default.")
def export_command(selection: Selection, output: str) -> int:
    """Write the suite as JSON Lines with expectations: rulesets as all their rules in effect, logs as text and as plain data.

    A program in another language needs no reader of YAML or of our notation for it; schemas/conform.schema.json describes
    a line as `exported`.
    """
    from canasta_audit.conform.export import export

    lines = (f"{line}\n" for line in export(selected(selection)))
    if output == "-":
        for line in lines:
            sys.stdout.write(line)
    else:
        with whole_file(output) as stream:
            stream.writelines(lines)
    return CLEAN


@command.command("check", short_help="Check files of cases, or the whole suite.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--against", metavar="MANIFEST", help="Also hold the version against what has changed since an older manifest.")
@click.option("--format", "-f", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@color_option
def check_command(files: tuple[str, ...], against: str | None, format_name: str, color: ColorChoice) -> int:
    """Check FILEs of cases, without any the shipped suite with its manifest: form, ids, citations, rulesets, keys, expectations.

    Whether the expectations are met is for `conform run`. A file belongs to the chapter that its folder is called after.
    Exits with 1 if there is an error.
    """
    from canasta_audit.conform.lint import chapter_of, lint_files, lint_suite, lint_version

    findings = lint_files([(chapter_of(path), path) for path in files]) if files else lint_suite()
    if against:
        findings += lint_version(_manifest(against))
    items: list[StreamItem] = []
    for file in dict.fromkeys([*files, *(finding.file for finding in findings)]):
        items += [FileBegins(file), *(finding for finding in findings if finding.file == file)]
    write_reports(items, format_name, Options(use_color(color), columns()))
    return FOUND if any(finding.severity == "error" for finding in findings) else CLEAN


def _manifest(path: str) -> dict[str, dict[str, str]]:
    try:
        with open(path, encoding="utf-8") as stream:
            data = json.load(stream)
        known = isinstance(data["cases"], dict) and isinstance(data["files"], dict) and isinstance(data["version"], str)
    except (ValueError, KeyError, TypeError, RecursionError):
        known = False
    if not known:
        raise Trouble(f"{path}: no manifest of a suite")
    found: dict[str, dict[str, str]] = data
    return found
