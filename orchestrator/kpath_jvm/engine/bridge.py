"""The Python interface of the engine, which runs in Java."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import jpype
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.errors import GivenUpError, KpathError
from kpath_jvm.recording.java_names import require_java_name
from kpath_jvm.recording.recorded import Recorded, RecordedThread
from kpath_jvm.records.engine import DEFAULT_ENGINE, EngineName

_POLL_SECONDS = 0.1
_Scalar = TypeVar("_Scalar", bound=np.generic)
_Result = TypeVar("_Result")


class EngineBridge:
    """Controls an EngineSession of the engine in Java; the JVM must have been started.

    Cuts (resets, stops, starts and dumps) divide a recording into parts. After ``hold``, the part
    that begins at the next cut is a waiting part: it isn't counted until ``drop_until``,
    ``conclude``, ``tell`` or ``release`` is called.

    After ``finish``, the arrays of ``recorded`` are views of the JVM's memory. They are valid as
    long as the process lives.
    """

    def __init__(
        self,
        segment: Path,
        k: int | None,
        *,
        name: EngineName = DEFAULT_ENGINE,
        workers: int = 1,
        memory_bytes: int,
        journals: Path | None = None,
        all_parts: bool = False,
    ) -> None:
        """Opens a segment.

        ``journals`` is the directory of the journals that a dead engine left behind, or None. With
        ``journals`` and ``all_parts``, even the parts that were dropped during the recording are
        counted.

        If ``k`` is None, streams are checked, but nothing is counted, and ``recorded`` isn't
        available. The streams are kept if ``keep_journals`` is called. ``memory_bytes`` is the
        engine's memory. When the tables have used up their share of this memory, counts of rare
        sequences are added to those of shorter sequences; the engine k-sf stops counting instead
        (``tables_are_full``). Raises KpathError (exit status 125) if the memory is too small for
        the number of workers, or if a file can't be read.
        """
        require_java_name(segment, "the segment")
        if journals is not None:
            require_java_name(journals, "the directory of journals")
        session = jpype.JClass("org.kpathjvm.engine.EngineSession")
        choices = jpype.JClass("org.kpathjvm.engine.segment.ProfileOptions")
        engine = jpype.JClass("org.kpathjvm.engine.segment.ProfileOptions$Engine")
        options = choices.NOTHING if k is None else choices(k, engine.of(name))
        self._k = k
        if journals is None:
            self._session = opening(
                lambda: session.open(str(segment), options, memory_bytes, workers)
            )
        else:
            recover = session.recoverAll if all_parts else session.recover
            self._session = opening(
                lambda: recover(str(segment), str(journals), options, memory_bytes, workers)
            )

    def keep_journals(self, directory: Path, journal_bytes: int, spill_bytes: int) -> str | None:
        """Makes the engine keep in ``directory`` what it reads, in case this process is killed.

        Data that can't be counted in time may take up to ``spill_bytes`` there, so that the target
        needn't wait. Returns the reason in one line if nothing can be kept, and None otherwise.
        """
        require_java_name(directory, "the directory of journals")
        found = _calling(
            lambda: self._session.keepJournals(str(directory), journal_bytes, spill_bytes)
        )
        return None if found is None else str(found)

    def journal_failure(self) -> str | None:
        """Returns in one line why journals can't be written any more; None while they can be."""
        found = self._session.journalFailure()
        return None if found is None else str(found)

    def start(self) -> None:
        """Starts to read and count the streams, in threads of the JVM."""
        _calling(self._session.start)

    def warm_up(self) -> None:
        """Loads the classes that JPype needs in ``recorded``, so that ``recorded`` is faster."""
        memoryview(jpype.JClass("java.nio.ByteBuffer").allocateDirect(1))

    def hold(self) -> int:
        """Makes the part that begins at the next cut a waiting part, and returns its number."""
        return int(in_background(self._session.hold))

    def release(self, part: int) -> None:
        """Lets the waiting part be counted together with everything that came before it."""
        in_background(lambda: self._session.release(part))

    def drop_until(self, part: int) -> None:
        """Drops all data, counted or uncounted, that was recorded before a waiting part."""
        in_background(lambda: self._session.dropUntil(part))

    def conclude(self, part: int) -> None:
        """Lets the waiting part be counted as soon as everything before it has been counted.

        Sequences of paths don't continue from the earlier parts into this part.
        """
        _calling(lambda: self._session.conclude(part))

    def tell(self, part: int) -> None:
        """Starts counting from 0, beginning with a waiting part.

        The data in the last ``snapshot`` isn't counted again.
        """
        in_background(lambda: self._session.tell(part))

    def snapshot(
        self, methods: Path, part: int, is_given_up: Callable[[], bool] = lambda: False
    ) -> "Snapshot":
        """Returns the counts of everything that was recorded before a waiting part.

        The part must have begun. Everything before it has to be counted first, which may take long.
        Meanwhile, ``is_given_up`` is called now and then; it returns whether nobody is waiting for
        the snapshot any more. After the snapshot, nothing is counted until ``tell``, ``conclude``
        or ``release`` is called. Raises GivenUpError when the snapshot was given up, and KpathError
        (exit status 125) when there isn't enough memory for it.
        """
        given_up = False

        def look() -> None:
            nonlocal given_up
            if not given_up and is_given_up():
                given_up = True
                self._session.giveUp(part)

        try:
            return self._snapshot(methods, lambda: self._session.snapshot(part), look)
        except KpathError as error:
            # If giving up came too late, the snapshot succeeds or fails as if nobody had given up.
            if given_up and isinstance(error.__cause__, _cancellation()):
                raise GivenUpError("it was given up", 125) from None
            raise

    def look(self, methods: Path) -> "Snapshot":
        """Returns the counts of what has been emitted so far, without a cut; counting continues.

        If much data isn't counted yet, the result covers only the data that has been counted. The
        counters and the streams are read at different moments. Raises KpathError (exit status 125)
        when there isn't enough memory for the snapshot.
        """
        return self._snapshot(methods, self._session.look)

    def _snapshot(
        self, methods: Path, take: Callable[[], Any], meanwhile: Callable[[], None] = lambda: None
    ) -> "Snapshot":
        assert self._k is not None
        try:
            taken = in_background(take, meanwhile)
        except KpathError as error:
            if isinstance(error.__cause__, _refusal()) and not isinstance(
                error.__cause__, _cancellation()
            ):
                message = f"{error.__cause__.getMessage()}; record with a larger --engine-memory"
                raise KpathError(message, 125) from None
            raise
        return Snapshot(
            recorded=_recorded(taken, methods, self._k),
            failure=None if taken.failure() is None else str(taken.failure()),
            events=int(taken.events()),
            engine_bytes=int(taken.engineBytes()),
            statistics=json.loads(str(taken.statisticsJson())),
            uncounted_bytes=int(taken.uncountedBytes()),
        )

    def failure(self) -> str | None:
        """Returns in one line what the engine couldn't read or build; None if all is well."""
        found = self._session.failure()
        return None if found is None else str(found)

    def tables_are_full(self) -> bool:
        """Returns whether the engine k-sf has stopped because its memory is full.

        Uncounted data is kept if ``keep_journals`` was called. ``failure`` returns a message for
        the user.
        """
        return bool(self._session.tablesAreFull())

    def events(self) -> int:
        """Returns how many completions of streamed paths the engine has processed so far."""
        return int(self._session.events())

    def emitted(self) -> int:
        """Returns how many completions of streamed paths the engine has seen in the segment.

        These are the counted, the dropped and the waiting completions together.
        """
        return int(self._session.emitted())

    def backlog_bytes(self) -> int:
        """Returns approximately how many bytes of the streams still have to be counted."""
        return int(self._session.backlogBytes())

    def behind_seconds(self) -> float:
        """Returns approximately how many seconds ago the next data to count was emitted."""
        return float(self._session.behindSeconds())

    def segment_peak_bytes(self) -> int:
        """Returns the largest total size, in bytes, of the segment's blocks in use at one time."""
        return int(self._session.segmentPeakBytes())

    def spilled_bytes(self) -> int:
        """Returns how many bytes of the segment were spilled to disk before they were counted."""
        return int(self._session.spilledBytes())

    def engine_bytes(self) -> int:
        """Returns the size of the engine's tables in bytes."""
        return int(self._session.engineBytes())

    def statistics(self) -> dict[str, Any]:
        """Returns the counts of nodes, roots, scans and so on by name, after ``finish``."""
        found: dict[str, Any] = json.loads(str(self._session.statisticsJson()))
        return found

    def finish(self) -> None:
        """Counts the rest of the data, stops the engine, and converts the counts.

        The target must be dead, or must not be recorded any more. Raises KpathError if this fails.
        """
        in_background(self._session.finish)

    def close(self) -> None:
        """Stops reading the streams, even without ``finish``; earlier results stay valid."""
        self._session.close()

    def counters(self) -> npt.NDArray[np.int64]:
        """Returns the count of each id from 0 on, without copying, after ``finish``."""
        return _view(self._session.counters(), np.int64)

    def recorded(self, methods: Path) -> Recorded:
        """Returns the counters and the k-IPF, without copying, after ``finish``."""
        assert self._k is not None
        return _recorded(self._session, methods, self._k)


