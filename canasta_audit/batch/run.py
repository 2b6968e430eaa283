"""One task run from its bytes to its items, wherever that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from canasta_audit.audit import Advise, stream
from canasta_audit.batch.choose import Choose, chooser
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, FileEnds, Passed, StreamItem, Unusable, passed
from canasta_audit.batch.read import Given, as_log, explained, logs_in, passed_over, raising
from canasta_audit.batch.task import Settings, Task, Write, has_scheme
from canasta_audit.emit import CRASH
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.report import DealReport
from canasta_audit.source import Input, InputError, archive_at, inputs
from canasta_audit.source.trouble import BrokenLine

if TYPE_CHECKING:
    from canasta_audit.source.zipped import Archive


def run(task: Task, settings: Settings) -> Iterator[BatchItem]:
    """Audit what ``task`` stands for; what can be wrong with that is among the items. Raises ``MemoryError``."""
    return workplace(settings).run(task)


@lru_cache(maxsize=4)
def workplace(settings: Settings) -> Workplace:
    """The workplace of such settings in this process. Raises ``RulesetError``."""
    return Workplace(settings)


def digest_of(task: Task, settings: Settings) -> str | None:
    """The digest of the content of the one log that ``task`` stands for, ``None`` where it cannot be read or is not one.

    It is that of the text's lines: packing, encoding and line ends do not count.
    """
    digests = []
    for given in workplace(settings).logs(task, []):
        lines = Digested(given)
        try:
            for _ in lines:
                pass
        except (InputError, OSError):
            return None
        if given.damage is not None:
            return None
        digests.append(lines.digest)
    return digests[0] if len(digests) == 1 else None


class Digested:
    """Lines, and the digest of those that were read."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read ``lines``."""
        import hashlib

        self._lines = lines
        self._sum = hashlib.sha256()

    def __iter__(self) -> Iterator[str]:
        """Yield the lines."""
        # Line by line, a digest costs several times as much.
        lines = iter(self._lines)
        trouble: Exception | None = None
        while trouble is None:
            read: list[str] = []
            try:
                read.extend(islice(lines, _MANY))
            except Exception as error:
                # What was read before it stands in the list.
                trouble = error
            self._add(read)
            yield from read
            if trouble is None and len(read) < _MANY:
                return
        raise trouble

    def _add(self, lines: list[str]) -> None:
        if BrokenLine in set(map(type, lines)):
            lines = [text for line in lines for text in _told(line)]
        if lines:
            self._sum.update("\n".join([*lines, ""]).encode("utf-8", "surrogatepass"))

    @property
    def digest(self) -> str:
        """The digest in hexadecimal."""
        return self._sum.hexdigest()


def _told(line: str) -> Iterator[str]:
    """What a digest is made from: of a line that is broken, also what is wrong with it."""
    yield line
    if isinstance(line, BrokenLine):
        yield f"\0{line.code} {line.column} {line.byte} {line.encoding}"


