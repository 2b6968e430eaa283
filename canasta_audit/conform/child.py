"""A program under test as a child process: lines to it and from it, with a limit of time, and nothing of it is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, Full, Queue
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import IO

LONGEST = 4 * 1024 * 1024
"""Longest line that is read from a program, in bytes."""

KEPT = 64 * 1024
"""Bytes of standard error that are kept, the last ones."""

_BLOCK = 64 * 1024
_GRACE = 1.0


class Hang(Exception):
    """The program did not answer in time."""


class Gone(Exception):
    """The program has ended, or closed its standard output; the message says how."""


class TooLong(Exception):
    """A line of the program's is longer than ``LONGEST``."""


@contextmanager
def unbroken() -> Iterator[None]:
    """Have interrupts wait for the end of the block: what comes while a child starts would leave it behind with nobody to end it.

    Only those that something here answers: what is ignored must stay so in the child.
    """
    came: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM) if current_thread() is main_thread() else ()
    before = {number: handler for number in signals if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for waiting in came:
            signal.raise_signal(waiting)


class Child:
    """A running child. Raises ``OSError`` where the command cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start ``command``, in a process group of its own, so that all of it can be ended."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=os.name == "posix")
        self._closed = Event()
        self._outgoing: Queue[bytes | None] = Queue()
        self._incoming: Queue[list[bytes] | None] = Queue(maxsize=64)
        self._ready: deque[bytes] = deque()
        self._ended = False
        self._errors = b""
        self._errors_seen = 0
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._threads = [
            Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def alive(self) -> bool:
        """Tell whether the program still runs and can still answer."""
        return not self._ended and self._process.poll() is None

    def send(self, line: str) -> None:
        """Send a line. Never waits: a program that does not read is told by its silence."""
        self._outgoing.put(line.encode("utf-8", "backslashreplace") + b"\n")

    def receive(self, seconds: float) -> bytes:
        """The next line that is not blank. Raises ``Hang``, ``Gone`` and ``TooLong``."""
        until = monotonic() + seconds
        while not self._ready:
            self._take(max(0.0, until - monotonic()))
        return self._ready.popleft()

    def unasked(self) -> list[bytes]:
        """Lines that are there although nothing was asked; does not wait."""
        while not self._ended:
            try:
                self._take(0)
            except (Hang, Gone):
                break
        lines = list(self._ready)
        self._ready.clear()
        return lines

    def mark(self) -> int:
        """A place in standard error, for ``errors``."""
        return self._errors_seen

    def errors(self, mark: int = 0) -> str:
        """What came on standard error since ``mark``, as far as it is kept."""
        if not self.alive:
            self._threads[2].join(_GRACE)
        fresh = self._errors_seen - mark
        return self._errors[-fresh:].decode("utf-8", "backslashreplace") if fresh > 0 else ""

    def stop(self, seconds: float) -> int | None:
        """Close its standard input and wait for its end; the exit code, ``None`` where it had to be killed."""
        self._outgoing.put(None)
        try:
            code: int | None = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        self.kill()
        return code

    def kill(self) -> None:
        """End it, and whatever it has started; harmless when it has ended."""
        self._closed.set()
        self._outgoing.put(None)
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            pass
        self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)

    def _take(self, seconds: float) -> None:
        """Move what has come to ``_ready``."""
        try:
            lines = self._incoming.get(timeout=seconds) if seconds else self._incoming.get_nowait()
        except Empty:
            raise Hang from None
        if lines is None:
            self._ended = True
            raise Gone(self._end())
        if not lines:
            raise TooLong
        self._ready.extend(line for line in lines if line.strip())

    def _end(self) -> str:
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        if code >= 0:
            return f"it ended with exit code {code}"
        try:
            return f"it was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"it was ended by signal {-code}"

    def _write(self, stream: IO[bytes]) -> None:
        try:
            with stream:
                while (line := self._outgoing.get()) is not None:
                    stream.write(line)
                    stream.flush()
        except OSError:
            # It no longer reads; whether that is a crash is told by its standard output.
            pass

    def _read(self, stream: IO[bytes]) -> None:
        """Hand over whole lines; all that came in one piece are handed over together."""
        rest = b""
        with stream:
            while block := os.read(stream.fileno(), _BLOCK):
                *lines, rest = (rest + block).split(b"\n")
                if len(rest) > LONGEST:
                    self._hand_over([])
                    return
                if lines:
                    self._hand_over(lines)
        if rest.strip():
            self._hand_over([rest])
        self._hand_over(None)

    def _hand_over(self, lines: list[bytes] | None) -> None:
        while not self._closed.is_set():
            try:
                self._incoming.put(lines, timeout=0.2)
                return
            except Full:
                continue

    def _read_errors(self, stream: IO[bytes]) -> None:
        with stream:
            while block := os.read(stream.fileno(), _BLOCK):
                self._errors = (self._errors + block)[-KEPT:]
                self._errors_seen += len(block)
