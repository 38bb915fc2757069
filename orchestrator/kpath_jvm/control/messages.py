"""What is asked of a recording, and what it answers: a line of JSON each."""

from enum import Enum

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.records.record import Count, Int32, Length, Record, Seconds

#: Of a line; a path takes 4,096 bytes.
MOST_BYTES = 1 << 16


class Verb(str, Enum):
    """What a recording can be asked for."""

    STATUS = "status"
    DUMP = "dump"
    RESET = "reset"
    START = "start"
    STOP = "stop"
    END = "end"

    def __str__(self) -> str:
        return self.value


class State(str, Enum):
    """What a recording does: ``writing`` is a profile, its last or one in between."""

    RECORDING = "recording"
    PAUSED = "paused"
    WRITING = "writing"

    def __str__(self) -> str:
        return self.value


class Status(Record, frozen=True, kw_only=True):
    """A recording at one moment; None is for what isn't known of it.

    ``profile`` is where its profile will be. ``seconds`` are since the recording began.
    ``events`` are counted; ``emitted`` is how many the program has stored, as far as the engine has
    seen them, and ``events_per_second`` are its own: of ``emitted``. ``backlog_bytes`` aren't
    counted yet, and what is counted next was emitted ``behind_seconds`` ago. ``waited_share`` is
    the part of its threads' time, 0 to 1, that they have waited for the engine. ``resets`` and
    ``dumps`` are how many there were. ``doing`` is what is being done of what was asked for, None
    when nothing is; ``is_stopped``: nothing is recorded now, whatever the state is.
    """

    pid: Int32
    program: str
    profile: str | None
    state: State
    k: Length
    profiler: str
    seconds: Seconds
    events: Count | None
    emitted: Count | None = None
    events_per_second: Seconds | None
    waited_share: Seconds | None
    engine_bytes: Count | None
    engine_limit: Count | None
    spilled_bytes: Count | None
    backlog_bytes: Count | None = None
    behind_seconds: Seconds | None = None
    methods: Count | None
    resets: Count
    dumps: Count
    doing: Verb | None = None
    is_stopped: bool = False


class ControlRequest(Record, frozen=True, kw_only=True):
    """``output`` is where a dump goes, an absolute path; ``force``: what is there is replaced.

    ``reset``: what is dumped is dropped, at the same cut. ``look``: the dump makes no cut, which
    costs the program nothing, and its counters are of another moment than its streams.
    """

    verb: Verb
    output: str | None = None
    force: bool = False
    reset: bool = False
    look: bool = False


class ControlAnswer(Record, frozen=True, kw_only=True):
    """``error`` is why it wasn't done, in one line; ``status`` is that afterwards."""

    error: str | None = None
    status: Status


def encoded(message: ControlRequest | ControlAnswer) -> bytes:
    """Returns a message as a line."""
    return msgspec.json.encode(message) + b"\n"


def request_of(line: bytes) -> ControlRequest:
    """Returns what a line asks for; KpathError for what is no request."""
    try:
        return msgspec.json.decode(line, type=ControlRequest)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise KpathError(f"not a request: {error}; use the ctl of this kpath-jvm") from None


def answer_of(line: bytes) -> ControlAnswer:
    """Returns what a line answers; KpathError for what is no answer."""
    try:
        return msgspec.json.decode(line, type=ControlAnswer)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise KpathError(
            f"not an answer that this kpath-jvm knows: {error}; use the one that records"
        ) from None
