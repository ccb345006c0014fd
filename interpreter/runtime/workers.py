"""Work done part by part, by this process or by several: a part that is lost takes no other with it.

Each worker is given one part after the other. What is raised there comes back; a worker that is killed loses
the part it was at, and another takes its place. Workers end with the process that began them, however that
ends: each waits, in a thread of its own, for a pipe which the system closes with it. An interruption (Ctrl-C)
is handed on: the parts at work are given a while to say what they know, and no other is begun.
"""

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from types import FrameType
from typing import Any, Generic, Literal, TypeVar

from dsl.text.errors import ArbitreError
from dsl.text.messages import Said

_Result = TypeVar("_Result")

GRACE = 15.0
"""Seconds that the parts at work have, after an interruption, to say what they know."""
AGAIN = 1.0
"""Seconds after which an interruption is handed on again."""
DEBUG = "ARBITRE_DEBUG"
"""The environment variable with which internal failures are told with all calls, on the standard error."""
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Done(Generic[_Result]):
    """A part that was done, with its result."""

    result: _Result


@dataclass(frozen=True, slots=True)
class Refused:
    """A part that ended with an error of the input."""

    error: ArbitreError


@dataclass(frozen=True, slots=True)
class Lost:
    """A part of which there is no result: the program failed in it, or it was interrupted, or it is `undone`,
    as it cannot be done. `because`: a sentence."""

    sort: Literal["failed", "interrupted", "undone"]
    because: str


Outcome = Done[_Result] | Refused | Lost
Tell = Callable[[str, int, int], None]
"""Says how far a part is: what is being done, as number so-and-so of so many."""
Work = Callable[[Any, Any, Tell], Any]
"""Does one part of the work, given what all parts share."""


INTERRUPTED = Lost("interrupted", Said("it was interrupted"))
KILLED = Lost("failed", Said("the process that was at it has ended, or was ended"))