class Workplace:
    """Where tasks are run one after the other: it keeps the rulesets that were loaded and the archive that was read last.

    ``read`` is about how much was read of the log that is audited, where ``counts`` has been set.
    """

    def __init__(self, settings: Settings, choose: Choose | None = None) -> None:
        """Audit by ``choose``, if it is given, else by the ruleset of the ``settings``. Raises ``RulesetError``."""
        self._archive: tuple[str, Archive] | None = None
        self.settings = settings
        self.choose = choose or chooser(settings.reference)
        self.counts = False
        self.read = 0

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Let go of what is open."""
        if self._archive is not None:
            self._archive[1].close()
        self._archive = None

    def run(self, task: Task) -> Iterator[BatchItem]:
        """Yield what ``task`` comes to. Raises ``MemoryError``."""
        if task.trouble:
            yield FileBegins(task.file)
            yield Unusable(task.file, task.trouble)
            return
        others: list[str] = []
        for given in self.logs(task, others):
            yield from self._log(given)
        if others:
            yield Aside(passed_over(task.file, others))

    def logs(self, task: Task, others: list[str]) -> Iterator[Given]:
        """The logs that ``task`` stands for, each to be read before the next; ``others`` are members that are none."""
        if has_scheme(task.path):
            yield from self._remote(task, others)
        elif task.member >= 0:
            yield self._member(task)
        else:
            yield from logs_in(task.path, self.settings.encoding, self.settings.sole, others, Given)

    def _remote(self, task: Task, others: list[str]) -> Iterator[Given]:
        """The logs behind a path with a scheme."""
        opener, encoding = self.settings.opener, self.settings.encoding
        try:
            if opener is None:
                raise OSError("paths with a scheme are not opened here")
            with opener.open(task.path) as bytes_:
                for one in inputs(bytes_, encoding, "log" if self.settings.sole else "logs", others.append, task.file):
                    yield Given(as_log(one))
        except InputError as error:
            yield Given(Input(task.file, raising(error)))
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            yield Given(Input(task.file, raising(InputError(task.file, "unreadable-file", reason=reason))))

    def _member(self, task: Task) -> Given:
        """A member of an archive, which stays open for the next."""
        if self._archive is None or self._archive[0] != task.path:
            self.close()
            archive = archive_at(task.path, self.settings.encoding)
            if archive is None:
                return Given(Input(task.file, raising(InputError(task.file, "missing-file"))))
            self._archive = task.path, archive
        try:
            return Given(as_log(Input(*self._archive[1].at(task.member, task.file))))
        except InputError as error:
            return Given(Input(task.file, raising(error)))

    def _log(self, given: Given) -> Iterator[BatchItem]:
        settings, file = self.settings, given.file
        yield FileBegins(file)
        digested = Digested(given) if settings.digest else None
        lines = digested or given
        empty = True
        try:
            adviser = self._adviser() if settings.alternatives else None
            recorded = settings.reads == "recorded"
            items: Iterator[StreamItem] = stream(
                self._counted(lines) if self.counts else lines,
                file,
                self.choose,
                adviser,
                unknowns=settings.unknowns,
                recorded=recorded,
            )
            if settings.write is not None:
                items = written(items, settings.write, file)
            elif settings.reads == "findings":
                items = reduced(items)
            for item in items:
                empty = empty and not isinstance(item, (Finding, DealReport, Passed))
                yield item
        except InputError as error:
            yield Unusable(file, error.message, explained(error))
            return
        except OSError as error:
            yield Unusable(file, error.strerror or str(error) or type(error).__name__)
            return
        except MemoryError:
            raise
        except Exception as error:
            if settings.raises:
                raise
            yield CRASH.finding(file, error=type(error).__name__, reason=" ".join(str(error).split())[:200])
            return
        if given.damage is not None:
            yield Unusable(file, f"line {given.damage.line}: {given.damage.message}", explained(given.damage))
        elif empty:
            yield Unusable(file, "there is no deal in this file")
        elif digested is not None:
            yield FileEnds(file, digested.digest)

    def _counted(self, lines: Iterable[str]) -> Iterator[str]:
        self.read = 0
        for line in lines:
            self.read += len(line) + 1
            yield line

    def _adviser(self) -> Advise:
        """What names the alternatives of one file's findings; it is loaded at the first fault."""
        made: list[Advise] = []

        def advise(head: n.Match, deal: n.Deal, findings: list[Finding]) -> list[Finding]:
            if not made:
                from canasta_audit.legal.advice import Adviser

                made.append(Adviser(self.choose))
            return made[0](head, deal, findings)

        return advise


def written(items: Iterable[StreamItem], write: Write, file: str) -> Iterator[StreamItem]:
    """The same with what ``write`` makes of them in the place of deals that nothing else is told of."""
    found = False
    for item in items:
        if isinstance(item, DealReport):
            yield item if found or item.unjudged else Passed(1, item.turns, item.reconstructed, write(item, file))
            found = False
        else:
            found = found or isinstance(item, Finding)
            yield item


def reduced(items: Iterable[StreamItem]) -> Iterator[StreamItem]:
    """The same with deals that nothing is told of only counted, also those before an error."""
    clean: list[DealReport] = []
    found = False
    try:
        for item in items:
            if isinstance(item, DealReport):
                if not found and not item.unjudged:
                    clean.append(item)
                    if len(clean) >= _MOST:
                        yield passed(clean)
                        clean.clear()
                    continue
                found = False
            elif isinstance(item, Finding):
                found = True
            if clean:
                yield passed(clean)
                clean.clear()
            yield item
    except Exception:
        if clean:
            yield passed(clean)
        raise
    if clean:
        yield passed(clean)


_MOST = 64
_MANY = 256
