"""The keys of ``branches --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.settled import AskedKeys, OfTestKeys, SettledKeys
from kpath_jvm.reports.documents.shared import (
    HIDDEN,
    REPETITIONS,
    TOO_FAR,
    UNNAMED,
    MethodKeys,
    WorthKeys,
)


class OutcomeKeys(Keys):
    """One outcome of a branch, switch or handler."""

    answer: Annotated[str, "`yes`, `no`, the labels or keys of a switch; empty for a handler."]
    target: Annotated[int, "The block that the outcome leads to."]
    count: int
    most: Annotated[
        int,
        "An upper bound of `count`, which is greater if executions whose outcome isn't known may "
        "have had this one. Neither number includes paths that weren't completed, unless edges "
        "were counted.",
    ]
    share: Annotated[float, "Share of the branch's `count`."]


class BranchKeys(Keys):
    """A branch, a switch or a handler."""

    block: Annotated[int, "The block that decides, or the handler's block."]
    kind: Annotated[str, "`branch`, `switch` or `handler`."]
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    ordinal: Annotated[int, "Number among the decisions on the line, from 1; 0 for a handler."]
    question: Annotated[str, "The condition, or what is caught."]
    in_class_file: Annotated[
        str,
        "The question as the class file has it; a rule of `check` without `--sources` names the "
        "branch by it.",
    ]
    label: Annotated[str, "The question, with its ordinal where that is needed."]
    matched: Annotated[bool, "Whether the question is the source's own text."]
    count: Annotated[int, "Executions in completed paths."]
    unknown: Annotated[int, "Executions whose outcome isn't known."]
    outcomes: Annotated[list[OutcomeKeys], "The outcomes, each target once."]


class LastOutcomeKeys(Keys):
    """How a branch went after its own last outcome in the same entry into its loop."""

    table: Annotated[
        list[list[int]],
        "The executions whose last outcome is known, with a row for each last outcome and a column "
        "for each outcome, both in the order of `outcomes`.",
    ]
    first: Annotated[int, "Executions that were the first in an entry."]
    unseen: Annotated[
        int,
        "Further executions. It isn't known whether an earlier execution in the entry came before "
        "them, or how it went.",
    ]


class DependenceKeys(Keys):
    """How far a branch's outcome follows from earlier outcomes, of another branch or its own."""

    block: Annotated[int, "The block that ends with the branch."]
    given: Annotated[
        int, "The branch that this one depends on; `block` if it depends on its own past."
    ]
    iterations: Annotated[
        int,
        "How many iterations earlier `given` was executed, counted in the loop `loop_block`; 0 for "
        "the same iteration.",
    ]
    loop_block: Annotated[
        int | None,
        "Header of the innermost loop around both branches; null outside of loops.",
    ]
    loop_place: Annotated[str | None, "The line of that header, as texts show it."]
    across: Annotated[
        bool,
        "Whether the two branches belong to different loops. If `given` belongs to an inner loop, "
        "its outcome is that of the inner loop's last iteration.",
    ]
    complete: Annotated[
        bool,
        "Whether `unseen` is 0, so that all executions of the branch that came after `given` are "
        "counted.",
    ]
    last: Annotated[
        LastOutcomeKeys | None,
        "How the branch went after its own last outcome, if it depends on itself and is never "
        "known to have had another outcome than at its last execution in the same entry into the "
        "loop; otherwise null. If this is given, `iterations` is only the distance at which most "
        "executions can be compared.",
    ]
    unseen: Annotated[
        int,
        "Further executions of the branch that may have come after `given`: the paths before them "
        "aren't all known, mainly because an iteration had more paths than k shows. They aren't in "
        "`count`, and may behave differently.",
    ]
    absent: Annotated[
        int | None,
        "The branch's other executions with a known outcome. `given` wasn't executed before them "
        "in the iteration that is `iterations` back, or the loop was entered after that iteration. "
        "They aren't in `count`, and nothing is said about them. Null if `exact` is false, or if "
        "the profiler didn't count all sequences.",
    ]
    count: Annotated[int, "Executions of the branch for which the other branch's outcome is known."]
    table: Annotated[
        list[list[int]],
        "These executions, with a row for each outcome of `given` and a column for each outcome of "
        "the branch, both in the order of `outcomes`.",
    ]
    bits: Annotated[
        float, "Information about the outcome, in bits per execution, minus what chance would give."
    ]
    uncertainty: Annotated[float, "The entropy of the branch's own outcome, in bits."]
    explained: Annotated[float, "`bits` as a share of the uncertainty."]
    misses: Annotated[int, "Wrong guesses, if the guess is always the most frequent outcome."]
    misses_given: Annotated[
        int, "Wrong guesses, if the guess is the most frequent outcome after that of `given`."
    ]
    exact: Annotated[
        bool,
        "Whether the counts are exact; if not, they are lower bounds, because the engine's "
        "memory was full.",
    ]


