"""Where reports go: standard output, and files that appear whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import tee
from typing import Literal, TextIO

from canasta_audit.batch.expand import is_called_like_a_log
from canasta_audit.batch.items import StreamItem
from canasta_audit.cli.trouble import Trouble, did_you_mean
from canasta_audit.render.registry import FORMATS, renderer
from canasta_audit.render.stream import Options

ColorChoice = Literal["auto", "always", "never"]


def use_color(choice: ColorChoice) -> bool:
    """Colour only on a terminal, unless asked otherwise; ``NO_COLOR`` (set to anything) and a dumb terminal have none."""
    if choice != "auto":
        return choice == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def columns() -> int:
    """Columns of the terminal, within what can be read; 110 where there is none."""
    if not sys.stdout.isatty():
        return 110
    try:
        return max(60, min(200, os.get_terminal_size(sys.stdout.fileno()).columns))
    except (OSError, ValueError):
        return 110


def parse_outputs(given: Iterable[str], inputs: Iterable[str], formats: Iterable[str] = FORMATS) -> list[tuple[str, str]]:
    """Split ``FMT=PATH`` options. Raises ``Trouble`` for what is no such thing, and for a path that is an input or given twice."""
    known = list(formats)
    taken = {os.path.realpath(path) for path in inputs if path != "-"}
    outputs = []
    for option in given:
        name, equals, path = option.partition("=")
        if not equals or not path:
            raise Trouble(f"--output {option}: write it as FORMAT=PATH, such as json=report.json")
        if name not in known:
            raise Trouble(f"--output {option}: no format is called {name}{did_you_mean(name, known)}; formats: {', '.join(known)}")
        if os.path.realpath(path) in taken:
            raise Trouble(f"--output {option}: {path} is an input, or the path of another output")
        if is_called_like_a_log(path):
            raise Trouble(f"--output {option}: {path} is called like a log, and would be taken for one")
        taken.add(os.path.realpath(path))
        outputs.append((name, path))
    return outputs


@contextmanager
def whole_file(path: str) -> Iterator[TextIO]:
    """Open ``path`` for writing: it is replaced when all went well, and left as it was otherwise.

    A path that is no plain file (a pipe, a device) is written directly. Raises ``Trouble`` where that is not possible.
    """
    target = os.path.realpath(path)
    direct = os.path.exists(target) and not os.path.isfile(target)
    place = target if direct else f"{target}.{os.getpid()}.tmp"
    try:
        stream = open(place, "w", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        try:
            yield stream
        finally:
            with _written(path):
                stream.close()
        if not direct:
            if os.path.exists(target):
                os.chmod(place, os.stat(target).st_mode & 0o7777)
            os.replace(place, target)
    finally:
        if not direct and os.path.exists(place):
            os.unlink(place)


@contextmanager
def _written(path: str) -> Iterator[None]:
    """Raise ``Trouble`` where the disk is full; a reader who has left is another matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str, error: OSError) -> Trouble:
    return Trouble(f"{path} cannot be written: {(error.strerror or str(error)).lower()}")


def write_reports(
    items: Iterable[StreamItem],
    format_name: str,
    options: Options,
    outputs: Iterable[tuple[str, str]] = (),
    before: Callable[[], None] = lambda: None,
) -> None:
    """Write the stream to standard output in one format, and to files in others, in one reading of it.

    ``before`` is called before something is written to a terminal.
    """
    terminal = sys.stdout.isatty()
    plain = options._replace(color=False)
    with ExitStack() as stack:
        files = [(name, path, stack.enter_context(whole_file(path))) for name, path in outputs]
        first, *copies = tee(items, len(files) + 1)
        running = [(renderer(format_name)(first, options), sys.stdout, "standard output")]
        running += [(renderer(name)(copy, plain), stream, path) for (name, path, stream), copy in zip(files, copies, strict=True)]
        # Side by side, a piece each, so that no copy of the stream runs far ahead of another.
        while running:
            running = [one for one in running if _advance(*one, before if terminal else None)]


def _advance(pieces: Iterator[str], writer: TextIO, path: str, before: Callable[[], None] | None) -> bool:
    piece = next(pieces, None)
    if piece:
        if before is not None and writer is sys.stdout:
            before()
        with _written(path):
            writer.write(piece)
    return piece is not None
