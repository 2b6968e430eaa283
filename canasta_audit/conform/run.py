"""Asks a program under test every question, and never lets one answer harm the next.

A program that hangs, crashes or breaks the protocol is ended, and a fresh one is asked the next question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

from canasta_audit.conform import protocol
from canasta_audit.conform.child import LONGEST, Child, Gone, Hang, TooLong, unbroken
from canasta_audit.conform.compare import beyond, compare, complete
from canasta_audit.conform.outcome import Kind, Result
from canasta_audit.conform.protocol import Breach, Message, Program
from canasta_audit.conform.question import Question, expected_record

_STDERR_SHOWN = 4000
_STARTS = 3
"""Starts in a row that may fail before no other is tried."""


class Limits(NamedTuple):
    """Seconds for the start, for any other answer, and for the end after ``stop``; after so many questions in a row without
    an answer the run is given up (0: never)."""

    start: float = 30.0
    answer: float = 10.0
    stop: float = 5.0
    give_up: int = 25


class NoStart(Exception):
    """The program cannot be put to the test: the message says why, ``stderr`` is what it said."""

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr


class _Trouble(Exception):
    """No answer to a question, and why."""

    def __init__(self, outcome: Kind, reason: str) -> None:
        super().__init__(reason)
        self.outcome: Kind = outcome
        self.reason = reason


class Runner:
    """A program under test. Use it as a context: at its end nothing of the program is left.

    ``program`` is what it says of itself; ``restarts`` counts how often it had to be started again; ``stopped`` is its exit code
    after ``stop``, ``None`` where it had to be killed.
    """

    program: Program
    about: Message

    def __init__(self, command: Sequence[str], suite: str, limits: Limits = Limits()) -> None:  # noqa: B008
        self.command = list(command)
        self.suite = suite
        self.limits = limits
        self.restarts = 0
        self.stopped: int | None = 0
        self._child: Child | None = None
        self._seq = 0
        self._told: tuple[str, str] | None = None
        self._refused = ""
        self._failed_starts = 0

    def __enter__(self) -> Runner:
        """Start the program. Raises ``NoStart``."""
        try:
            self.program, self.about = self._handshake(self._launch())
        except OSError as error:
            raise NoStart(f"{self.command[0]} cannot be started: {error.strerror or error}") from None
        except _Trouble as trouble:
            stderr = self._child.errors() if self._child else ""
            self._drop()
            raise NoStart(trouble.reason, stderr) from None
        except BaseException:
            self._drop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Tell the program to stop; kill it where it does not."""
        child, self._child = self._child, None
        if child is None:
            return
        if error is None and child.alive:
            child.send(protocol.line(protocol.stop(self._next())))
            self.stopped = child.stop(self.limits.stop)
        else:
            child.kill()

    def results(self, asked: Iterable[Question]) -> Iterator[Result]:
        """Ask the questions one by one and yield how each ended."""
        in_a_row = 0
        for question in asked:
            if self.limits.give_up and in_a_row >= self.limits.give_up:
                yield self._result(question, "skipped", reason=f"given up after {in_a_row} questions in a row without an answer")
                continue
            result = self._ask(question)
            in_a_row = in_a_row + 1 if result.outcome in ("crashed", "timeout", "protocol") else 0
            yield result

    def _ask(self, question: Question) -> Result:
        reason = self._unsupported(question)
        if reason:
            return self._result(question, "unsupported", reason=reason)
        began = monotonic()
        mark = 0
        try:
            if self._child is not None and not self._child.alive:
                self._drop()
            if self._child is None:
                self._restart()
            assert self._child is not None
            mark = self._child.mark()
            answer = self._exchange(self._child, question)
            result = self._judged(question, answer)
        except _Trouble as trouble:
            stderr = self._child.errors(mark) if self._child else ""
            self._drop()
            result = self._result(question, trouble.outcome, reason=trouble.reason, stderr=stderr[-_STDERR_SHOWN:])
        else:
            if result.outcome in ("fail", "errored") and self._child:
                result = replace(result, stderr=self._child.errors(mark)[-_STDERR_SHOWN:])
        return replace(result, seconds=round(monotonic() - began, 4))

    def _exchange(self, child: Child, question: Question) -> Message:
        """The answer to a question, the ruleset being told first where it is another."""
        key = (question.ruleset, protocol.line(question.set))
        if key != self._told:
            told = self._talk(child, protocol.ruleset(self._next(), question), "ready", self.limits.answer)
            self._told = key
            self._refused = "" if told["ok"] else f"the ruleset is refused: {told.get('why', 'no reason given')}"
        if self._refused:
            return {"unsupported": self._refused}
        answer = self._talk(child, protocol.run(self._next(), question), "answer", self.limits.answer)
        if "verdict" in answer:
            try:
                complete(question, answer, self.program.answers)
            except Breach as breach:
                raise _Trouble("protocol", str(breach)) from None
        return answer

    def _talk(self, child: Child, message: Message, due: protocol.Answer, seconds: float) -> Message:
        """Send a message and read the answer to it. Nothing may come before that, nor with it."""
        seq: int = message["seq"]
        try:
            child.send(protocol.line(message))
            answer = protocol.read(child.receive(seconds), due, seq)
            surplus = child.unasked()
        except Hang:
            raise _Trouble("timeout", f"no answer to `{message['cmd']}` within {seconds:g} s") from None
        except Gone as gone:
            raise _Trouble("crashed", f"no answer to `{message['cmd']}`: {gone}") from None
        except TooLong:
            raise _Trouble("protocol", f"a line of more than {LONGEST} bytes on standard output") from None
        except Breach as breach:
            raise _Trouble("protocol", str(breach)) from None
        if surplus:
            raise _Trouble("protocol", f"a line that nobody asked for: {surplus[0][:200].decode('utf-8', 'backslashreplace')}")
        return answer

    def _judged(self, question: Question, answer: Message) -> Result:
        kinds_of_none: tuple[Kind, ...] = ("skipped", "unsupported", "errored")
        for outcome in kinds_of_none:
            if outcome in answer:
                return self._result(question, outcome, reason=answer[outcome])
        kinds = self.program.answers
        judged, differs = compare(question.outcome, answer, kinds)
        given = {key: value for key, value in answer.items() if key != "seq"}
        if not differs:
            return self._result(question, "pass", answer=given, judged=judged)
        others = [other.reading for other in question.others if not compare(other.outcome, answer, kinds).differs]
        reading = others[0] if others else ""
        found: Kind = "pass" if reading and self._free_to_read(question) else "fail"
        return self._result(question, found, answer=given, judged=judged, differs=differs, reading=reading)

    def _free_to_read(self, question: Question) -> bool:
        """Tell whether either reading is right: the point is open, and the program knows the game by its name, not by its keys."""
        return (
            question.shelf in ("may", "disputed")
            and self.program.rulesets is not None
            and not question.changed
            and not question.set
            and "+" not in question.ruleset
        )

    def _unsupported(self, question: Question) -> str:
        """Why the program need not be asked."""
        program = self.program
        if program.chapters is not None and question.chapter not in program.chapters:
            return f"chapter {question.chapter}"
        if program.rulesets is not None and question.ruleset not in program.rulesets:
            return f"ruleset {question.ruleset}"
        if program.rulesets is not None and question.set:
            return f"ruleset {question.ruleset} with keys put otherwise"
        if program.players is not None and (players := protocol.case_record(question)["players"]) not in program.players:
            return f"{players} players"
        return beyond(question, program.answers)

    def _result(self, question: Question, outcome: Kind, **more: Any) -> Result:
        cite = tuple(f"{text} {line}" for text, line in question.cite)
        about = (question.id, question.case, question.shelf, question.chapter, question.ruleset, cite, question.digest)
        return Result(*about, outcome, expected=expected_record(question.outcome), **more)

    def _launch(self) -> Child:
        self._told = None
        with unbroken():
            child = self._child = Child(self.command)
        return child

    def _handshake(self, child: Child) -> tuple[Program, Message]:
        about = self._talk(child, protocol.start(self._next(), self.suite), "started", self.limits.start)
        return protocol.program(about), about

    def _restart(self) -> None:
        if self._failed_starts >= _STARTS:
            raise _Trouble("crashed", f"the program could not be started again, {_STARTS} times in a row")
        self.restarts += 1
        self._failed_starts += 1
        try:
            child = self._launch()
        except OSError as error:
            raise _Trouble("crashed", f"the program could not be started again: {error.strerror or error}") from None
        self._handshake(child)
        self._failed_starts = 0

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _next(self) -> int:
        self._seq += 1
        return self._seq
