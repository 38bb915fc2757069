"""The keys of objects that several documents have."""

from typing import Annotated, TypeAlias

from kpath_jvm.reports.documents.keys import OPTIONAL, Keys

#: The meaning of ``mean_iterations`` of a loop.
MEAN = "Mean iterations per entry; null if the mean isn't known exactly."
#: The two kinds of executions of a branch for which no history shows the branch's last outcome.
HIDDEN = (
    "Executions whose previous execution in the entry, if any, lies before an inner loop, a cut "
    "edge or a handler. Histories don't reach across these, whatever k is."
)
TOO_FAR = (
    "Executions whose previous execution in the entry, if any, lies k paths back or more. A larger "
    "k shows more."
)
#: The meaning of ``unnamed_variables``.
UNNAMED = (
    "Classes with shown conditions that name a variable by its number, such as `local 1`, because "
    "the class file has no names of variables: it was compiled without `-g`."
)
#: The meaning of ``repetitions`` of a method, loop or settled branch.
REPETITIONS = (
    "How often the method seems to have done the same work: all counts of its sequences are "
    "multiples of this. If it isn't 1, what looks predictable may be a coincidence that was "
    "repeated."
)
#: The meanings of ``mean_least`` and ``mean_most`` of a loop.
MEAN_LEAST = "A lower bound of the mean iterations per entry; null if there is none."
MEAN_MOST = "An upper bound of the mean iterations per entry; null if there is none."

#: The meaning of ``bytecodes_exact`` of a profile, method or loop.
EXACT_BYTECODES = (
    "The part of `bytecodes` that was certainly executed. It is equal to `bytecodes` unless edges "
    "were counted. If an exception may have left a block half-way, only the block's first "
    "instruction is certain."
)
#: The meaning of ``bytecodes_entered`` of a profile, method or loop.
ENTERED_BYTECODES = (
    "The part of `bytecodes` in blocks for which it is known exactly how often they were entered. "
    "If it is equal to `bytecodes`, then `bytecodes` is an upper bound, or exact; otherwise "
    "`bytecodes` is an estimate."
)

#: The meanings of the figures on what cut-off paths did in a method or loop.
CUT_OFF_BYTECODES = (
    "An upper bound of the bytecodes that uncompleted paths executed in this method or loop. No "
    "other figure includes these bytecodes. Null if it isn't known how many such paths there were."
)
CUT_OFF_PATHS = (
    "The largest possible number of uncompleted paths that ran through the loop's own blocks; null "
    "if not known."
)


class IntervalKeys(Keys):
    """A confidence interval of a share."""

    low: float
    high: float


class MethodKeys(Keys):
    """A method."""

    class_: str
    method: str
    descriptor: str
    loader: str
    title: str


class LoopKeys(Keys):
    """A loop of a method."""

    header_block: int
    header_line: int | None
    header_place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    statement: Annotated[str | None, "The source text, with `--sources`."]
    test: Annotated[
        str | None,
        "The conditions of the [loop test](../loops.md#iterations), in words; null unless the test "
        "has code of other lines than the header's, or the loop is also left at a back edge; also "
        "null if no lines are known.",
    ]
    waiting: Annotated[
        str | None,
        "Why it is a retry, spin or wait loop ([loops.md](../loops.md)); null for other loops.",
    ]


class DecisionKeys(Keys):
    """What one branch, switch or handler decided on a path."""

    block: Annotated[int, "The block that decides."]
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    ordinal: Annotated[
        int,
        "Number among the decisions on the line, from 1; 0 for how the path began.",
    ]
    question: Annotated[str, "The condition."]
    answer: str
    matched: Annotated[bool, "Whether the question is the source's own text."]


class SourceLineKeys(Keys):
    """A line of a source file."""

    line: int
    place: Annotated[str, "The line as texts show it: `12`, `Util.kt:12`."]
    text: str


class PathKeys(Keys):
    """An executed path, described by its lines and decisions."""

    name: Annotated[
        str,
        "A, B, C …, the one with the most completions first; every output about the method uses "
        "the same names.",
    ]
    path: int
    start: Annotated[str, "`entry`, `loop`, `handler` or `cut`."]
    end: Annotated[str, "`exit`, `loop` or `cut`."]
    lines: list[int]
    lines_text: Annotated[str, "The lines as texts show them."]
    decisions: list[DecisionKeys]
    apart: Annotated[
        list[str], "The decisions that distinguish the path from the other paths shown."
    ]
    unmatched_lines: Annotated[
        list[int],
        "Lines whose conditions couldn't be matched with the source.",
    ]
    unmatched_text: Annotated[str, "These lines as texts show them."]
    unmatched_why: Annotated[list[str], "Why, for each of these lines."]
    source: Annotated[list[SourceLineKeys] | None, "The source text, with `--sources`."]


