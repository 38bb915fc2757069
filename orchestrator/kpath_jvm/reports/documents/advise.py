"""The keys of ``advise --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.findings import FindingsKeys
from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.settled import HeavySettledKeys
from kpath_jvm.reports.documents.shared import (
    HIDDEN,
    MEAN,
    MEAN_LEAST,
    MEAN_MOST,
    REPETITIONS,
    TOO_FAR,
    UNNAMED,
    IntervalKeys,
    IterationsPerEntryKeys,
    LoopKeys,
    MethodKeys,
    PathKeys,
    WorthKeys,
)
from kpath_jvm.reports.documents.times import TimedKeys, TimeKeys
from kpath_jvm.reports.lines import TIMES


class AdviceSizeKeys(Keys):
    """How large the method becomes if the advice is followed, by an estimate."""

    copies: Annotated[
        int,
        "The number of copies of the loop's body that are added. Of several numbers, this is the "
        "least that makes the method too large, or the greatest if none does.",
    ]
    bytes: Annotated[int, "The estimated size of the method's code."]
    compiled: Annotated[
        bool,
        "False only if the advice makes the method too large for HotSpot to compile.",
    ]
    inlined: Annotated[
        bool | None,
        "False only if the advice makes the method too large to be inlined into hot code; null if "
        "the limit isn't known.",
    ]


class CodeSizeKeys(Keys):
    """The size of the code, in bytes, and HotSpot's limits."""

    method: Annotated[int, "The size of the method's code, without probes."]
    loop: Annotated[int, "The size of the loop's code, inner loops and handlers included."]
    compiled: Annotated[
        int | None,
        "The largest size of a method that the JVM compiles; null if its command has "
        "`-XX:-DontCompileHugeMethods`.",
    ]
    inlined: Annotated[
        int | None, "The JVM's FreqInlineSize, as it was recorded; null if it isn't known."
    ]


class AdviceKeys(Keys):
    """One piece of advice."""

    kind: Annotated[
        str,
        "`write out`, `unroll`, `peel`, `unswitch`, `history`, `follows`, `first`, `branch-free` "
        "or `superblock`.",
    ]
    block: Annotated[int | None, "The branch that the advice is about."]
    text: str
    of_completed: Annotated[
        bool, "Whether paths that weren't completed might change `text`; `text` then says so."
    ]
    may_be_coincidence: Annotated[
        bool,
        "Whether earlier iterations may seem to predict something only because a coincidence was "
        f"repeated; `text` then ends with a mark such as `[{TIMES}20]`, which has the loop's "
        "`repetitions`.",
    ]
    size: Annotated[AdviceSizeKeys | None, "Null if the advice isn't to copy the loop's body."]


class UnknownReasonKeys(Keys):
    """A reason why something isn't known."""

    reason: Annotated[str, "The reason, without figures of this loop."]
    extent: Annotated[str, "How much of the loop or branch the reason is about; may be empty."]


class NoAdviceKeys(Keys):
    """The reason why there is no advice of one kind, for the loop or for one of its branches."""

    kind: Annotated[str, "`write out`, `unroll`, `peel`, `unswitch`, `history` or `superblock`."]
    block: Annotated[
        int | None,
        "The branch that the reason is about; null if it is about all branches of the loop that "
        "have no entry of their own for this kind.",
    ]
    branch: Annotated[str | None, "This branch's question and place."]
    why: str
    known: Annotated[
        bool,
        "Whether it is known that this kind doesn't pay. If false, `why` says what isn't known. "
        "The usual causes are that k is too small, that exceptions cut off iterations, or that "
        "inner loops, handlers or cut edges divide them into several paths.",
    ]
    too_large: Annotated[
        bool,
        "Whether this kind would be advised if it didn't make the method too large for HotSpot to "
        "compile, by an estimate.",
    ]
    branches: Annotated[
        list[str],
        "The branches that the `reasons` are about; empty if these are about the whole loop.",
    ]
    reasons: Annotated[
        list[UnknownReasonKeys], "The parts of `why` if `known` is false; otherwise empty."
    ]


class CaseKeys(Keys):
    """What a reason is about, in one loop."""

    kinds: Annotated[list[str], "The kinds of advice."]
    branches: Annotated[
        list[str], "The branches, in words; empty if the reason is about the whole loop."
    ]
    extent: Annotated[
        str, "How much of the loop or of each branch the reason is about; may be empty."
    ]


