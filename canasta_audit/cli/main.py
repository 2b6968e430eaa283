"""Entry point: finds the verb, and turns every way it can end into one clear line and an exit code.

Exit codes: 0 clean; 1 findings at or above the level asked for; 2 input or options that cannot be used; 3 our own fault.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, cast

import click

from canasta_audit.cli.trouble import INTERRUPTED, OURS, UNUSABLE, Trouble, complain, did_you_mean
from canasta_audit.version import VERSION

VERBS = {
    "audit": "audit",
    "replay": "replay",
    "score": "score",
    "legal": "legal",
    "explain": "explain",
    "ruleset": "ruleset",
    "compare": "compare",
    "infer": "infer",
    "stats": "stats",
    "witness": "witness",
    "fmt": "fmt",
    "redact": "redact",
    "parse": "parse",
    "convert": "convert",
    "conform": "conform",
    "fixtures": "fixtures",
    "simulate": "simulate",
}
"""Module of every verb, imported when it is asked for: starting up quickly is a feature."""

_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

READER_GONE = 141
"""Exit code when whoever read our output has left, as of programs that the signal for it ends."""


class Verbs(click.Group):
    """The verbs of the command line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of use."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a verb's module and return its command."""
        if cmd_name not in VERBS:
            return None
        return cast(click.Command, import_module(f"canasta_audit.cli.{VERBS[cmd_name]}").command)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or say which one was probably meant."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            what = "a file: say `audit` before it" if os.path.exists(args[0]) else "no verb"
            raise Trouble(f"{args[0]} is {what}{did_you_mean(args[0], VERBS)}")
        return super().resolve_command(ctx, args)


@click.command(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Exit codes: 0 clean, 1 findings at or above the level, 2 unusable input or options, 3 our fault.",
)
@click.version_option(VERSION, prog_name="canasta-audit")
def cli() -> None:
    """Replay recorded games of canasta and audit them against a ruleset."""


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    code = run(args)
    # All that is left goes with the process: to search it for garbage first is a tenth of an audit of a small log.
    gc.freeze()
    sys.exit(code)


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line with ``args`` (default: the process's own) and return the exit code."""
    try:
        _prepare_streams()
        # Not ``cli.main``: it takes a broken pipe for itself and exits with 1, which means findings here.
        with cli.make_context("canasta-audit", list(sys.argv[1:] if args is None else args)) as ctx:
            code = cli.invoke(ctx)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        # The interpreter flushes once more at its end; it has to find an open door.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE
    except (KeyboardInterrupt, click.Abort):
        return complain("interrupted", INTERRUPTED)
    except click.UsageError as error:
        hint = f" (see `{error.ctx.command_path} --help`)" if error.ctx is not None else ""
        return complain(error.format_message().rstrip(".") + hint, UNUSABLE)
    except click.ClickException as error:
        return complain(error.format_message(), error.exit_code)
    except OSError as error:
        if error.errno in _FULL:
            return complain(f"the output, or a temporary file, cannot be written: {error.strerror}".lower(), UNUSABLE)
        if error.filename is None:
            return _our_fault(error)
        return complain(f"{error.filename}: {error.strerror}", UNUSABLE)
    except Exception as error:
        return _our_fault(error)
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Write UTF-8 with plain line ends wherever output goes to; a lone surrogate must not end the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _our_fault(error: Exception) -> int:
    if os.environ.get("CANASTA_AUDIT_DEBUG") == "1":
        raise error
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f" at {os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else ""
    reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return complain(
        f"internal error{where}: {reason}; this is our fault: please report it with the command and the input"
        f" (version {VERSION}; CANASTA_AUDIT_DEBUG=1 shows the traceback)",
        OURS,
    )