class PathOfASequenceKeys(PathKeys):
    """A path, described within its sequence."""

    briefly: Annotated[
        list[str],
        "The decisions that are needed to tell the path from the other paths of the sequence, and "
        "from all other executed paths of the loop, except decisions in `shared`.",
    ]
    begins: Annotated[
        str,
        "Where it begins, in words, and whether the loop test ends the loop there; empty if it "
        "begins an iteration at the loop's header, and no executed path that begins elsewhere "
        "makes the same decisions.",
    ]
    alike: Annotated[
        int, "Number of other executed paths of the loop that fit the same description."
    ]


class SequencePathsKeys(Keys):
    """The paths of a sequence, and how often it occurred."""

    paths: list[int]
    iterations: Annotated[
        int,
        "Number of its paths, except those that begin at a cut edge; the first path always counts. "
        "A path also ends at an inner loop's back edge, so this may be more than the number of the "
        "outer loop's iterations.",
    ]
    count: Annotated[int, "How often it occurred; occurrences may overlap."]
    period: Annotated[
        int,
        "The smallest number of paths by which the sequence can be shifted so that it agrees with "
        "itself. If the sequence has more paths than that, its occurrences can overlap.",
    ]
    covered: Annotated[
        int, "`count` times `period`: the completions that the sequence surely covers."
    ]
    lines: list[list[int]]
    text: Annotated[str, "Its paths by name, such as `(A A B)×4 C`."]  # noqa: RUF001
    shared: Annotated[
        list[str],
        "Decisions that all its paths make alike, and that other executed paths of the loop make "
        "differently or not at all.",
    ]
    named: Annotated[list[PathOfASequenceKeys], "Its paths, each listed once."]


class CommonerPathKeys(Keys):
    """A path that has more completions than the sequence of its loop covers."""

    path: Annotated[int, "Its number."]
    name: Annotated[str, "Its letter."]
    count: Annotated[int, "Its completions."]
    share_of_loop: Annotated[float, "`count` as a share of the loop's `completions`."]
    told: Annotated[PathOfASequenceKeys, "The path, described as if it were a sequence by itself."]


class LoopSequenceKeys(SequencePathsKeys):
    """The sequence that represents a loop."""

    share_of_loop: Annotated[float, "`covered` as a share of the loop's `completions`."]
    commoner: Annotated[
        CommonerPathKeys | None,
        "The path through the loop with the most completions, if it isn't in the sequence and has "
        "more completions than the sequence can cover; otherwise null.",
    ]
    interval: Annotated[
        IntervalKeys | None,
        "The interval of `share_of_loop`, in a sampled profile.",
        OPTIONAL,
    ]


class KnownKeys(Keys):
    """How uncertain the next way is when a given number of previous paths is known."""

    known: Annotated[int, "Number of previous paths that are known."]
    bits: Annotated[float, "Uncertainty of the way."]
    equal_ways: Annotated[float, "Number of equally likely ways that would be as uncertain."]


class TooFewKeys(Keys):
    """The least number of previous paths for which the executions are too few to say anything."""

    known: Annotated[int, "Number of previous paths that are known."]
    histories: Annotated[
        int, "The number of different histories (previous paths) that the executions had."
    ]
    executions: Annotated[int, "The executions that followed these histories."]


