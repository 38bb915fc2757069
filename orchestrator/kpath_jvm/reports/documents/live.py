"""The keys of ``live --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import (
    HotLoopKeys,
    LoopKeys,
    MethodKeys,
    SequenceKeys,
    WorthKeys,
)


class StatusKeys(Keys):
    """The status of a recording at the moment of the look.

    When the recording is over, the figures that describe only one moment are null.
    """

    pid: int
    program: str
    profile: Annotated[str | None, "The profile that will be written."]
    state: Annotated[str, "`recording`, `paused`, `writing` or `over`."]
    k: int
    profiler: str
    seconds: Annotated[float, "Time since the recording began."]
    events: Annotated[
        int | None,
        "Streamed path completions that the engine has counted. Completions that the program "
        "itself counts, without a stream, aren't among them.",
    ]
    emitted: Annotated[
        int | None,
        "Streamed path completions of the program: counted ones, those still to be counted, and "
        "dropped ones.",
    ]
    events_per_second: Annotated[
        float | None,
        "Streamed path completions per second, within the program's last second; 0 while counting "
        "is stopped.",
    ]
    waited_share: Annotated[
        float | None,
        "Share of their time that the program's threads spent waiting for the engine.",
    ]
    engine_bytes: int | None
    engine_limit: int | None
    spilled_bytes: int | None
    backlog_bytes: Annotated[int | None, "Size of what isn't counted yet."]
    behind_seconds: Annotated[
        float | None,
        "How long ago the paths that will be counted next were emitted.",
    ]
    doing: Annotated[
        str | None, 'What is being done for `ctl`, such as `"dump"`; null if nothing is.'
    ]
    is_stopped: Annotated[
        bool, "Whether counting is stopped; `state` doesn't say so during a dump."
    ]
    methods: Annotated[int | None, "Number of methods with probes."]
    resets: int
    dumps: int


class LiveLoopKeys(HotLoopKeys):
    """A hot loop, and how it changed since the previous look."""

    share_of_now: Annotated[float | None, "Share of all bytecodes since the previous look."]
    bytecodes_per_second: Annotated[
        float | None, "The loop's bytecodes since the previous look, per second."
    ]
    iterations_per_second: float | None
    trend: Annotated[
        str | None,
        "How the share changes: `new`, `rising`, `falling` or `steady`; null if there were too "
        "few looks to tell.",
    ]


class LiveSequenceKeys(SequenceKeys):
    """A sequence, and how it changed since the previous look."""

    count_per_second: float | None
    covered_now: Annotated[
        int, "Completions since the previous look that the sequence surely covers."
    ]
    trend: Annotated[
        str | None, "`new` if it has occurred only since the previous look; null otherwise."
    ]


class LeastLoopKeys(MethodKeys):
    """A loop, and how many iterations it has had at least."""

    loop: LoopKeys
    number: Annotated[int, "The loop's number in its method, from 0."]
    iterations: Annotated[int, "A lower bound."]


class LeastSequenceKeys(MethodKeys):
    """A sequence, and how often it has occurred at least."""

    loop: Annotated[LoopKeys | None, "The innermost loop around the whole sequence."]
    text: str
    paths: list[int]
    count: Annotated[int, "A lower bound."]


class AtLeastKeys(Keys):
    """What has surely run. The figures are lower bounds, and can't be compared with each other."""

    loops: list[LeastLoopKeys]
    sequences: list[LeastSequenceKeys]


class LiveKeys(Keys):
    """One look at a recording; `live --json` prints a line for each.

    All figures of a line describe the moment of its look. If looks fail several times in a row, a
    line without figures has the `problem`. The last line has the figures of the recording's
    profile, without rates. If there is no profile, the last line has no figures.
    """

    status: Annotated[
        StatusKeys | None,
        "The status; null if the recording hasn't answered, or is over without a profile.",
    ]
    events_per_second: Annotated[
        float | None,
        "Streamed path completions per second, in the second or so before the look.",
    ]
    seconds: Annotated[
        float | None,
        "Time since the previous look, to which all rates refer; null if this is the first look "
        "or counts began anew.",
    ]
    age: Annotated[
        float | None, "Age of this look in seconds; null for the figures of the profile."
    ]
    dumping: Annotated[float, "The share of the elapsed time that dumps took."]
    completeness: Annotated[
        WorthKeys | None,
        "What the counts of this look are worth; null before the first look.",
    ]
    order: Annotated[
        str,
        "How the lists are ordered: `now`, by what ran since the previous look, or `all`, by what "
        "ran in all. Without rates, the order is always `all`.",
    ]
    filter: str | None
    completions: Annotated[
        int | None,
        "Path completions in this look, streamed or not; null before the first look.",
    ]
    bytecodes: Annotated[int | None, "Bytecodes executed in the whole recording."]
    loops: list[LiveLoopKeys]
    sequences: Annotated[
        list[LiveSequenceKeys],
        "Those that cover the most path completions come first: by `covered_now`, or with the "
        "order `all` by `count` times `period`.",
    ]
    at_least: Annotated[
        AtLeastKeys | None,
        "Lower bounds while the engine is behind; otherwise null. While the engine is behind, "
        "counters come from a later moment than sequences, so `loops` and `sequences` are empty, "
        "and `completions` and `bytecodes` are null.",
    ]
    problem: Annotated[
        str | None,
        "Why there is no look, or no newer one, or why nothing from the look is shown.",
    ]
    over: Annotated[
        str | None, "A sentence saying that the recording is over, and what became of it."
    ]