class UnknownLoopKeys(Keys):
    """A loop of which something isn't known."""

    title: Annotated[str, "The method."]
    number: Annotated[int, "The loop's number in its method, from 0."]
    place: Annotated[str | None, "The line of the loop's header, as texts show it."]
    cases: list[CaseKeys]


class UnknownKeys(Keys):
    """A reason why it isn't known whether advice pays, and the loops that it is about."""

    reason: str
    loops: Annotated[list[UnknownLoopKeys], "The loops, ordered by cost."]


class RepeatKeys(Keys):
    """How often two iterations at a given distance went the same way.

    Only iterations that are one path each and go round the loop are compared.
    """

    distance: Annotated[int, "The distance in iterations."]
    same: Annotated[int, "Iterations that went the same way as the one `distance` before them."]
    count: Annotated[int, "Iterations that have an iteration at this distance before them."]


class WindowsKeys(Keys):
    """The stretches of a given number of iterations in a row, and their sequences.

    Each iteration of a stretch is one path that goes round the loop. The iteration that leaves the
    loop is in no stretch.
    """

    factor: Annotated[int, "Number of iterations in a row."]
    count: int
    sequences: Annotated[int, "Number of different sequences."]
    text: Annotated[str, "The most frequent sequence."]
    paths: list[int]
    share: Annotated[float, "Share of the `count` stretches that are this sequence."]
    aligned_share: Annotated[
        float, "Share of the stretches that are this sequence or one of its rotations."
    ]
    first: Annotated[str, "The name of the way with which the sequence begins."]
    begun: Annotated[int, "Iterations that went the way `first`."]
    completed_once_begun: Annotated[
        float, "Share of the `begun` iterations that complete the sequence they begin."
    ]
    part_of_it: Annotated[
        IntervalKeys,
        "Bounds on the share of the loop's `iterations` that are part of an occurrence of this "
        "sequence. They differ only if occurrences may overlap.",
    ]
    completed: Annotated[
        float,
        "Share of the loop's `iterations` that begin this sequence and complete it. This isn't the "
        "completion rate of a trace along the sequence, because a trace begins only where the "
        "previous trace ended.",
    ]
    iterations: Annotated[
        int, "All counted iterations of the loop, those that leave it or throw included."
    ]
    for_90: Annotated[int, "How many of the most frequent sequences make up 90 % of the stretches."]
    in_groups: Annotated[
        IntervalKeys | None,
        "Bounds on the share of the loop's iterations that are in whole groups, if each entry's "
        "iterations are divided into groups of `factor`; null if it isn't known.",
    ]


class AskedBranchKeys(Keys):
    """A branch of a loop."""

    block: int
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    ordinal: Annotated[int, "Number among the decisions on the line, from 1."]
    question: str
    matched: Annotated[bool, "Whether the question is the source's own text."]
    answers: Annotated[list[str], "The answers; lists of counts have the same order."]
    leaves: Annotated[bool, "Whether an answer leads out of the loop."]


class TurnsKeys(AskedBranchKeys):
    """A branch whose answers alternate in a pattern that repeats after some iterations."""

    pattern: Annotated[
        list[str | None],
        "Its answers in the consecutive iterations of one period, rotated so that as many entries "
        "as possible begin with them; null where an iteration doesn't run through the branch.",
    ]
    begun: Annotated[
        int,
        "Entries that begin with this pattern; a first iteration that doesn't run through the "
        "branch may differ from it.",
    ]
    entries: Annotated[
        int, "Entries that begin with at least one period of iterations that all go round the loop."
    ]
    broken: Annotated[int, "Number of the `pairs` whose two answers differ."]
    unasked_first: Annotated[
        int,
        "Number of the `broken` pairs whose earlier iteration is the first of its entry and "
        "doesn't run through the branch. These don't contradict the pattern.",
    ]
    pairs: Annotated[
        int, "Iterations that have an iteration one period before them; the two are a pair."
    ]


class SideExitKeys(Keys):
    """A place where iterations leave the hottest way, or where entries leave the loop."""

    block: Annotated[int, "The block after which they leave."]
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    text: Annotated[str | None, "The answer with which they leave."]
    count: int