class NextIterationKeys(Keys):
    """What followed a loop's back edges ([loops.md](../loops.md#what-iterations-tell))."""

    followed: Annotated[int, "Back edges after which a path was completed."]
    left: Annotated[int, "Number of these back edges after which that path left the loop."]
    left_inside: Annotated[
        int | None,
        "Number of back edges, among `left`, after which the loop test began another iteration "
        "that left the loop, as by a `break`. Null for a loop without a loop test.",
    ]
    left_exact: Annotated[
        bool,
        "Whether `left` counts all exits: the loop was left only after these back edges, and never "
        "in a later piece of an iteration that an inner loop, a cut edge or a throw divides.",
    ]
    left_in_all: Annotated[
        int,
        "After how many of the back edges the loop was left in the next iteration, in whichever "
        "piece of it.",
    ]
    left_in_all_exact: Annotated[
        bool, "Whether `left_in_all` is exact; if not, it is a lower bound."
    ]
    unclear: Annotated[
        int, "Number of these back edges after which it isn't clear whether the loop was left."
    ]
    pieces: Annotated[
        int,
        "Paths that stayed in the loop, but ended before the iteration did, at an inner loop's "
        "back edge, at a cut edge, or at a throw that a handler in the loop may have caught: "
        "`ways` say nothing about the rest of these iterations.",
    ]
    thrown: Annotated[int, "Number of `pieces` that ended at a throw."]
    not_followed: Annotated[
        int | None, "Back edges after which no path was completed. Null if not known."
    ]
    caught: Annotated[
        int, "Completed paths that began at a handler in the loop, in whichever iteration."
    ]
    ways: Annotated[
        list[KnownKeys],
        "How uncertain the next way is if the loop isn't left and 0, 1, 2 … previous paths are "
        "known, as far as there are enough executions; empty if the loop was always left.",
    ]
    too_few: Annotated[
        TooFewKeys | None,
        "Where `ways` stop because there are too few executions; null if that isn't the reason.",
    ]
    sure_from: Annotated[
        int | None,
        "The least number of known paths with which the next path, if it stays in the loop, is "
        "certain wherever so many paths are known. Soon after an entry, fewer paths are known, so "
        "`bits` needn't be 0. Null if there is no such number.",
    ]
    lacks_longer: Annotated[
        bool,
        "Whether `ways` end because the profile may lack longer sequences of the loop's "
        "iterations, though its k is greater: more known paths may tell more. If this is false and "
        "`too_few` is null, but there are fewer figures than k, no longer sequence occurred.",
    ]
    exit_bits: Annotated[
        list[float],
        "Uncertainty, in bits, of whether the loop is left, if 0, 1, 2 … previous paths are known, "
        "as far as there are enough executions; empty unless `left_exact`.",
    ]
    exit_bits_by_number: Annotated[
        list[float],
        "The same if only the number of these paths is known, which is then the number of back "
        "edges taken since the entry; empty if inner loops, cut edges or handlers divide the "
        "loop's iterations.",
    ]
    repetitions: Annotated[int, REPETITIONS]
    entries_alike: Annotated[
        bool,
        "Whether `repetitions` is the number of the loop's entries: then the first k paths of all "
        "entries are the same.",
    ]
    rare: Annotated[
        bool, "Whether the back edges are known to be less than 0.05 % of the loop's iterations."
    ]


class EntriesKeys(Keys):
    """How many entries into a loop made a given number of iterations, or at least that many."""

    iterations: int
    entries: int


class PercentileKeys(Keys):
    """The number of iterations that 50, 90 or 99 % of the entries don't exceed."""

    percent: Annotated[int, "50, 90 or 99."]
    least: Annotated[int, "A lower bound of the number of iterations."]
    most: Annotated[int | None, "An upper bound; null if there is none."]


class IterationsPerEntryKeys(Keys):
    """The entries of a loop by their iterations ([loops.md](../loops.md#iterations-per-entry)).

    Each entry is in one of `known`, `longer` and `unfinished`.
    """

    k: Annotated[int, "How many paths of an entry were followed at most."]
    entries: Annotated[int, "Number of all entries."]
    known: Annotated[
        list[EntriesKeys],
        "Entries whose exit was seen: they made exactly that many iterations. A loop test that "
        "ends the loop isn't counted. Entries in `longer` or `unfinished` may have made as many "
        "iterations, so from the least number in these lists on, the figures are lower bounds.",
    ]
    longer: Annotated[
        list[EntriesKeys],
        "Entries still in the loop after k paths: they made at least that many iterations.",
    ]
    longer_total: Annotated[
        int | None,
        "Iterations that the entries in `longer` made together; null if that is not known.",
    ]
    longer_mean: Annotated[float | None, "`longer_total` per such entry."]
    longer_unfinished: Annotated[
        int | None,
        "How many of these entries weren't seen to end; unless it is 0, `longer_total` and "
        "`longer_mean` are lower bounds.",
    ]
    unfinished: Annotated[
        list[EntriesKeys],
        "Entries with fewer paths, not seen to end: they made at least that many iterations.",
    ]
    paths_per_entry: Annotated[
        float,
        "Path completions in the loop, inner loops included, per entry. If k is about this large, "
        "or larger, the exit of an average entry is seen.",
    ]
    largest_k: Annotated[
        int, "The largest k with which the profiler can record; 1 if it counts single paths."
    ]
    percentiles: Annotated[
        list[PercentileKeys], "How many iterations 50, 90 and 99 % of the entries make at most."
    ]