class Snapshot(Struct, frozen=True):
    """The counts of an engine at one moment; ``failure`` is what ``EngineBridge.failure`` returned.

    ``uncounted_bytes`` is the size of the data that had been emitted but wasn't counted yet. It is
    0 if the engine counted all data first.
    """

    recorded: Recorded
    failure: str | None
    events: int
    engine_bytes: int
    statistics: dict[str, Any]
    uncounted_bytes: int = 0


def _recorded(results: Any, methods: Path, k: int) -> Recorded:
    """Returns the counters and the k-IPF of a session or a snapshot, without copying them."""
    nodes, folded = results.forest(), results.folded()
    return Recorded(
        methods_path=methods,
        k=k,
        counters=_view(results.counters(), np.int64),
        ipf_parents=_view(nodes.parents(), np.int32),
        ipf_paths=_view(nodes.paths(), np.int32),
        ipf_depths=_view(nodes.depths(), np.int32),
        ipf_counts=_view(nodes.counts(), np.int64),
        folded_paths=_view(folded.paths(), np.int32),
        folded_lengths=_view(folded.lengths(), np.int32),
        folded_counts=_view(folded.counts(), np.int64),
        threads=[_thread(thread) for thread in results.threads()],
        threads_left_out=bool(results.threadsLeftOut()),
    )