class ByIterationKeys(Keys):
    """How much the number of the loop's iteration tells about a branch's outcome."""

    block: Annotated[int, "The block that ends with the branch."]
    loop_block: Annotated[int, "Header of the branch's loop."]
    count: int
    table: Annotated[
        list[list[int]],
        "Executions, with a row for each iteration since the loop was entered, the first one "
        "first, and a column for each outcome. Each row has all executions in that iteration; the "
        "rows end before the first iteration for which k doesn't show all. If a loop test ends the "
        "loop, this test has a row of its own, but doesn't count as an iteration: a loop of 3 "
        "iterations per entry asks its test in 4 rows.",
    ]
    otherwise: Annotated[
        list[int],
        "Executions by outcome, in all later iterations.",
    ]
    bits: Annotated[
        float, "Information about the outcome, in bits per execution, minus what chance would give."
    ]
    uncertainty: Annotated[float, "The entropy of the outcome, in bits."]
    explained: Annotated[float, "`bits` as a share of the uncertainty."]
    misses: Annotated[int, "Wrong guesses, if the guess is always the most frequent outcome."]
    misses_given: Annotated[
        int, "Wrong guesses, if the guess is the most frequent outcome in that iteration."
    ]
    exact: Annotated[
        bool,
        "Whether the counts are exact; if not, they are lower bounds, because the engine's "
        "memory was full.",
    ]


class BySeveralKeys(Keys):
    """A branch about which several earlier outcomes tell more than each single one."""

    block: Annotated[int, "The branch."]
    count: Annotated[int, "Its executions with a known outcome."]
    misses: Annotated[int, "Wrong guesses, if nothing about earlier iterations is known."]
    misses_single: Annotated[
        int | None,
        "Wrong guesses, if the most telling single earlier outcome is known wherever there is one. "
        "Null if no single outcome decides the branch, because none halves the wrong guesses.",
    ]
    iterations: Annotated[
        int | None,
        "How many iterations before the branch together decide it. If these are known, the wrong "
        "guesses are at most half of `misses`. If `misses_single` isn't null, the wrong guesses "
        "are also fewer than `misses_single` by at least a tenth of `misses`. Null if the "
        "iterations that can be seen don't decide the branch, but more of them might.",
    ]
    misses_given: Annotated[
        int | None,
        "Wrong guesses, if as many of these iterations are known as the loop has made since its "
        "entry, an inner loop, a cut edge or a handler.",
    ]
    whole: Annotated[int | None, "Executions before which all of these iterations are known."]
    misses_whole: Annotated[int | None, "Wrong guesses among the `whole` executions."]
    seen: Annotated[
        int,
        "The most iterations before the branch that can be seen: at most k - 1, and only those "
        "after an inner loop, a cut edge or a handler.",
    ]
    cut_short: Annotated[
        bool,
        "Whether the iterations that k shows suggest that more of them would tell more.",
    ]
    may_follow_itself: Annotated[
        bool,
        "Whether the branch's own last answer in the entry, together with what the iterations did, "
        "might decide it, but can be seen too rarely to know this.",
    ]
    hidden: Annotated[int, HIDDEN]
    too_far: Annotated[int, TOO_FAR]


class BranchingMethodKeys(MethodKeys):
    """A method with its branches."""

    completed: Annotated[int, "Its path completions; 0 if its edges were counted."]
    entries: Annotated[int | None, "Entries; null if an inline profiler doesn't tell their number."]
    bytecodes: Annotated[
        int, "Bytecodes executed by completed paths, or in blocks that were entered."
    ]
    share_of_all: Annotated[float, "`bytecodes` as a share of the profile's."]
    branches: Annotated[
        list[BranchKeys],
        "The branches in the order of the code, handlers last; branches that were never executed "
        "are included.",
    ]
    dependences: Annotated[list[DependenceKeys], "The dependences, the strongest first."]
    strongest: Annotated[
        list[int],
        "Positions in `dependences`. For each branch, this is the position of its strongest "
        "dependence, or of a dependence with fewer iterations that saves at least 80 % of the "
        "strongest one's bits. A branch has no position if no dependence changes a guess or a "
        "rounded share. If the dependence isn't `complete`, and the strongest complete dependence "
        "removes a larger share of the uncertainty, that one is added. If each of these "
        "dependences is about less than 0.9 of the branch's executions, the strongest one that is "
        "about 0.9 or more is added, too.",
    ]
    repetitions: Annotated[int, REPETITIONS]
    by_iteration: Annotated[
        list[ByIterationKeys],
        "Branches whose outcomes depend on the number of the loop's iteration.",
    ]
    by_several: Annotated[
        list[BySeveralKeys],
        "Branches that the number of the iteration doesn't decide. Either several earlier outcomes "
        "together tell clearly more about such a branch than each single one, or no single one "
        "decides the branch, and it isn't known whether several do. "
        "`advise` shows the iterations that decide such branches, in `histories`.",
    ]
    why_not_compared: Annotated[
        str | None,
        "Why no branch could be compared with a single outcome before it, in words. Null if any "
        "could be, or if `dependences` or `by_iteration` has an item.",
    ]
    compared_by_iteration: Annotated[
        bool,
        "Whether any branch could be compared by the number of its loop's iteration: in at least "
        "two of the known numbers, and with at least two outcomes.",
    ]
    settled: Annotated[
        list[SettledKeys],
        "Branches that told nothing new in this run, ordered by what their tests took. "
        "`redundant` ones with `ends_loop` come last.",
    ]
    uncompleted: Annotated[
        int | None,
        "Paths that were begun and not completed; they are in no count. Null if the profiler "
        "doesn't count them, or if counts were lost or contradict each other.",
    ]
    settled_why_not: Annotated[
        str | None, "Why nothing is claimed about all executions of a branch."
    ]
    settled_why_no_sequences: Annotated[
        str | None,
        "Why no branch is said to be settled by what came before it.",
    ]
    unmatched_lines: Annotated[
        list[int],
        "Lines whose conditions couldn't be matched with the source.",
    ]
    unmatched_text: Annotated[str, "These lines as texts show them."]
    unmatched_why: Annotated[list[str], "Why, for each of these lines."]


