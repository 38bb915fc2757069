"""The keys of ``report --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.callers import CallersKeys
from kpath_jvm.reports.documents.findings import FindingsKeys
from kpath_jvm.reports.documents.keys import OPTIONAL, Keys
from kpath_jvm.reports.documents.settled import HeavySettledKeys
from kpath_jvm.reports.documents.shared import (
    CUT_OFF_BYTECODES,
    ENTERED_BYTECODES,
    EXACT_BYTECODES,
    UNNAMED,
    FoldingErrorKeys,
    HotLoopKeys,
    IntervalKeys,
    KnownKeys,
    MethodKeys,
    PathKeys,
    SequenceKeys,
    WorthKeys,
)
from kpath_jvm.reports.documents.times import TimeKeys


class WorkloadKeys(Keys):
    """The benchmark that was run.

    Further keys are those of `workload` in [run.json](profile.md#runjson).
    """

    suite: str
    name: str
    size: str
    stand_in: bool


class HotKeys(Keys):
    """What `--scope hot` found."""

    methods: Annotated[int, "Number of methods found hot."]
    first_millis: Annotated[
        int | None, "How long after the recording's beginning the first one was found."
    ]
    last_millis: Annotated[int | None, "How long after that beginning the last one was found."]


class CompletenessKeys(WorthKeys):
    """What the counts are worth, and the agent's log."""

    agent_log: Annotated[list[str], "Lines of the agent's log."]


class BurstKeys(Keys):
    """One burst of a sampled recording."""

    after_seconds: Annotated[float, "Time from the window's beginning to the burst's."]
    seconds: Annotated[float, "How long it recorded."]
    cost_seconds: Annotated[float, "Estimated CPU time that the burst cost the program."]
    own_seconds: Annotated[float, "CPU time of kpath-jvm."]
    completed: int
    place: Annotated[
        str | None,
        "Where the burst's profile is in this profile's directory; null if nothing ran in it.",
    ]


class SamplingKeys(Keys):
    """How a [sampled](../sampling.md) profile was made."""

    budget: Annotated[float, "The share of the program's CPU time that bursts may cost."]
    seed: Annotated[int, "Seed of the random gaps between bursts."]
    window_seconds: Annotated[float, "Length of the window, from the first moment to the last."]
    cpu_seconds: Annotated[float, "CPU time of the program in the window."]
    observed_seconds: Annotated[float, "Length of all bursts together."]
    observed_share: Annotated[float, "`observed_seconds` as a share of the window."]
    cost_seconds: Annotated[
        float,
        "Estimated CPU time that the bursts cost, including that of kpath-jvm during them.",
    ]
    overhead: Annotated[
        float,
        "`cost_seconds` as a share of the CPU time that the program would have taken without "
        "the bursts.",
    ]
    level: Annotated[float, "Confidence level of all intervals."]
    bursts: list[BurstKeys]


class FoldingKeys(Keys):
    """What the engine folded or left out to stay within its memory."""

    memory_bytes: Annotated[int, "The engine's memory (`--engine-memory`)."]
    times: int
    nodes: Annotated[int, "Sequences that were folded."]
    restarts: Annotated[int, "Sequences that began anew."]
    least_count: Annotated[int, "N-grams that were counted less often than this are left out."]
    parts: Annotated[int, "k-IPFs that were added up."]
    errors: Annotated[list[FoldingErrorKeys], "The errors, one for each n from 2 on."]
    methods_folded: int


class GuideKeys(Keys):
    """How the guide of `--guide` was used."""

    profile: Annotated[str, "The guide's path, as it was given."]
    methods: Annotated[int, "Hot methods in that profile."]
    matched: Annotated[int, "Number of these methods that this run has, too."]
    renumbered: Annotated[
        int, "Methods whose paths were recorded with other numbers because of the guide."
    ]


class ThreadKeys(Keys):
    """A thread with a profile of its own."""

    thread: Annotated[int, "Its number, for `--thread`."]
    title: str
    completed: int
    share_of_all: Annotated[float | None, "Share of the path completions of all threads."]
    entries: int


class JvmKeys(Keys):
    """A JVM with a profile of its own."""

    pid: int
    parent_pid: int | None
    name: Annotated[str, "What ran in it, in words."]
    main: Annotated[str | None, "Its main class or jar, with the arguments."]
    completed: int
    share_of_all: Annotated[float | None, "Share of the path completions of all JVMs."]
    verdict: str
    completeness: WorthKeys
    profile: Annotated[
        str | None,
        "Where the JVM's own profile is in this profile's directory; null if there is none, or if "
        "this is the only JVM.",
    ]
    exit_status: Annotated[
        int | None,
        "How it ended, as in a shell; null if that isn't known, because only the process that "
        "started a JVM is sure to get its status.",
    ]
    signal: Annotated[int | None, "The signal that killed it."]


class AbandonedKeys(Keys):
    """A method with paths that exceptions broke off."""

    class_: str
    title: str
    paths: int


class CutMethodKeys(Keys):
    """A method with so many paths that cut edges divide them."""

    class_: str
    title: str
    cuts: Annotated[int, "Number of cut edges."]
    entries: Annotated[int, "How often it was entered. If 0, none of the counts is affected."]
    completed: int
    bytecodes: int
    mode: Annotated[str, "As in `methods`. If it is `edges`, no paths were counted."]


class ProfiledKeys(Keys):
    """What was profiled, in figures."""

    classes: int
    methods: Annotated[
        int,
        "Number of methods. Versions of several class loaders are one method, here and in all "
        "figures below, except with `--no-merge`.",
    ]
    versions: Annotated[int, "Number of versions of the methods; each counts separately."]
    methods_entered: int
    methods_streamed: Annotated[int, "Methods whose paths have sequences."]
    methods_irreducible: int
    methods_with_cuts: Annotated[
        int,
        "Methods with too many paths. They may be on any rung: the rung `cuts` is for methods "
        "whose paths are cut to save bytes of code.",
    ]
    cut_methods: Annotated[
        list[CutMethodKeys], "All methods with too many paths, the costliest first."
    ]
    methods_in_disagreement: Annotated[
        int,
        "Methods whose counters and paths disagree; 0 in a sound profile.",
    ]
    methods_by_rung: dict[str, int]
    reasons_by_rung: dict[str, dict[str, int]]
    paths_executed: int
    ipf_nodes: Annotated[int, "N-grams of all lengths."]
    completions: Annotated[int, "Path completions."]
    following: Annotated[
        int | None,
        "How many of them came directly after another path of their activation; null if not all "
        "sequences of two paths were counted.",
    ]
    abandoned: Annotated[
        int | None,
        "Paths that an exception left; `unfinished` are those under way at the end. Null if such "
        "paths aren't counted, or if counts were lost or contradict each other.",
    ]
    most_abandoned: Annotated[
        list[AbandonedKeys], "The methods with the most abandoned paths, at most three."
    ]
    unfinished: int | None
    undecided: Annotated[
        int | None,
        "Paths that were abandoned or unfinished; it is not known which of the two each one was.",
    ]
    events: Annotated[
        int,
        "Streamed path completions: those that came to the engine through streams. The others are "
        "counted in the program. With an inline profiler, such as `edge`: what it counted.",
    ]
    threads: Annotated[
        int | None,
        "Platform threads that recorded anything; null with `spp` and `bpp`, which don't know "
        "their number.",
    ]
    lost_events: Annotated[int, "Path completions that could not be recorded."]
    held_back: Annotated[
        int | None,
        "How many path completions can be missing at most, because activations that had not ended "
        "held them back; null if that is not known.",
    ]


class KnownCountsKeys(Keys):
    """How many paths and edges have counts, among those shown."""

    paths: Annotated[int, "Different Ball-Larus paths that were completed."]
    methods: Annotated[int, "Methods whose edges were counted."]
    edges: Annotated[int, "Edges of these methods."]
    exact: Annotated[int, "Edges whose count is exact, even if exceptions left paths."]
    completed: Annotated[
        int, "Edges whose count is exact for completed paths, because all of these were counted."
    ]
    estimated: Annotated[int, "Other edges whose count has no upper bound."]
    is_windowed: Annotated[
        bool,
        "Whether only first paths were counted, so that shares refer to these paths, and to the "
        "methods whose edges were counted instead (`work.whole_run`).",
    ]
    is_scaled: Annotated[
        bool, "Whether counts of edges are estimated from what the path windows counted."
    ]
    extended: Annotated[int, "[Extended paths](profile.md#extended)."]


class RejectedKeys(Keys):
    """A rung of the size ladder that did not fit."""

    rung: str
    bytes: Annotated[int | None, "Size that the code would have had."]


class WithLessKeys(Keys):
    """A method that is recorded below the first rung of the [size ladder](../size-ladder.md)."""

    class_: str
    method: str
    descriptor: str
    title: str
    rung: str
    has_paths: bool
    reason: str | None
    bytes: int
    instrumented_bytes: int
    rejected: Annotated[list[RejectedKeys], "The higher rungs, which did not fit."]
    entries: int
    entries_known: Annotated[
        bool,
        "Whether entries were counted. If not, `entries` may be too low: an inline profiler may "
        "only count the entries whose first path was completed.",
    ]
    completed: int


class ReasonKeys(Keys):
    """Why classes or methods were left out."""

    reason: str
    classes: Annotated[int, "Number of classes; either this or `methods` is there.", OPTIONAL]
    methods: Annotated[int, OPTIONAL]


class NotProfiledKeys(Keys):
    """What was left out."""

    classes: int
    methods: int
    reasons: Annotated[list[ReasonKeys], "The reasons, the most frequent first."]
    include: Annotated[
        list[str], "The run's patterns of classes to record; `exclude` has those to leave out."
    ]
    exclude: list[str]
    differing: Annotated[
        str | None,
        "For a sum of profiles that were recorded with different `--include`, `--exclude` or "
        "`--scope`: these options with their values, in words; null if they are the same.",
    ]


class PushedKeys(Keys):
    """A method that instrumentation pushed over 8,000 bytes."""

    class_: str
    method: str
    descriptor: str
    bytes: Annotated[int, "Size of the code before instrumentation."]
    instrumented_bytes: Annotated[int, "Size of the code after instrumentation."]


class CostKeys(Keys):
    """The time and memory that the recording took."""

    wall_seconds: Annotated[
        float | None,
        "Wall time of the recorded program; `native_wall_seconds` is its wall time without "
        "recording, and `slowdown` is the ratio of the two.",
    ]
    native_wall_seconds: float | None
    slowdown: float | None
    cpu_seconds: Annotated[
        float | None,
        "CPU time of the recorded program, without the engine; `native_cpu_seconds` is its CPU "
        "time without recording, and `cpu_slowdown` is the ratio of the two. CPU time depends less "
        "than wall time on what else the machine does.",
    ]
    native_cpu_seconds: float | None
    cpu_slowdown: float | None
    segment_bytes: int | None
    segment_peak_bytes: int | None
    engine_bytes: int | None
    table_bytes: Annotated[
        int | None, "Size of an inline profiler's tables, in the program's heap."
    ]
    waited_seconds: Annotated[float | None, "How long the program waited, all threads together."]
    spilled_bytes: Annotated[int | None, "Size of what went to the disk to be counted later."]
    compiles_huge_methods: Annotated[
        bool,
        "Whether the command has the JVM's option `-XX:-DontCompileHugeMethods`, with which "
        "HotSpot compiles methods of any size. If false, an environment variable or an argument "
        "file may have the option all the same.",
    ]
    methods_pushed_over_8000_bytes: Annotated[
        list[PushedKeys],
        "Methods that instrumentation made larger than 8,000 bytes. HotSpot doesn't compile them "
        "any more, unless the JVM has the option above.",
    ]


class LoopAskedKeys(Keys):
    """A loop that `--loop` or `--line` selects."""

    title: Annotated[str, "Its method."]
    number: Annotated[int, "Its number, as in `loops`."]
    place: Annotated[str | None, "The line of its header, as texts show it."]
    inside: Annotated[int, "Number of loops inside it, which are shown, too."]


class SelectionKeys(Keys):
    """The part of the profile that the filters leave."""

    text: Annotated[str, "The filters, in words."]
    methods: Annotated[int, "Number of methods shown."]
    methods_of_all: Annotated[
        int,
        "Number of methods in the profile; versions of several class loaders count as one.",
    ]
    completions: int
    bytecodes: Annotated[int, "Bytecodes executed by `completions`."]
    share_of_all: Annotated[float, "`bytecodes` as a share of all."]
    of_loops: Annotated[bool, "Whether only loops of the methods are shown."]
    loops_asked: Annotated[
        list[LoopAskedKeys],
        "The loops that `--loop` and `--line` select, except loops inside another selected loop.",
    ]
    methods_asked: Annotated[
        list[str], "The titles of the methods that `--method` selects, if these are several."
    ]


class WholeRunKeys(Keys):
    """The bytecodes of methods that were counted in the whole run, beside path windows."""

    methods: Annotated[int, "Number of these methods that ran."]
    bytecodes: int
    bytecodes_exact: Annotated[int, EXACT_BYTECODES]
    bytecodes_entered: Annotated[int, ENTERED_BYTECODES]


class WorkKeys(Keys):
    """The executed bytecodes, and how many of them were executed in loops."""

    bytecodes: Annotated[int, "Bytecodes executed by completed paths, in the whole profile."]
    bytecodes_shown: Annotated[int, "Bytecodes executed in what is shown."]
    loops: Annotated[int, "Number of executed loops in what is shown."]
    methods: Annotated[
        int, "Number of methods in what is shown that completed paths or executed bytecodes."
    ]
    paths: Annotated[int, "Number of distinct completed paths in what is shown."]
    bytecodes_in_loops: Annotated[int, "Bytecodes executed in the loops' own blocks."]
    bytecodes_exact: Annotated[int, EXACT_BYTECODES]
    bytecodes_entered: Annotated[int, ENTERED_BYTECODES]
    whole_run: Annotated[
        WholeRunKeys,
        "What of these is of the whole run, although only first paths of other methods were "
        "counted (`known.is_windowed`): the methods with too many paths, whose edges were counted. "
        "All zeros in other profiles.",
    ]


class CutOffLoopKeys(Keys):
    """A loop through which cut-off paths may have run."""

    title: Annotated[str, "Its method."]
    number: Annotated[int, "The loop's number in its method, from 0."]
    place: Annotated[str | None, "The line of its header, as texts show it."]
    paths: Annotated[
        int, "The largest possible number of uncompleted paths that ran through the loop."
    ]
    bytecodes: Annotated[int, "The most bytecodes that these paths can have executed there."]
    counted: Annotated[int, "Bytecodes that completed paths executed there; 0 if none ran there."]


class CutOffKeys(Keys):
    """The paths of the whole profile that weren't completed, which no other figure includes."""

    paths: Annotated[int, "Number of these paths: `abandoned`, `unfinished` and `undecided` ones."]
    bytecodes: Annotated[int, "The most bytecodes that they can have executed."]
    loops: Annotated[
        list[CutOffLoopKeys],
        "The selected loops, listed or not, in which these paths may have executed the most "
        "bytecodes; at most three.",
    ]


class HotMethodKeys(MethodKeys):
    """A hot method, and what it cost."""

    bytecodes: int
    bytecodes_exact: Annotated[int, EXACT_BYTECODES]
    bytecodes_entered: Annotated[int, ENTERED_BYTECODES]
    bytecodes_cut_off: Annotated[int | None, CUT_OFF_BYTECODES]
    completed: int
    share_of_all: Annotated[float, "Share of the profile's bytecodes."]
    share_of_shown: Annotated[float, "Share of the bytecodes of what is shown."]
    share_of_time: Annotated[
        float,
        "Share of the samples in methods whose bytecodes are counted, with `--sort time`.",
        OPTIONAL,
    ]
    share_of_all_time: Annotated[
        float,
        "Share of all samples, those outside recorded code included, with `--sort time`.",
        OPTIONAL,
    ]
    entries: Annotated[int | None, "Entries; null if an inline profiler doesn't tell their number."]
    abandoned: Annotated[
        int | None,
        "Its abandoned paths; null, like `unfinished` and `undecided`, if that is not known.",
    ]
    unfinished: int | None
    undecided: int | None
    paths_executed: int
    paths_possible: int
    irreducible: bool
    cuts: int
    mode: Annotated[
        str,
        "`streamed`, `counted`, `edges`, `windows` or `entry` ([profile.md](profile.md#methods)).",
    ]
    since_millis: Annotated[
        int,
        "When the method's recording began, in milliseconds after the whole recording began; 0 "
        "if it was recorded since its class was loaded.",
    ]


class HotPathKeys(MethodKeys, PathKeys):
    """A hot path, and what it cost."""

    count: int
    bytecodes: int
    share_of_method: Annotated[float, "Share of the method's bytecodes."]
    share_of_all: Annotated[float, "Share of the profile's bytecodes."]
    share_of_shown: Annotated[float, "Share of the bytecodes of what is shown."]


class CoverageLevelKeys(Keys):
    """The least numbers of paths that together have a share of the completions or bytecodes."""

    percent: Annotated[int, "The share: 50, 90 or 99."]
    by_completions: Annotated[int, "Number of paths with this share of the path completions."]
    by_bytecodes: Annotated[
        int, "Number of paths with this share of the bytecodes of completed paths."
    ]


class CoverageKeys(Keys):
    """How few of the hottest paths make up most completions, and most executed bytecodes."""

    paths: Annotated[int, "Number of paths that were completed."]
    verdict: Annotated[
        str | None,
        "A `verdict` as in `completeness`, if not all counts are exact: then the shares refer to "
        "what was counted. Null if all counts are exact.",
    ]
    levels: list[CoverageLevelKeys]


class LengthRowKeys(Keys):
    """What the hottest sequences of up to `k` paths cover together."""

    k: Annotated[
        int,
        "The greatest number of paths in a sequence. If it is 1, the sequences are single "
        "paths; otherwise, they have at least two.",
    ]
    top: Annotated[int, "The number of sequences that was asked for."]
    sequences: Annotated[int, "The number of sequences; smaller than `top` if there are no more."]
    share_of_completions: Annotated[
        IntervalKeys | None,
        "Bounds of the share of the shown path completions that belong to an occurrence of any of "
        "these sequences; null if not known.",
    ]
    share_of_bytecodes: Annotated[
        IntervalKeys | None,
        "Bounds of these completions' share of the bytecodes of the shown completed paths; null if "
        "not known.",
    ]


class UnclearKeys(Keys):
    """Why it isn't known what sequences of a method cover together."""

    title: Annotated[str, "The method."]
    why: str


class CoverageByLengthKeys(Keys):
    """What the hottest sequences cover together, by the greatest number of their paths."""

    verdict: Annotated[
        str | None,
        "A `verdict` as in `completeness`, if not all counts are exact: then the shares refer to "
        "what was counted. Null if all counts are exact.",
    ]
    profile_k: Annotated[int, "Length of the longest sequences recorded."]
    share_alone: Annotated[
        float | None,
        "Share of the shown path completions that no path precedes or follows. No sequence of "
        "several paths covers these. Null if it isn't known, as with a `profile_k` of 2.",
    ]
    rows: list[LengthRowKeys]
    unclear: Annotated[
        UnclearKeys | None, "The first method because of which shares in `rows` are null."
    ]


class OtherMethodKeys(MethodKeys):
    """The part of an extended path that lies in another method."""

    id: int
    blocks: list[list[int]]
    lines: list[list[int]]
    lines_text: str
    decisions: list[list[str]]


class ExtendedPathKeys(MethodKeys):
    """A path that is not a Ball-Larus path ([profile.md](profile.md#extended))."""

    id: int
    name: Annotated[
        str,
        "X1, X2 and so on, by frequency within the method, as in the page and in `draw cfg "
        "--path`.",
    ]
    kind: Annotated[
        str,
        "Defined in [profile.md](profile.md#extended), like `graph`, `number`, `start` and `end`.",
    ]
    graph: int
    number: int
    start: str
    start_text: Annotated[
        str,
        "`start` as texts show it: `the loop at block 1` for `loop 1`; `end_text` shows `end` in "
        "the same form. If an overlapping path ended early, `end_text` also says how it went on.",
    ]
    end: str
    end_text: str
    blocks: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block, across iterations.",
    ]
    lines: Annotated[
        list[list[int]],
        "Source lines of each iteration; a new iteration begins where a back edge is taken.",
    ]
    lines_text: Annotated[str, "The lines as texts show them."]
    decisions: Annotated[list[list[str]], "What was decided in each iteration."]
    other: Annotated[OtherMethodKeys | None, "The method that the path leads into or comes from."]
    count: int
    estimate: Annotated[float | None, "The count, adjusted for what wasn't observed."]
    share_of_kind: Annotated[
        float,
        "Share of all paths of this kind that the filters leave, whether listed or not. A path "
        "counts by its `estimate`, or by its `count` if it has none.",
    ]