class UnrollingKeys(Keys):
    """Whether iterations repeat, and how many iterations an entry makes."""

    advised: bool
    period: Annotated[int | None, "Shortest distance at which iterations go the same way."]
    factors: Annotated[
        list[int],
        "Unrolling factors that pay, except those that would make the method too large for HotSpot "
        "to compile; empty if `period` is 1 or if the loop should be written out.",
    ]
    written_out: Annotated[
        bool,
        "Whether writing the loop out is advised. It isn't if `steady_iterations` is 1 and a "
        "special case for one iteration saves nothing, or if the copies would make the method too "
        "large for HotSpot to compile.",
    ]
    too_large_written_out: Annotated[
        bool, "Whether only the size of the code speaks against writing the loop out."
    ]
    steady_iterations: Annotated[int | None, "Number of iterations that nearly all entries make."]
    steady_at_top: Annotated[
        int,
        "How many of the entries that made `steady_iterations` are known to have left the loop at "
        "`top`, so that their last iteration ran nothing after `top`.",
    ]
    top: Annotated[
        str | None,
        "If the loop has no loop test, the conditions at its top that leave it; a pass that ends "
        "there is an iteration.",
    ]
    most_iterations: Annotated[
        int | None, "The most iterations that any entry made; null if that isn't known."
    ]
    last_exits: Annotated[
        list[SideExitKeys],
        "Where entries that made `steady_iterations` left the loop within their last iteration, "
        "the most frequent place first, as far as sequences show it.",
    ]
    left_at_test: Annotated[
        int,
        "How many of the entries that made `steady_iterations` are known to have left the loop "
        "after these iterations, at the loop test.",
    ]
    unseen_exits: Annotated[
        int, "How many of the entries that made `steady_iterations` weren't seen to leave."
    ]
    test_bytecodes: Annotated[
        int,
        "An upper bound of the bytecodes that the loop test took when it ended entries that made "
        "`steady_iterations`. An entry whose exit wasn't seen may have run the whole test.",
    ]
    test_share: Annotated[float, "`test_bytecodes` as a share of all recorded bytecodes."]
    entries_by_iterations: Annotated[
        list[int],
        "Number of entries that are known to have made exactly 0, 1, 2 … iterations. A loop test "
        "that ends the loop isn't counted.",
    ]
    entries: Annotated[int, "Number of entries whose first iteration was completed."]
    whole_share: Annotated[float, "Share of the iterations that are one path each."]
    repeats: list[RepeatKeys]
    turns: Annotated[
        list[TurnsKeys],
        "If the period is 2 or more, the branches whose answers repeat with this period, except "
        "those of the loop's test.",
    ]
    windows: list[WindowsKeys]


class PeeledBranchKeys(AskedBranchKeys):
    """How a branch went in first and in later iterations.

    Branches of the loop's test are left out.
    """

    advised: bool
    known: Annotated[
        bool,
        "Whether it is known if peeling decides the branch. If false, the `unknown` executions "
        "leave this open.",
    ]
    first: Annotated[list[int], "Executions in first iterations, by answer."]
    later: list[int]
    unknown: Annotated[
        int,
        "Executions of which it isn't known whether they were in first or in later iterations.",
    ]
    missed_together: Annotated[
        int,
        "Wrong guesses, if the guess is always the most frequent answer in `first` and `later` "
        "together.",
    ]
    missed_apart: Annotated[
        int,
        "Wrong guesses, if first iterations and later ones each have a guess of their own: the "
        "most frequent answer in `first` or in `later`.",
    ]


class PeelingKeys(Keys):
    """How first iterations differ from later ones. The test that ends the loop isn't counted."""

    advised: bool
    first: Annotated[int, "Number of first iterations; `later` is the number of the others."]
    later: int
    distance: Annotated[float, "0 if first iterations are like later ones, 1 if they never are."]
    first_best: Annotated[str | None, "The most frequent way."]
    first_share: Annotated[float, "Share of the first iterations that go this way."]
    later_best: str | None
    later_share: Annotated[float, "Share of the later iterations that go this way."]
    branches: list[PeeledBranchKeys]