class AlwaysKeys(MethodKeys, AskedKeys, OfTestKeys):
    """A branch or switch that went one way in all executions whose outcome is known."""

    kind: Annotated[str, "`branch` or `switch`."]
    answer: Annotated[str, "The outcome: `yes`, `no`, the labels or keys of a switch."]
    count: Annotated[int, "Executions that surely had this outcome."]
    most: Annotated[
        int,
        "An upper bound of `count`: the counted executions that may have had this outcome. Paths "
        "that weren't completed aren't counted, unless edges were.",
    ]
    may_differ: Annotated[
        int,
        "How many of the counted executions may have had another outcome, because theirs isn't "
        "known.",
    ]
    bytecodes: Annotated[
        int,
        "Bytecodes of the branch's test in all counted executions, without what it calls. The list "
        "is ordered by this figure.",
    ]
    uncompleted: Annotated[
        int | None,
        "Paths of the method that were not completed; they are in no count. Null if the profiler "
        "doesn't count them, or if counts were lost or contradict each other.",
    ]
    held_back: Annotated[
        int,
        "How many completed paths of the method may be missing, because they were held back.",
    ]
    behind: Annotated[int, "Bytecodes executed in blocks that only this way leads to."]
    behind_share: Annotated[float, "`behind` as a share of the whole profile's bytecodes."]
    never_run: Annotated[
        int,
        "Size, in bytecodes, of the code that only other ways lead to, and that no completed path "
        "ran.",
    ]
    other_copy: Annotated[
        bool,
        "Whether another copy of the branch on the same line, such as a compiler makes for "
        "`finally`, went another way, or may have.",
    ]
    assertion_check: Annotated[bool, "Whether the branch asks if assertions are enabled."]
    text: Annotated[str, "All this in words."]


class DecidedKeys(Keys):
    """How many executions of branches had an outcome that was known before."""

    methods: Annotated[int, "Number of methods whose branches are counted here."]
    of_methods: Annotated[
        int,
        "Number of methods in the list. In those that aren't counted in `methods`, it isn't known "
        "what came before branches.",
    ]
    executions: Annotated[int, "Executions of all branches of the counted methods."]
    one_way: Annotated[int, "Executions of branches that never went another way."]
    same_iteration: Annotated[
        int,
        "Executions of other branches that an earlier branch of the same iteration decided, "
        "according to `settled`. A branch is counted here or in `earlier_iteration`, not in both.",
    ]
    earlier_iteration: Annotated[
        int, "Executions that an outcome in an earlier iteration decided, according to `settled`."
    ]


class BranchesKeys(Keys):
    """How often branches went which way, and what decides them."""

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, in words."]
    thread: Annotated[str | None, "The thread whose profile this is."]
    selection: Annotated[str | None, "The filters, in words."]
    k: Annotated[int, "Up to k - 1 previous paths are looked at."]
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    methods: Annotated[
        list[BranchingMethodKeys], "The methods, the costliest first; empty with `--always`."
    ]
    always: Annotated[
        list[AlwaysKeys] | None,
        "With `--always`: the branches and switches that always went one way, those with the "
        "costliest tests first. Otherwise null.",
    ]
    always_left_out: Annotated[int, "Number of further such branches (`--top`)."]
    methods_left_out: Annotated[int, "Number of further methods with executed branches."]
    decided: Annotated[
        DecidedKeys | None,
        "How many of the outcomes in `methods` were known beforehand; null if that isn't known, "
        "and with `--always`.",
    ]
    edges_only: Annotated[
        bool,
        "Whether only edges were counted, so that it isn't known what decides branches.",
    ]
    unnamed_variables: Annotated[list[str], UNNAMED]