def failure(error: BaseException) -> Lost:
    """What is told of a failure of the program: what it was, and at which place of which module. Told with
    all calls on the standard error, where the environment asks for it."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error, file=sys.stderr)
    if isinstance(error, KeyboardInterrupt):
        LISTENING.open = False
        return INTERRUPTED
    if isinstance(error, MemoryError):
        return Lost("failed", Said("there is not enough memory"))
    if isinstance(error, RecursionError):
        return Lost("failed", Said("what it works on is nested too deeply"))
    said = " ".join(str(error).split())[:200]
    what = type(error).__name__ + (f" ({said})" if said else "")
    return Lost("failed", Said("unforeseen: {what}, at {place}", what=what, place=_place(error)))


def _place(error: BaseException) -> str:
    """The innermost place of this program at which it was raised, as `folder/module.py:line`."""
    found = "?"
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and "site-packages" not in path.relative_to(ROOT).parts:
            found = f"{path.relative_to(ROOT).as_posix()}:{frame.lineno}"
    return found


def in_parts(
    work: Work,
    shared: object,
    parts: Sequence[Any],
    workers: int,
    order: Sequence[int] | None = None,
    told: Callable[[int, str, int, int], None] | None = None,
) -> Iterator[tuple[int, Outcome[Any]]]:
    """What becomes of each part, with its place, as it is done; the same for any number of workers. `work`
    is a function of a module, and what it takes and returns can be handed to another process. The parts are
    begun in `order` (places; else as they stand). `told` hears how far they are."""
    places = list(range(len(parts)) if order is None else order)
    hear = told or (lambda place, what, number, of: None)
    if workers <= 1 or len(parts) <= 1:
        yield from _by_this_process(work, shared, parts, places, hear)
    else:
        yield from _Pool(work, shared, parts, places, hear).outcomes(min(workers, len(parts)))


def _by_this_process(
    work: Work,
    shared: object,
    parts: Sequence[Any],
    places: Sequence[int],
    told: Callable[[int, str, int, int], None],
) -> Iterator[tuple[int, Outcome[Any]]]:
    interrupted = False
    for place in places:
        if interrupted:
            yield place, INTERRUPTED
            continue

        def tell(what: str, number: int, of: int, place: int = place) -> None:
            told(place, what, number, of)

        outcome = _outcome(work, shared, parts[place], tell)
        interrupted = outcome == INTERRUPTED
        yield place, outcome


def _outcome(work: Work, shared: object, part: object, tell: Tell) -> Outcome[Any]:
    try:
        return Done(work(shared, part, tell))
    except ArbitreError as error:
        return Refused(error)
    except (Exception, KeyboardInterrupt) as error:
        return failure(error)


# ------------------------------------------------------------------ several processes


@dataclass(slots=True)
class _Worker:
    """A process, with the connection to it and the place of the part at which it is."""

    process: Any
    connection: Connection
    place: int | None = None


@dataclass(slots=True)
class _Pool:
    """The processes at work on some parts."""

    work: Work
    shared: object
    parts: Sequence[Any]
    waiting: list[int]
    told: Callable[[int, str, int, int], None]
    workers: list[_Worker] = field(default_factory=list)
    interruptions: int = 0
    left: float = GRACE

    def outcomes(self, number: int) -> Iterator[tuple[int, Outcome[Any]]]:
        """What becomes of each part."""
        try:
            with self._interruptible():
                while self.waiting and not self.interruptions and len(self.workers) < number:
                    self._begin()
                while any(worker.place is not None for worker in self.workers):
                    yield from self._met()
                for place in self.waiting:
                    yield place, INTERRUPTED
        finally:
            for worker in self.workers:
                worker.process.terminate()
                worker.connection.close()
            for worker in self.workers:
                worker.process.join()

    def _begin(self) -> None:
        """Begins a process, and gives it a part."""
        spawning = multiprocessing.get_context("spawn")
        ours, its = spawning.Pipe()
        process = spawning.Process(target=_serve, args=(its, self.work, self.shared), daemon=True)
        process.start()
        its.close()
        worker = _Worker(process, ours)
        self.workers.append(worker)
        self._give(worker)

    def _give(self, worker: _Worker) -> None:
        """Gives a worker the next part, if there is one."""
        worker.place = self.waiting.pop(0) if self.waiting and not self.interruptions else None
        if worker.place is not None:
            with suppress(OSError):  # one that has ended is found out when it is listened to
                worker.connection.send((worker.place, self.parts[worker.place]))

    def _met(self) -> Iterator[tuple[int, Outcome[Any]]]:
        """Waits until a worker says something, or ends."""
        busy = {w.connection: w for w in self.workers if w.place is not None}
        ready = wait(list(busy), timeout=AGAIN)
        if self.interruptions:
            self.left -= 0 if ready else AGAIN
            if self.interruptions > 1 or self.left <= 0:
                for worker in busy.values():
                    yield self._gone(worker, INTERRUPTED)
                return
            self._interrupt()  # what hears it first may be a solver, which only gives up one query
        for connection in ready:
            assert isinstance(connection, Connection)
            worker = busy[connection]
            place = worker.place
            assert place is not None
            outcome = self._heard(connection, place)
            if outcome is None:
                continue
            if outcome is KILLED:
                yield self._gone(worker, INTERRUPTED if self.interruptions else KILLED)
                if self.waiting and not self.interruptions:
                    self._begin()
                continue
            self._give(worker)
            yield place, outcome

    def _heard(self, connection: Connection, place: int) -> Outcome[Any] | None:
        """What becomes of the part, if the worker says that; KILLED where the worker has ended."""
        try:
            message = connection.recv()
        except (EOFError, OSError):
            return KILLED
        except Exception as error:
            return failure(error)
        if isinstance(message, tuple):
            self.told(place, *message)
            return None
        outcome: Outcome[Any] = message
        return outcome

    def _gone(self, worker: _Worker, outcome: Lost) -> tuple[int, Outcome[Any]]:
        """A worker is done away with; what becomes of its part."""
        place = worker.place
        assert place is not None
        self.workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()
        return place, outcome

    def _interrupt(self) -> None:
        """Hands an interruption on to the workers that are at something."""
        for worker in self.workers:
            if worker.place is not None and worker.process.is_alive():
                os.kill(worker.process.pid, signal.SIGINT)

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Hands an interruption on to the workers, for as long as this lasts."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupted(number: int, frame: FrameType | None) -> None:
            self.interruptions += 1
            self._interrupt()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


# ------------------------------------------------------------------ in a worker


def _serve(connection: Connection, work: Work, shared: object) -> None:
    """Does part after part, as they come, until nobody is there who would give another."""
    _end_with_parent()
    signal.signal(signal.SIGINT, LISTENING.interrupted)
    sys.unraisablehook = _tell_unraisable

    def tell(what: str, number: int, of: int) -> None:
        _send(connection, (what, number, of))

    while True:
        try:
            _, part = connection.recv()
        except (EOFError, OSError):
            return
        outcome: Outcome[Any] = INTERRUPTED
        with suppress(KeyboardInterrupt), LISTENING:
            outcome = _outcome(work, shared, part, tell)
        _send(connection, outcome)


class _Listening:
    """Whether an interruption ends what is being done: while a part is at work, until it has been noticed (it
    is lost where it comes while something is tidied up, and comes again)."""

    def __init__(self) -> None:
        self.open = False

    def __enter__(self) -> None:
        self.open = True

    def __exit__(self, *about: object) -> None:
        self.open = False

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        if self.open:
            raise KeyboardInterrupt


LISTENING = _Listening()


def _tell_unraisable(what: "sys.UnraisableHookArgs") -> None:
    """What is raised where nobody can catch it is told, but for an interruption and what comes of one."""
    if what.exc_type is not KeyboardInterrupt and LISTENING.open:
        sys.__unraisablehook__(what)


def _send(connection: Connection, message: object) -> None:
    """Sends a message; what cannot be sent is told instead."""
    try:
        packed = ForkingPickler.dumps(message)
    except Exception as error:
        packed = ForkingPickler.dumps(failure(error))
    try:
        connection.send_bytes(packed)
    except OSError:
        os._exit(1)  # nobody listens any more


def _end_with_parent() -> None:
    """Ends this process when that which began it has ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