class UnswitchedBranchKeys(AskedBranchKeys):
    """How often a branch changed its answer within an entry of the loop."""

    advised: Annotated[bool, "Whether the branch is `steady`, but not `assigned`."]
    steady: Annotated[
        bool,
        "Whether the answer never changed within an entry, though two answers are frequent.",
    ]
    assigned: Annotated[
        bool,
        "Whether the branch reads a local variable that the loop assigns. It is false, too, if "
        "that wasn't recorded.",
    ]
    known: Annotated[
        bool,
        "Whether it is known if the branch is `steady`. If false, no change was seen "
        "within an entry, but too few executions can be compared.",
    ]
    executions: int
    pairs: Annotated[
        list[list[int]],
        "`pairs[a][b]`: how often answer b followed a within one entry.",
    ]
    changed: Annotated[int, "Pairs of different answers."]
    firsts: Annotated[int, "Executions without a previous one in the entry."]
    unknown: Annotated[
        int,
        "Executions whose previous execution in the entry isn't known, because it is k paths back "
        "or more, or because a handler lies between. If `changed` isn't 0, executions behind an "
        "inner loop or a cut edge are included.",
    ]


class HistoryKeys(Keys):
    """How well a branch can be guessed if a given number of earlier iterations is known."""

    iterations: Annotated[
        int,
        "Number of earlier iterations that are known, if the entry had that many.",
    ]
    missed: Annotated[
        int,
        "Wrong guesses, if the guess is the most frequent answer after each history.",
    ]
    share: Annotated[float, "`missed` as a share of the branch's executions."]
    contexts: Annotated[int, "Number of different histories."]
    tells: Annotated[
        bool,
        "Whether these histories tell more about the branch than shorter ones do, beyond chance. "
        "If false, wrong guesses may have become fewer only because each history is rare.",
    ]
    whole: Annotated[
        int,
        "Executions before which all these iterations are known. Before other executions, only the "
        "iterations since the loop's entry, an inner loop, a cut edge or a handler are known.",
    ]
    missed_whole: Annotated[int, "Wrong guesses among the `whole` executions."]


class HistoryContextKeys(Keys):
    """A history, and what followed it."""

    text: Annotated[str, "The ways, the latest last."]
    paths: list[int]
    is_all: Annotated[
        bool,
        "Whether the history holds all earlier iterations of the entry. If the branch's `cut_off` "
        "isn't 0, the history may hold only those since an inner loop, a cut edge or a handler.",
    ]
    counts: Annotated[list[int], "Executions after this history, by answer."]