class BackEdgeKeys(Keys):
    """An edge back to a loop's header."""

    block: Annotated[int, "The block that the edge leaves."]
    place: Annotated[str | None, "The last line of that block, as texts show it."]
    count: Annotated[
        int, "At least how often the edge was taken; `most` is an upper bound or estimate."
    ]
    most: int


class HotLoopKeys(MethodKeys):
    """A loop, and what its iterations did; [loops.md](../loops.md) defines each figure."""

    loop: LoopKeys
    number: Annotated[int, "The loop's number in its method, from 0."]
    depth: Annotated[int, "How deep the loop lies; 1 for an outermost loop."]
    bytecodes: Annotated[
        int,
        "Bytecodes executed in the loop's own blocks; `whole_bytecodes` includes those of inner "
        "loops.",
    ]
    bytecodes_exact: Annotated[int, EXACT_BYTECODES]
    bytecodes_entered: Annotated[int, ENTERED_BYTECODES]
    bytecodes_cut_off: Annotated[
        int | None, f"{CUT_OFF_BYTECODES} Like `bytecodes`, this is about the loop's own blocks."
    ]
    paths_cut_off: Annotated[int | None, CUT_OFF_PATHS]
    back_edges: Annotated[list[BackEdgeKeys], "The edges back to its header."]
    may_be_several: Annotated[
        bool,
        "Whether this may be several loops of the source that begin with the same instruction "
        "([loops.md](../loops.md#loops-with-one-header)).",
    ]
    whole_bytecodes: int
    share_of_all: Annotated[float, "`bytecodes` as a share of the profile's."]
    share_of_shown: Annotated[float, "`bytecodes` as a share of the bytecodes of what is shown."]
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
    interval: Annotated[
        IntervalKeys | None,
        "The interval of `share_of_all`, in a sampled profile.",
        OPTIONAL,
    ]
    entries: int
    iterations: Annotated[
        int | None, "Null if the profiler counted the loop's entries, but nothing after them."
    ]
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
        "The most by which entries and iterations can each be too low; null if that is not known. "
        "`entries_most` or `iterations_most` may be a closer bound. If `missing` is null, and "
        "neither `at_least` nor `estimated` is set, entries and iterations count completed paths "
        "only, and are exact for these paths.",
    ]
    at_least: Annotated[
        bool,
        "Whether entries or iterations have no upper bound, because edges were counted instead of "
        "paths, only each method's first paths were counted, or counts were lost.",
    ]
    estimated: Annotated[
        bool,
        "Whether entries or iterations are estimates, because the profiler doesn't count "
        "everything.",
    ]
    first_paths: Annotated[
        int | None,
        "The largest number of paths that a profiler of path windows counted of one method. The "
        "figures are only about these paths, and don't stand for the whole run. Null if all paths "
        "were counted, or if edges were counted.",
    ]
    whole_run: Annotated[
        bool,
        "Whether the figures are about the whole run, although `first_paths` is set for other "
        "loops: the method has too many paths for a path window, so its edges were counted. The "
        "figures of the two kinds can't be compared.",
    ]
    paths_executed: Annotated[
        int, "Number of different paths that ran through the loop's own blocks."
    ]
    completions: Annotated[int, "Completions of paths that ran through any of the loop's blocks."]
    sequence: Annotated[LoopSequenceKeys | None, "The hottest sequence that stays in the loop."]
    next_iteration: Annotated[
        NextIterationKeys | None,
        "What followed its back edges; null if no completed path followed one.",
    ]
    period: Annotated[
        int | None,
        "Number of iterations after which the loop repeats what it did; null if no period up to "
        "k - 1 was seen.",
    ]
    period_share: Annotated[
        float | None,
        "Share of the iterations that take the same path as the one `period` before them. Only "
        "iterations that are one complete path each are compared.",
    ]
    period_of_iterations: Annotated[
        float | None,
        "Share of the loop's iterations that are one complete path each, from the loop's header to "
        "a back edge: `period_share` says nothing about the others. It is a lower bound if the "
        "number of iterations isn't exact. Null without a period, or if that number has no upper "
        "bound.",
    ]
    period_paths: Annotated[
        int | None,
        "Number of different paths among these iterations. If it is 1, each iteration must be like "
        "the one before. Null without a period.",
    ]
    period_above: Annotated[
        int | None,
        "The longest period that can be seen with this k, if none was seen and there may well be a "
        "longer one; null otherwise.",
    ]


