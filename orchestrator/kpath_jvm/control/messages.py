"""The requests to a recording, and the recording's answers; each is a line of JSON."""

from enum import Enum

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.records.record import Count, Int32, Length, Record, Seconds

#: The largest size of a message in bytes; a file's path in a message takes up to 4,096 bytes.
MOST_BYTES = 1 << 16


class Verb(str, Enum):
    """The requests that a recording serves."""

    STATUS = "status"
    DUMP = "dump"
    RESET = "reset"
    START = "start"
    STOP = "stop"
    END = "end"

    def __str__(self) -> str:
        return self.value


class State(str, Enum):
    """The state of a recording.

    ``writing`` means that the recording serves a dump. A recording never answers ``over``: ``live``
    shows this state after it has read the recording's profile.
    """

    RECORDING = "recording"
    PAUSED = "paused"
    WRITING = "writing"
    OVER = "over"

    def __str__(self) -> str:
        return self.value


class Status(Record, frozen=True, kw_only=True):
    """A recording at one moment; None, except in ``doing``, stands for what isn't known.

    ``profile`` is where the profile will be. ``seconds`` are counted from the recording's start.
    ``events`` is the number of streamed path completions that the engine has counted; it doesn't
    include completions that are only counted by path. ``emitted`` is the number of path completions
    that the program has streamed and the engine has seen. ``events_per_second`` is the rate at
    which ``emitted`` grows; it is 0 while nothing is recorded. ``backlog_bytes`` is the size of the
    data that isn't counted yet. The data that will be counted next was emitted ``behind_seconds``
    ago. ``waited_share``, from 0 to 1, is the share of the program threads' time that was spent
    waiting for the engine. ``doing`` is the request that is being served, or None if there is no
    such request. If ``is_stopped`` is set, nothing is recorded now, whatever the state.
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

    @property
    def streamed(self) -> str:
        """The number of counted path completions, as the text that ``ctl`` and ``live`` print.

        The text ends in "streamed and counted" if the engine hasn't counted all streamed data yet.
        """
        many = "an unknown number" if self.events is None else f"{self.events:,}"
        return f"{many} streamed{' and counted' if self.backlog_bytes else ''}"


class ControlRequest(Record, frozen=True, kw_only=True):
    """A request to a recording.

    ``output`` is where a dump goes, as an absolute path, and ``force`` lets the dump replace what
    is there. ``reset`` asks to count from 0 after the dump's cut. ``look`` asks for a dump without
    a cut. Such a dump costs the program nothing, but reads the counters and streams at different
    moments.
    """

    verb: Verb
    output: str | None = None
    force: bool = False
    reset: bool = False
    look: bool = False


class ControlAnswer(Record, frozen=True, kw_only=True):
    """The answer of a recording to a request.

    ``error`` says in one line why the request failed. ``status`` is the status after the request.
    For a request with ``look``, it is the status at the moment of the dump, so that the status fits
    the dump's counts.
    """

    error: str | None = None
    status: Status


def encoded(message: ControlRequest | ControlAnswer) -> bytes:
    """Returns a message as a line."""
    return msgspec.json.encode(message) + b"\n"


def request_of(line: bytes) -> ControlRequest:
    """Returns the request in a line; raises KpathError if it isn't a request."""
    try:
        return msgspec.json.decode(line, type=ControlRequest)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise KpathError(f"not a request: {error}; use the ctl of this kpath-jvm") from None


def answer_of(line: bytes) -> ControlAnswer:
    """Returns the answer in a line; raises KpathError if it isn't an answer."""
    try:
        return msgspec.json.decode(line, type=ControlAnswer)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise KpathError(
            f"not an answer that this kpath-jvm knows: {error}; use the kpath-jvm that records"
        ) from None