class PredictedBranchKeys(AskedBranchKeys):
    """How well earlier iterations predict a branch."""

    advised: bool
    executions: Annotated[list[int], "Number of executions, by answer."]
    unknown: Annotated[
        int,
        "Number of other executions. Their paths ended at the branch, on one of several edges, and "
        "so don't show the answer. No other figure counts these executions.",
    ]
    deciding: Annotated[
        int | None,
        "Number of iterations in the shortest histories that decide the branch; null if none do.",
    ]
    random: Annotated[
        bool,
        "Whether no history decides the branch, and a computation might replace the branch: it "
        "neither leaves the loop nor decides which branch comes next, and `calls` is false.",
    ]
    calls: Annotated[
        bool,
        "Whether recorded callers or the sources show that something is called or allocated on one "
        "of the ways between which the branch chooses. False proves nothing.",
    ]
    may_follow_itself: Annotated[
        bool,
        "Whether the branch's own last answer in the entry might decide it, but can be seen too "
        "rarely to know this.",
    ]
    lacks_history: Annotated[
        bool,
        "Whether it isn't known if earlier iterations decide the branch, because an inner loop, a "
        "cut edge or a handler came before many of its executions (`cut_off`).",
    ]
    decided_by: Annotated[
        str | None,
        "The earlier branch of the same iteration that decided all executions of this branch. "
        "Nothing is then advised about this branch. It is null if there is none, or if histories "
        "are known to tell nothing that helps.",
    ]
    goes_by_number: Annotated[
        bool,
        "Whether the branch is hard to guess, but the number of the iteration alone decided it.",
    ]
    number_tells_all: Annotated[
        bool,
        "The same as `goes_by_number`; also true if a history would decide the branch, but wrong "
        "guesses are no more if only the number is known (`missed_by_number`), and hardly fewer "
        "with any longer history.",
    ]
    goes_by_first: Annotated[
        bool,
        "Whether a history would decide the branch, but `missed_by_first` is no larger than the "
        "number of wrong guesses with this history, and hardly larger than with any longer one. It "
        "is then enough to know which iterations are the first ones of their entries.",
    ]
    missed_by_first: Annotated[
        int | None,
        "Wrong guesses, if it is only known whether an iteration is the first one of its entry; "
        "null if this isn't known for all executions.",
    ]
    missed_by_number: Annotated[
        int | None,
        "Wrong guesses, if only the iteration's number is known, as far as k shows it; null if an "
        "inner loop, a cut edge or a handler hides the number of an execution's iteration, and no "
        "history would decide the branch.",
    ]
    by_iteration: Annotated[
        list[list[int]] | None,
        "With `missed_by_number`: the executions by answer in the first iteration of entries, in "
        "the second and so on, as far as k shows an iteration's number; otherwise null.",
    ]
    beyond: Annotated[list[int], "The executions by answer in the iterations after these."]
    by_number: Annotated[
        list[str | None] | None,
        "The branch's answer in the first iteration, in the second and so on, if the number of the "
        "iteration alone decided all executions; otherwise null. An item is null if the branch "
        "wasn't executed in this iteration. The list ends where k doesn't show an iteration's "
        "number, or with the last item that isn't null if `later` is null.",
    ]
    later: Annotated[
        str | None,
        "With `by_number`: the branch's only answer in the iterations after those of the list; "
        "null if the branch wasn't executed in these.",
    ]
    histories: list[HistoryKeys]
    cut_off: Annotated[
        int,
        "Executions whose history is cut off by an inner loop, a cut edge or a handler.",
    ]
    hidden: Annotated[int, HIDDEN]
    too_far: Annotated[int, TOO_FAR]
    contexts: Annotated[
        list[HistoryContextKeys],
        "The most frequent histories of `deciding` iterations.",
    ]
    all_contexts: Annotated[
        int, "Number of all histories of `deciding` iterations, those that are left out included."
    ]
    sure: Annotated[
        list[HistoryContextKeys],
        "Histories of one iteration after which the answer is sure; with `is_all`, the executions "
        "in first iterations, if the answer is sure there.",
    ]


class WayKeys(PathKeys):
    """A named way through the loop, described by the hottest of its paths."""

    way: Annotated[str, "The way's name: w1, w2 … from the most frequent on."]
    inside_text: Annotated[
        str | None,
        "Those lines of the path that are in the loop, as texts show them; null if all of them "
        "are. The bytecodes of the others don't count as the loop's.",
    ]
    letters: Annotated[list[str], "The names of all paths that go this way."]


class HotWayKeys(Keys):
    """One of the hottest ways."""

    name: Annotated[str, "w1, w2 … from the most frequent on."]
    path: Annotated[int, "The hottest of its paths."]
    cost: Annotated[int, "The cost in bytecodes."]
    covered: Annotated[float, "Share of the loop's cost on this way and all hotter ones."]


class SuperblocksKeys(Keys):
    """How much of the loop's work its hottest ways do."""

    advised: bool
    cost: Annotated[int, "The cost in bytecodes."]
    hottest: Annotated[list[HotWayKeys], "The hottest ways, ordered by cost."]
    begun: Annotated[
        int,
        "Iterations that begin like the hottest way. The test that ends the loop isn't counted.",
    ]
    finished: Annotated[int, "Iterations in `begun` that followed the hottest way to its end."]
    parting: Annotated[
        int,
        "Iterations in `begun` that left the hottest way before its last block and stayed in the "
        "loop.",
    ]
    at_end: Annotated[
        int,
        "Iterations in `begun` that stayed in the loop, too, but left the hottest way only at the "
        "end of its last block.",
    ]
    divided_cost: Annotated[
        int,
        "The bytecodes of ways that are only pieces of iterations, because inner loops, cut edges "
        "or handlers divide these. If it is a large share of `cost`, nothing is said about "
        "superblocks.",
    ]
    begins_iterations: Annotated[
        bool,
        "Whether the hottest way begins at the loop's header. Otherwise it is the piece of an "
        "iteration after an inner loop, a cut edge or a handler, and `begun` counts such pieces.",
    ]
    side_exits: Annotated[list[SideExitKeys], "The side exits, the most frequent first."]