def in_background(
    work: Callable[[], _Result], meanwhile: Callable[[], None] = lambda: None
) -> _Result:
    """Runs ``work``, a call into Java, in a thread of its own; returns the call's result.

    The calling thread stays interruptible, and calls ``meanwhile`` now and then. Raises KpathError
    when ``work`` fails; the error's cause is Java's exception.
    """
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below
            errors.append(error)

    thread = threading.Thread(target=run, name="kpath-finish", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_SECONDS)
        if thread.is_alive():
            meanwhile()
    if errors:
        raise _failure(errors[0]) from errors[0]
    return results[0]


def _thread(result: Any) -> RecordedThread:
    nodes = result.forest()
    return RecordedThread(
        # Java's strings may contain lone surrogates, which can't be written to a file.
        name=str(result.name()).encode("utf-8", "replace").decode("utf-8"),
        kind=str(result.kind()),
        counters=lambda: _view(result.counters(), np.int64),
        ipf_parents=_view(nodes.parents(), np.int32),
        ipf_paths=_view(nodes.paths(), np.int32),
        ipf_depths=_view(nodes.depths(), np.int32),
        ipf_counts=_view(nodes.counts(), np.int64),
    )


def opening(opened: Callable[[], Any]) -> Any:
    """Calls ``opened``, which opens a session, and returns the session.

    Raises KpathError when the session can't be opened, or when its memory is too small.
    """
    too_small = jpype.JClass("java.lang.IllegalArgumentException")
    try:
        return opened()
    except too_small as error:
        raise KpathError(f"{_one_line(error)}; give more with --engine-memory", 125) from None
    except jpype.JException as error:
        raise _failure(error) from None


def _view(buffer: Any, scalar: type[_Scalar]) -> npt.NDArray[_Scalar]:
    """Returns the content of a direct ByteBuffer, in place."""
    if buffer.capacity() == 0:
        return np.empty(0, scalar)
    return np.frombuffer(memoryview(buffer), scalar)


def _refusal() -> Any:
    """Returns the class of the exception that Java throws if a snapshot lacks memory.

    The exception's message has one line.
    """
    return jpype.JClass("java.lang.IllegalStateException")


def _cancellation() -> Any:
    """Returns the class of the exception that Java throws for a wait that was given up."""
    return jpype.JClass("java.util.concurrent.CancellationException")


def _calling(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except jpype.JException as error:
        raise _failure(error) from None


def _failure(error: BaseException) -> KpathError:
    return KpathError(f"the engine failed: {_one_line(error)}", 125)


def _one_line(error: BaseException) -> str:
    lines = str(error).removeprefix("java.lang.IllegalArgumentException: ").splitlines()
    return lines[0] if lines else type(error).__name__