class WorthKeys(Keys):
    """What the counts of a profile are worth ([verdicts.md](../verdicts.md))."""

    verdict: Annotated[str, "`exact`, `truncated`, `lower bounds`, `estimates` or `not exact`."]
    exact: Annotated[bool, "Whether the verdict is `exact`."]
    text: Annotated[str, "The verdict and its reasons, in the words of all outputs."]
    reasons: Annotated[
        list[str],
        "The reasons, and notes that do not affect the counts. In `predict`, `advise` and "
        "`branches`, a note names the methods of which only entries were counted: no figure "
        "includes what ran in them.",
    ]
    figures: Annotated[
        dict[str, int],
        "How many there were of each kind of fact: `lost events`, `disagreement` (methods) "
        "and so on.",
    ]


class FoldingErrorKeys(Keys):
    """By how much the counts of sequences of one length can be too low."""

    n: Annotated[int, "Length of sequences."]
    error: Annotated[int, "The most by which their counts can be too low."]


class SequenceKeys(MethodKeys, SequencePathsKeys):
    """A sequence of paths of one method."""

    loop: Annotated[LoopKeys | None, "The innermost loop around the whole sequence."]


FailedGates: TypeAlias = Annotated[
    int, "The number of gates that failed. If there are any, the exit status is 1."
]
WrongGates: TypeAlias = Annotated[
    int,
    "The number of gates that can't be judged; they have an `error`, and aren't `failed`. If there "
    "are any and none failed, the exit status is 2.",
]


class GateKeys(Keys):
    """A rule or a condition, and whether it holds."""

    name: Annotated[
        str,
        "The rule's name, or the condition; `counts of PROFILE are exact, or accepted` for a "
        "profile that isn't exact.",
    ]
    passed: bool
    value: Annotated[
        float | None,
        "For a rule: its figure in completed paths; null if none of these runs through the place. "
        "For a condition, whether it holds or not: the largest change that was measured, in the "
        "unit of the bound and in the direction of its sign; 0 if nothing differs, and negative if "
        "everything went the opposite way. If the condition holds, `value` is the largest change "
        "that makes it hold. If it doesn't hold, `value` exceeds the bound only if chance may "
        "explain the change. If only bounds of a change are known, its certain part counts. "
        "Null if the condition can't be judged, if there is nothing to compare on one side, or if "
        "a figure has grown from 0.",
    ]
    least: Annotated[
        float | None,
        "For a rule: the least that its figure can be, if paths that were cut off, or the bounds "
        "of counted edges, are considered; null if the place never ran. Null for a condition.",
    ]
    most: Annotated[
        float | None,
        "For a rule: the most that its figure can be, if paths that were cut off, or the bounds "
        "of counted edges, are considered; null if it has no upper bound. Null for a condition.",
    ]
    text: Annotated[str, "The verdict in words."]
    brief: Annotated[
        str | None,
        "For a condition of `diff` that passed: what was measured, in a few words, and why that "
        "may mean little, for example because loops are gone. Text and Markdown show it in place "
        "of `text`. Otherwise null.",
    ]
    found: Annotated[
        list[str],
        "All that makes a condition of `diff` fail, or leaves it without an answer, while `text` "
        "names only the first of these; empty for rules.",
    ]
    error: Annotated[
        str | None,
        "Why a rule can't be judged, for example because its place isn't in the profile, or "
        "because the bounds of its figure leave it open; or why it can't be told whether a "
        "condition of `diff` holds. Null if it was judged.",
    ]
    named: Annotated[
        bool,
        "False for a rule that has no name in the file. Its `name` is then made of what the rule "
        "is about.",
    ]
    look_at: Annotated[
        str | None,
        "An edit that leaves a condition of `diff` without an answer, because counts don't show "
        "its effect: the answers of a branch have exchanged their code. Otherwise null.",
    ]