class MemberKeys(Keys):
    """A profile that is added up in a sum."""

    profile: Annotated[str, "The path that `merge` was given."]
    title: Annotated[str, "What was run, in words."]
    started: str | None
    version: Annotated[str, "Version of the kpath-jvm that recorded it."]
    k: Annotated[int, "Length of its longest sequences."]
    verdict: Annotated[str, "What its counts are worth: a `verdict` as in `completeness`."]
    exit_status: int | None
    signal: Annotated[int | None, "The signal that killed the program."]
    one_run: Annotated[
        int | None,
        "Profiles with equal numbers are parts of one run. Null if the profile is the only one of "
        "its run.",
    ]


class ReportKeys(Keys):
    """What is hot in a profile.

    `profiled` and `not_profiled` describe the whole profile, even with filters. `share_of_all` is a
    share of the bytecodes that all recorded code executed, and `share_of_shown` a share of those
    that the shown part executed. The shares of one list add up to 1 or less.
    """

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, in words."]
    stand_in: Annotated[
        bool, "Whether the program is a stand-in for the benchmark that it is named after."
    ]
    workload: Annotated[WorkloadKeys | None, "The benchmark, if one was run by name."]
    command: list[str] | None
    version: Annotated[str, "Version of the kpath-jvm that recorded it."]
    started: str | None
    java_versions: Annotated[
        list[str], "The versions of Java that the program ran on; empty if they aren't all known."
    ]
    exit_status: int | None
    signal: Annotated[int | None, "The signal that killed the program."]
    members_ended: Annotated[
        str | None,
        "For a sum, in words: in how many of its profiles the program failed, and how. Null if it "
        "failed in none, or if the profile isn't a sum.",
    ]
    members: Annotated[
        list[MemberKeys], "For a sum, the profiles that are added up, the earliest first."
    ]
    k: Annotated[int, "Length of the longest sequences shown."]
    profile_k: Annotated[int, "Length of the longest sequences recorded."]
    cut: Annotated[str | None, "Where paths end: `back-edge` or `loop-header`."]
    max_paths: Annotated[int | None, "Number of paths above which a method gets cut edges."]
    degree: Annotated[
        int | None,
        "Degree of [overlapping paths](../profilers.md#overlapping-paths); null with other "
        "profilers than `ol`.",
    ]
    loop_degrees: Annotated[
        list[str], "The values of `run --loop-degree`: loops with another degree."
    ]
    scope: Annotated[str | None, "`all`, `loops` or `hot`."]
    profiler: str | None
    hot: Annotated[HotKeys | None, "The methods found hot, with `--scope hot`."]
    completeness: Annotated[CompletenessKeys, "What the counts are worth."]
    sampling: Annotated[SamplingKeys, "How a [sampled](../sampling.md) profile was made.", OPTIONAL]
    folding: Annotated[
        FoldingKeys | None, "What the engine folded or left out; null if all its counts are exact."
    ]
    guide: Annotated[GuideKeys | None, "The use of the guide, with `--guide`."]
    thread: Annotated[str | None, "The thread whose profile this is."]
    per_thread: Annotated[list[ThreadKeys], "The threads, with `--per-thread`."]
    per_jvm: Annotated[list[JvmKeys], "The JVMs, with `--follow-children`."]
    profiled: Annotated[ProfiledKeys, "Figures of what was profiled."]
    known: Annotated[KnownCountsKeys, "Counts of what is shown."]
    with_less: Annotated[
        list[WithLessKeys],
        "Methods of which less was recorded: those on the rungs `cuts` and `entry` of the "
        "[size ladder](../size-ladder.md).",
    ]
    not_profiled: Annotated[NotProfiledKeys, "What was left out."]
    cost: Annotated[CostKeys, "What the recording took."]
    selection: Annotated[SelectionKeys | None, "What the filters leave."]
    only_method: Annotated[str | None, "The method, if `--method` leaves only one."]
    order: Annotated[
        str,
        "The order of the lists: `cost`, or with `--sort` also `count` or `time`. `count` orders "
        "loops by executions of their headers, and it orders methods and paths by completions. If "
        "the order is `time`, paths are ordered by `cost`.",
    ]
    work: Annotated[WorkKeys, "Executed bytecodes."]
    cut_off: Annotated[
        CutOffKeys | None,
        "The paths that weren't completed, and what they did at most; null if their number is not "
        "known.",
    ]
    findings: Annotated[FindingsKeys, "What stands out in the loops and tests that cost most."]
    loops: Annotated[list[HotLoopKeys], "The hottest loops."]
    ways_of_loops: Annotated[
        list[KnownKeys],
        "How uncertain the next iteration's way is, as a mean over the loops in `loops` that have "
        "`ways` and no `pieces`. A loop's weight is the number of back edges after which it "
        "wasn't left. If a loop has too few executions for a number of known paths, its last "
        "figure is used, which is an upper bound. The list ends before the first number of known "
        "paths for which the profile lacks sequences of any of these loops.",
    ]
    loops_with_ways: Annotated[int, "Number of loops over which `ways_of_loops` is a mean."]
    sequences: Annotated[
        list[SequenceKeys],
        "The hottest sequences of `only_method`; empty if more than one method is shown.",
    ]
    methods: Annotated[list[HotMethodKeys], "The hottest methods."]
    paths: Annotated[list[HotPathKeys], "The hottest paths."]
    coverage: Annotated[
        CoverageKeys | None,
        "How few of the shown paths make up most of their completions and bytecodes; null if no "
        "path was completed, if no Ball-Larus paths were counted, or if only the first paths of "
        "each method were counted.",
    ]
    coverage_by_length: Annotated[
        CoverageByLengthKeys | None,
        "With `--coverage`, what the hottest of the shown sequences cover together; null if no "
        "path was completed.",
        OPTIONAL,
    ]
    settled: Annotated[
        list[HeavySettledKeys],
        "At most five branches that told nothing new and whose test took 0.01 of all bytecodes or "
        "more, without what it calls. They are ordered by that share, but "
        "`redundant` ones with `ends_loop` come last.",
    ]
    extended: Annotated[
        list[ExtendedPathKeys],
        "The most frequent [extended paths](profile.md#extended), if the profiler counts such "
        "paths.",
    ]
    unnamed_variables: Annotated[list[str], UNNAMED]
    time: Annotated[TimeKeys, "Time beside bytecodes, after `run --time`.", OPTIONAL]
    callers: Annotated[CallersKeys, "Who called the methods, after `run --callers`.", OPTIONAL]