class AdvisedLoopKeys(MethodKeys):
    """A loop with the advice for it, and the evidence."""

    loop: LoopKeys
    number: Annotated[int, "The loop's number in its method, from 0."]
    cost: Annotated[int, "Bytecodes executed in the loop's own blocks, without inner loops."]
    share_of_all: Annotated[float, "`cost` as a share of `bytecodes`."]
    time: Annotated[
        TimedKeys | None,
        "The loop's time beside its bytecodes, without inner loops, after `run --time`; otherwise "
        "null.",
    ]
    entries: Annotated[int, "Entries as defined in [loops.md](../loops.md)."]
    iterations: int
    entries_most: Annotated[
        int | None,
        "The most entries that there can have been; equal to `entries` if these are known "
        "exactly, null if there is no upper bound.",
    ]
    iterations_most: Annotated[
        int | None,
        "The most iterations that there can have been; equal to `iterations` if these are known "
        "exactly, null if there is no upper bound.",
    ]
    mean_iterations: Annotated[float | None, MEAN]
    mean_least: Annotated[float | None, MEAN_LEAST]
    mean_most: Annotated[float | None, MEAN_MOST]
    iterations_per_entry: Annotated[
        IterationsPerEntryKeys | None,
        "How many entries made how many iterations; null if sequences aren't counted exactly.",
    ]
    missing: Annotated[
        int | None,
        "The most by which entries and iterations can each be too low; null if that is not "
        "known. `entries_most` or `iterations_most` may be a closer bound.",
    ]
    uncompleted: Annotated[
        int | None,
        "Paths that were begun and not completed and may have run in the loop; they are in no "
        "count. Null if the profiler doesn't count them, or if counts were lost or contradict each "
        "other.",
    ]
    ways: Annotated[int, "Number of different ways through it."]
    ways_within_inner: Annotated[
        list[str], "Those of these ways that run in inner loops alone, the most frequent first."
    ]
    repetitions: Annotated[int, REPETITIONS]
    code_size: CodeSizeKeys
    advice: list[AdviceKeys]
    not_advised: list[NoAdviceKeys]
    unrolling: UnrollingKeys
    peeling: PeelingKeys
    unswitching: Annotated[
        list[UnswitchedBranchKeys],
        "Branches with several outcomes, by executions.",
    ]
    histories: Annotated[
        list[PredictedBranchKeys],
        "The branches of `unswitching` without those of the loop's test. Those with the most wrong "
        "guesses come first.",
    ]
    tests: Annotated[
        list[PredictedBranchKeys],
        "The same for the branches of the loop's test. Nothing is advised about these, so "
        "`advised` is false, and `contexts` and `sure` are empty.",
    ]
    superblocks: SuperblocksKeys
    paths: Annotated[list[WayKeys], "The named ways; `apart` and `source` concern the loop only."]


class AdviseKeys(Keys):
    """Advice about hot loops, from their iterations.

    The counts of n-grams are exact if the profile is exact.
    """

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, in words."]
    thread: Annotated[str | None, "The thread whose profile this is."]
    k: Annotated[int, "Length of the longest sequences used."]
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    cut: Annotated[str | None, "Where paths end: `back-edge` or `loop-header`."]
    selection: Annotated[str | None, "The filters, in words."]
    bytecodes: Annotated[int, "Bytecodes executed by completed paths of the whole profile."]
    top: Annotated[
        int, "How many loops, and how many branches in `settled`, the text lists at most."
    ]
    findings: Annotated[FindingsKeys, "What stands out in the loops and tests, in short."]
    loops: Annotated[list[AdvisedLoopKeys], "The loops, ordered by cost."]
    not_known: Annotated[
        list[UnknownKeys],
        "The reasons why it isn't known whether some advice on these loops pays. The reason that "
        "comes first is about the costliest loop.",
    ]
    time: Annotated[
        TimeKeys | None,
        "Time beside bytecodes, after `run --time`, with up to `top` methods; otherwise null.",
    ]
    settled: Annotated[
        list[HeavySettledKeys],
        "Selected branches that told nothing new, and whose test itself, without what it calls, "
        "took 0.001 of all bytecodes or more. They are ordered by that share, but "
        "`redundant` ones with `ends_loop` come last.",
    ]
    unnamed_variables: Annotated[list[str], UNNAMED]
