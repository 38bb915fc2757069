"""The keys of ``diff --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import FailedGates, GateKeys, WorthKeys, WrongGates

#: What the bounds on a method's or loop's ``change_of_base`` mean.
CHANGE_LEAST = (
    "A lower bound of `change_of_base`; equal to it unless edges were counted. Null if there is "
    "none."
)
CHANGE_MOST = (
    "An upper bound of `change_of_base`; equal to it unless edges were counted. Null if there is "
    "none."
)


#: What the bytecodes per entry of a method are.
PER_ENTRY = (
    "`bytecodes` divided by `entries`. Only bounds are known if edges were counted, and nothing if "
    "the method was running before the recording began and wasn't entered again. All values of a "
    "side are null if the method never ran there, or if a run of that side counted only the "
    "method's entries."
)


class SideKeys(Keys):
    """One side of the comparison."""

    profiles: Annotated[
        list[str],
        "The side's profiles. All other lists but `java_versions` have an entry for each profile.",
    ]
    title: Annotated[str, "What was run, in words."]
    java_versions: Annotated[
        list[str], "The versions of Java that the runs used; empty if they aren't all known."
    ]
    k: Annotated[int, "Length of the longest sequences that all runs have."]
    verdicts: list[str]
    completeness: list[WorthKeys]
    started: Annotated[
        list[str | None],
        "When each run started, in ISO 8601; for a profile that adds up several runs, when the "
        "first one started.",
    ]
    threads: Annotated[
        list[int | None],
        "For each profile, the number of platform threads that recorded anything; null with `spp` "
        "and `bpp`, which can't know the number.",
    ]
    runs: Annotated[
        list[int], "The number of runs that each profile adds up: 1, unless it is a sum."
    ]
    bytecodes: Annotated[
        list[float], "Executed bytecodes of each profile; if it adds up several runs, their mean."
    ]
    completions: Annotated[
        list[float], "Path completions of each profile; if it adds up several runs, their mean."
    ]
    methods: Annotated[int, "Number of methods that ran in any run."]


class ChangedJarKeys(Keys):
    """A jar of which the two sides have different versions: its name on each side."""

    base: str
    new: str


class ClassPathsKeys(Keys):
    """The jars in which the class paths differ."""

    changed: Annotated[
        list[ChangedJarKeys],
        "The jars whose names are equal but for the version, if each side has only one such jar.",
    ]
    new: Annotated[list[str], "The other jars that only the new side has."]
    gone: Annotated[list[str], "The other jars that only the base has."]


class MatchedMethodsKeys(Keys):
    """How the methods that ran on either side were matched."""

    same: Annotated[int, "Matched methods in equal class files."]
    unchanged: Annotated[
        int,
        "Matched methods whose instructions are equal, but whose class files differ. Their debug "
        "information may differ.",
    ]
    alike: Annotated[
        int,
        "Matched methods whose class files differ, and of which it isn't known whether the "
        "instructions are equal. Everything else that a profile has of their code is equal, except "
        "for lines and the names of variables in conditions.",
    ]
    changed: int
    moved: Annotated[int, "Matched methods that are in another class than before."]
    renamed: Annotated[
        int, "Matched methods with another name or other parameters in the same class."
    ]
    new: int
    gone: int
    base_only: Annotated[int, "Methods that both sides have, and that ran only in the base."]
    new_only: Annotated[int, "Methods that both sides have, and that ran only on the new side."]


class DifferenceTestKeys(Keys):
    """The statistical test over several runs."""

    least_p: Annotated[
        float | None,
        "The smallest p that the test can give with so many runs; null if a side has only one run.",
    ]
    alpha: Annotated[float, "The greatest p with which the test calls something a difference."]
    apart_by_chance: Annotated[
        float,
        "The probability that chance alone puts the ranges of any one figure apart.",
    ]


class FigureKeys(Keys):
    """A figure on both sides; a count is for one run, even if a profile adds up several."""

    base: Annotated[float, "Mean over the runs."]
    new: float
    runs: Annotated[
        list[list[float | None]],
        "Values of the runs of the base and of the new side; null for a run without a value, for "
        "example because it never executed the branch. Such a run isn't in the mean.",
    ]


class FigureBoundsKeys(Keys):
    """Bounds of a figure on both sides; null where there is none."""

    base: Annotated[float | None, "Mean over the runs."]
    new: float | None
    runs: Annotated[list[list[float | None]], "Values of the runs of the base and of the new side."]


class BoundedFigureKeys(FigureBoundsKeys):
    """A figure on both sides; where it is null, its bounds may be known."""

    least: Annotated[FigureBoundsKeys, "Lower bounds, null where there are none but 0."]
    most: Annotated[FigureBoundsKeys, "Upper bounds, null where there are none."]


class AmountKeys(FigureKeys):
    """A figure on both sides, with its bounds.

    The bounds are equal to the figure unless edges were counted. If edges were counted, the figure
    is a possible one: that of runs in which exceptions came as late as they could.
    """

    least: Annotated[FigureBoundsKeys, "Lower bounds."]
    most: Annotated[FigureBoundsKeys, "Upper bounds, null where there are none."]


class EditedMethodKeys(Keys):
    """A method that was edited, and that ran on either side."""

    title: Annotated[str, "Its title on the new side, or in the base if it was removed."]
    base_title: Annotated[
        str | None,
        "What it was called in the base, if it was renamed or is in another class; otherwise null.",
    ]
    status: Annotated[
        str,
        "`new` or `gone` if only one side has it and the other side has its class; otherwise "
        "`shifted`.",
    ]
    code: Annotated[
        str | None,
        "How the code of both sides compares: `same`, `unchanged`, `alike` or `changed`, as for "
        "*difference*; null if only one side has it.",
    ]
    ran: Annotated[str, "`new` or `gone` if it ran on one side only; otherwise `shifted`."]
    bytecodes_per_entry: Annotated[BoundedFigureKeys, PER_ENTRY]


class DifferenceKeys(Keys):
    """A listed difference of any kind."""

    class_: Annotated[str, "The class on the new side, or in the base if the method is gone."]
    method: str
    descriptor: str
    title: str
    base_title: Annotated[str | None, "The method's former name, if that was different."]
    moved_class: Annotated[bool, "Whether the method is in another class than before."]
    renamed: Annotated[
        bool,
        "Whether the method has another name or other parameters. A parameter whose class has "
        "moved isn't another one, and numbers from the compiler aren't compared.",
    ]
    is_sure: Annotated[
        bool,
        "False if the compiler numbered the method, and neither code nor order tells what became "
        "of it: it may have been another method of the base, or be new, or not be gone.",
    ]
    code: Annotated[
        str | None, "`same`, `unchanged`, `alike` or `changed`; null if one side lacks the method."
    ]
    beside: Annotated[
        str | None,
        "If only one side has the method, what is known of the other side. `method`: it has the "
        "method from another class file. `left out`: it met the method or the method's class, and "
        "didn't record the method. `class`: it has recorded other methods of the class. `thread`: "
        "only one thread is compared, and this thread didn't run the method. `number`: the "
        "compiler numbered the class, and none of the numbered classes that this side recorded is "
        "the same. If `beside` is null, perhaps the class just wasn't loaded.",
    ]
    weight: Annotated[
        float,
        "The differences of a kind are ordered by this. For a method or loop: the size of "
        "`change_of_base`, or of the shift of its share if `ordered_by` is `share`. For a branch "
        "or sequence: the share of the executed bytecodes that the difference concerns; if the "
        "branch or sequence is new or gone, this is its share on the side that has it.",
    ]
    worth: Annotated[
        str,
        "How certain the figure `judged_by` is. `counted`: each side has one run, or the runs of "
        "each side agree, or (with enough runs for the test) the figure is 0 in all runs of one "
        "side and in no run of the other. `likely`: the test shows the difference. `apart`: the "
        "ranges of the two sides' runs don't meet, but no test shows a difference: `p` has the "
        "result of the test, and is null if there are too few runs for one. `spread`: the "
        "difference is within the spread of the runs, and is listed because the row is new or "
        "gone, or because its code has changed.",
    ]
    judged_by: Annotated[
        str,
        "The figure by which the row is judged: the most certain one of the figures that show a "
        "change.",
    ]
    p: Annotated[
        float | None,
        "The p of that figure, by the test over all figures together; null if the figure is "
        "certain or there are too few runs.",
    ]
    cut_off: Annotated[
        FigureKeys | None,
        "How many of the method's paths were cut off by an exception or by the end of the "
        "recording. Of what ran on these paths, only entries are counted. Null if a profile "
        "doesn't have this number.",
    ]


class TotalKeys(AmountKeys):
    """The bytecodes that a run executed in all."""

    change_of_base: Annotated[
        float | None, "The change as a share of the base's value; null if that is 0."
    ]


class ChangedMethodKeys(DifferenceKeys):
    """A method that differs."""

    status: Annotated[str, "`new`, `gone` or `shifted`."]
    share: Annotated[AmountKeys, "Share of the executed bytecodes."]
    bytecodes: AmountKeys
    change_of_base: Annotated[
        float | None,
        "The change of the method's bytecodes as a share of the base's `total`; negative if the "
        "method executed less. Without filters, the changes of all methods, listed or not, add up "
        "to the change of the total. Null if the base executed nothing.",
    ]
    change_of_base_least: Annotated[float | None, CHANGE_LEAST]
    change_of_base_most: Annotated[float | None, CHANGE_MOST]
    entries: FigureKeys
    bytecodes_per_entry: Annotated[BoundedFigureKeys, PER_ENTRY]


class OuterLoopKeys(Keys):
    """The loop around a loop."""

    number: Annotated[int, "Number within the method."]
    header_place: Annotated[str | None, "The header's line as texts show it: `line 12`."]


class LoopPlaceKeys(OuterLoopKeys):
    """Where a loop is."""

    inside: Annotated[
        OuterLoopKeys | None, "The innermost loop around this one; null if there is none."
    ]
    statement: Annotated[
        str | None, "The head of the loop's statement, if sources are given that fit its code."
    ]
    asks: Annotated[
        str | None, "The conditions of the loop test, separated by commas; null if it has none."
    ]
    test: Annotated[
        str | None,
        "The conditions of the [loop test](../loops.md#iterations), in words. Unless "
        "`counted_alike` is false, this is null if the test has code of no other line than the "
        "header's and the loop isn't left at a back edge, and if no lines are known.",
    ]
    test_without_lines: Annotated[
        str | None, "The text of `test` without the lines of the conditions."
    ]


class UnrolledLoopKeys(Keys):
    """The loop of the base that seems to have been unrolled into this loop."""

    times: Annotated[int, "Number of former iterations that one iteration does now."]
    loop: Annotated[LoopPlaceKeys, "The loop of the base."]


class MovedLoopKeys(Keys):
    """The loop of another method that may be the same loop before or after an edit."""

    title: Annotated[str, "The other method, as outputs name it."]
    loop: Annotated[
        LoopPlaceKeys,
        "The other method's loop: on the new side if the listed loop is gone, otherwise in the "
        "base.",
    ]


class ChangedLoopKeys(DifferenceKeys):
    """A loop that differs."""

    status: Annotated[str, "`new`, `gone` or `shifted`."]
    base_loop: LoopPlaceKeys | None
    new_loop: LoopPlaceKeys | None
    share: Annotated[
        AmountKeys,
        "Share of the executed bytecodes in the loop's own blocks, without inner loops.",
    ]
    bytecodes: Annotated[AmountKeys, "Bytecodes executed in the loop's own blocks."]
    change_of_base: Annotated[
        float | None,
        "The change of these bytecodes as a share of the base's `total`; null if that is 0.",
    ]
    change_of_base_least: Annotated[float | None, CHANGE_LEAST]
    change_of_base_most: Annotated[float | None, CHANGE_MOST]
    entries: FigureKeys
    iterations: FigureKeys
    mean_iterations: Annotated[
        BoundedFigureKeys,
        "Iterations per entry. If paths were cut off, entries and iterations may both be too low, "
        "so only bounds are known.",
    ]
    counted_alike: Annotated[
        bool,
        "False if the loop tests differ: an exit may be in the loop test of one side only, so the "
        "two sides may count other passes as iterations.",
    ]
    back_edges_per_entry: Annotated[
        BoundedFigureKeys, "How many back edges were taken per entry. Both sides count them alike."
    ]
    bytecodes_per_iteration: Annotated[
        BoundedFigureKeys,
        "`bytecodes` divided by `iterations`. The bytecodes of the loop tests that ended the loop "
        "are left out, because a pass that ends there is no iteration. If paths were cut off, only "
        "lower bounds are known. There are also only bounds if edges were counted and several ways "
        "lead through the test. All values of a side are null if the loop made no iteration there.",
    ]
    unrolled: Annotated[
        UnrolledLoopKeys | None,
        "The former loop, if one iteration now seems to do the work of several former iterations.",
    ]
    moved: Annotated[
        MovedLoopKeys | None,
        "Where a loop that is gone seems to have moved to, or where a new one seems to have been. "
        "Both loops have the same exit conditions, the same number of blocks, and nearly the same "
        "number of iterations.",
    ]
    perhaps: Annotated[
        MovedLoopKeys | None,
        "If a loop is new or gone, and `moved` is null: the only loop of the same class that is "
        "gone or new instead, and that has as many entries and iterations.",
    ]
    may_have_run: Annotated[
        bool,
        "Whether this code may have run on both sides although it is `new` or `gone`: no completed "
        "path of one side ran it, but paths that an exception or the end of the recording cut off "
        "may have. Gates can't tell then if it is new or gone.",
    ]


class ShiftedOutcomeKeys(Keys):
    """An outcome of a changed branch."""

    answer: Annotated[
        str,
        "The new side's answer, or the base's for a case that is gone; several are separated "
        "by commas.",
    ]
    base_answer: Annotated[
        str | None,
        "The base's answer that led to the same code; null for a new case. If `elsewhere`, the "
        "base's answer with which `answer` has a label in common.",
    ]
    told: Annotated[
        bool,
        "Whether it is known which answers of the two sides are the same outcome. If it isn't, "
        "`answer` and `base_answer` have all answers that this outcome may be. Such outcomes are "
        "compared by rank, the greatest share of the base with the greatest new one, and the "
        "differences are the smallest that are possible. If a case may have been split, or joined "
        "from several, all cases that may be parts of it are one outcome here.",
    ]
    elsewhere: Annotated[
        bool,
        "Whether the labels of this case of a switch lead to other code than before. Then the "
        "executions of the two sides count as different ways, even if their shares are equal.",
    ]
    status: Annotated[
        str,
        "`shifted`, or `new` or `gone` for a case of a switch that only one side has.",
    ]
    share: Annotated[FigureKeys, "Share of the executions."]
    times: Annotated[FigureKeys, "How often the branch had this outcome."]


class ChangedBranchKeys(DifferenceKeys):
    """A branch that differs."""

    status: Annotated[str, "`new`, `gone` or `shifted`."]
    place: Annotated[str | None, "Where the branch is now, or was if it is gone."]
    ordinal: Annotated[int, "Number among the decisions on the line, from 1."]
    alone: Annotated[bool, "Whether the branch is the only decision on the line."]
    question: str
    base_place: str | None
    base_ordinal: Annotated[
        int | None,
        "Number among the decisions on the line in the base; null if the branch was alone there, "
        "or is new.",
    ]
    base_question: Annotated[str | None, "The former question; null for a new branch."]
    share: Annotated[FigureKeys, "Share of the executed bytecodes that are in the branch's block."]
    executions: FigureKeys
    missed: Annotated[
        FigureKeys,
        "Share of `executions` that didn't have the most frequent outcome of their run. If the "
        "same outcome is always guessed, at least this share of the guesses is wrong.",
    ]
    moved: Annotated[
        float,
        "By how much the outcomes' shares differ (total variation distance); 0 for a new or gone "
        "branch. If `executions` is as before, at least this share of executions went elsewhere. "
        "If the `times` of only one outcome differ, the branch is only asked less or more, and "
        "texts say that instead. This is a lower bound unless `told`.",
    ]
    moved_most: Annotated[
        float, "An upper bound of `moved`: 1 if `exchanged`, otherwise equal to `moved` if `told`."
    ]
    exchanged: Annotated[
        bool,
        "Whether the answers to the same condition have exchanged their code: the condition was "
        "negated, or its arms were exchanged. Then all executions may have gone elsewhere, "
        "whatever `moved` is.",
    ]
    doubtful: Annotated[
        bool,
        "Whether only the order of branches that ask the same question shows which of them are the "
        "same on both sides. Either the code would fit as well if two of them exchanged their "
        "counterparts, or these branches are left over after the others have been matched.",
    ]
    told: Annotated[
        bool,
        "Whether it is known which outcomes of the two sides are the same. It isn't known for a "
        "switch whose keys are the compiler's own numbers, if neither the labels nor the code "
        "tells its cases apart.",
    ]
    may_have_run: Annotated[
        bool,
        "Whether this code may have run on both sides although it is `new` or `gone`: no completed "
        "path of one side ran it, but paths that an exception or the end of the recording cut off "
        "may have. Gates can't tell then if it is new or gone.",
    ]
    in_both: Annotated[
        bool,
        "Whether both sides have the branch's code. If they do and the branch is `new` or `gone`, "
        "it ran on one side only.",
    ]
    outcomes: Annotated[
        list[ShiftedOutcomeKeys],
        "The outcomes of both sides, each listed once. If a switch ran on one side only, and it "
        "isn't known which of its outcomes the other side's switch also has, these are the "
        "outcomes of the side on which it ran.",
    ]


class PathOfAChangedSequenceKeys(Keys):
    """A path of a changed sequence."""

    name: Annotated[str, "The path's name; A is the method's most frequent path on this side."]
    path: int
    start: Annotated[str, "`entry`, `loop`, `handler` or `cut`."]
    begins: Annotated[str, "Where it begins, such as `from the loop at line 12`."]
    lines_text: str
    decisions: Annotated[
        list[str],
        "Decisions that distinguish the path from the sequence's other paths and, with `shared` "
        "and `begins`, from all other paths that this side executed. If it stands for several "
        "paths, all of these make the decisions. Then come the decisions at branches that only "
        "this side's code has.",
    ]
    other_decisions: Annotated[
        list[str],
        "The path's decisions on the other side, at branches that only that side's code has.",
    ]
    counted_with: Annotated[
        int,
        "The number of this side's paths for which this one stands, 1 or more. They differ only in "
        "code that the other side lacks, and are counted together.",
    ]
    alike: Annotated[
        int,
        "The number of this side's other executed paths that have the same lines and fit the same "
        "description, because nothing that a profile has distinguishes them.",
    ]


class ChangedSequenceKeys(DifferenceKeys):
    """A sequence that differs."""

    status: Annotated[str, "`new`, `gone` or `shifted`."]
    of: Annotated[
        str,
        "`base` or `new`: the side on which the sequence covers more, and whose paths are listed.",
    ]
    may_have_run: Annotated[
        bool,
        "Whether the sequence may have run on both sides although it is `new` or `gone`: one side "
        "didn't count it, but activations that hadn't ended when their JVM was killed or halted "
        "may have held it back. Gates can't tell then if it is new or gone.",
    ]
    in_both: Annotated[
        bool,
        "Whether both sides have the code of all its paths. If they do and the sequence is `new` "
        "or `gone`, the other side could have run it, but never did.",
    ]
    paths: list[int]
    text: Annotated[str, "Its paths by name, such as `(A B)×2`."]  # noqa: RUF001
    overlaps: Annotated[
        bool,
        "Whether its occurrences can overlap, because it ends with the paths with which it begins. "
        "Then `count` includes overlapping ones, and `share_of_method` is a lower bound.",
    ]
    shared: Annotated[
        list[str],
        "Decisions that all paths of the sequence make alike, and that other executed paths don't "
        "make.",
    ]
    named: list[PathOfAChangedSequenceKeys]
    count: FigureKeys
    share_of_method: Annotated[
        FigureKeys,
        "Share of the method's path completions that the sequence surely covers.",
    ]


class UnlistedChangesKeys(Keys):
    """How many further differences there are."""

    methods: int
    loops: int
    branches: int
    sequences: int


class CalledOtherwiseKeys(Keys):
    """A method that is called more or less often although its code is unchanged."""

    title: str
    entries: FigureKeys


class ChangesByEditKeys(Keys):
    """The change of the total, by whether methods were edited."""

    edited: Annotated[float, "All edited methods, listed or not."]
    one_side: Annotated[
        float, "The other methods that only one side has, such as those of a new class."
    ]
    unchanged: Annotated[float, "The methods whose code, name and class haven't changed."]


class DiffKeys(Keys):
    """How two profiles differ.

    The differences of each kind are ordered by `weight`; at most `--top` of each are listed.
    """

    base: SideKeys
    new: SideKeys
    total: Annotated[TotalKeys, "Executed bytecodes of all methods."]
    ordered_by: Annotated[
        str,
        "By what methods and loops are ordered. `bytecodes`: by how much their own bytecodes have "
        "changed. `share`: by how far their share of the bytecodes has moved, because one total is "
        "at least twice the other.",
    ]
    k: Annotated[int, "Length of the longest sequences compared."]
    thread: str | None
    jvm: str | None
    selection: Annotated[str | None, "The filters, in words."]
    shared: Annotated[
        str | None,
        "Which two profiles, one of each side, have a recording in common, in words; null if there "
        "are no such profiles.",
    ]
    unlike: Annotated[
        list[str],
        "In words: which profiles have counted nothing, whether no method ran on both sides, and "
        "which of the options that say what is counted differ. Gates refuse such profiles without "
        "`--however-recorded`.",
    ]
    ended: Annotated[
        list[str],
        "In words: which profiles' programs ended with another status than 0, or by a signal. Such "
        "a program may have done less than usual.",
    ]
    commands_differ: Annotated[
        str | None,
        "In words: with which arguments or JVM options each side ran, if these differ. Class "
        "paths, the names of main classes and jars, and the order of options that set different "
        "things aren't compared. Null if nothing differs, or if a command isn't known.",
    ]
    javas_differ: Annotated[
        str | None,
        "In words: on which versions of Java each side ran, if these differ; null if they are "
        "equal, or if one isn't known.",
    ]
    class_paths: Annotated[
        ClassPathsKeys | None,
        "Which of the jars in the commands differ, by file names without directories; null if none "
        "do, or if a command isn't known. The contents of directories aren't compared.",
    ]
    same: Annotated[
        list[str],
        "What is known to be the same on both sides, of `arguments`, `JVM options`, `Java` (the "
        "version) and `jars` (their names). What differs is missing, and so is what isn't known.",
    ]
    not_counted: Annotated[
        str, "In words: which code wasn't recorded, so that its bytecodes aren't counted."
    ]
    runs_differ: Annotated[
        str | None,
        "In words: how many runs each profile adds up; null if all add up the same number. The "
        "counts of each profile are divided by its number of runs.",
    ]
    equal: Annotated[bool, "Whether nothing at all differs, as far as it was compared."]
    matched: MatchedMethodsKeys
    edited: Annotated[
        list[EditedMethodKeys],
        "The methods that ran and were edited: their code, name or class has changed, or their "
        "class has gained or lost them. They are listed even if nothing else differs, those with "
        "the largest share of the bytecodes on either side first; at most five, or `--top` if "
        "that is above its default.",
    ]
    edited_left_out: Annotated[int, "The number of further edited methods."]
    changes_by_edit: Annotated[
        ChangesByEditKeys | None,
        "How many more bytecodes which methods executed than in the base, negative if they "
        "executed fewer. The sum is the change of `total`. Null with filters, and if only bounds "
        "of the bytecodes are certain.",
    ]
    least_share: Annotated[
        float,
        "`--min-share`: of methods with a smaller share on both sides, no loops, branches or "
        "sequences were compared; `light` of these methods differ.",
    ]
    light: int
    within_spread: Annotated[
        int,
        "Number of differences that aren't listed because runs of one side differ as much.",
    ]
    varying: Annotated[
        list[str],
        "In words: the largest of these differences, at most three, and which side's runs differ.",
    ]
    least_weight: Annotated[
        float,
        "`--min-weight`: a shift isn't listed if it is smaller than this, nor is a new or gone "
        "sequence. A branch or sequence is judged by its `weight`, and a method or loop by the "
        "size of its `change_of_base`. For a loop, a second figure must be smaller, too: the "
        "bytecodes in the base, as a share of the base's total, times the relative change of the "
        "iterations per entry. `trifles` is the number of differences that aren't listed for this "
        "reason.",
    ]
    trifles: int
    trifles_by_kind: Annotated[UnlistedChangesKeys, "The differences in `trifles`, by their kind."]
    called_otherwise: Annotated[
        CalledOtherwiseKeys | None,
        "The method whose bytecodes have changed most, among those with unchanged code and at "
        "least twice or at most half as many entries as in the base. Null if there is none, or if "
        "a profile has counts of callers.",
    ]
    rewritten: Annotated[
        int,
        "Number of new or gone sequences that aren't listed, because edited code of the same "
        "method has a gone or new one with as many paths and occurrences.",
    ]
    in_loops: Annotated[
        int,
        "Number of new or gone sequences that aren't listed, because they run through a loop that "
        "is itself listed as new or gone.",
    ]
    test: Annotated[
        DifferenceTestKeys | None,
        "The statistical test that compares the runs of the two sides; null if each side has one "
        "run.",
    ]
    notes: Annotated[list[str], "What limits the comparison, as sentences."]
    replaced_conditions: Annotated[
        str | None,
        "In words: which conditions of a file of defaults weren't judged, because `--fail-if` "
        "replaces them; null if there are none.",
    ]
    failed: FailedGates
    wrong: WrongGates
    gates: Annotated[
        list[GateKeys],
        "With `--fail-if`: a gate for each profile that isn't exact, then the conditions "
        "in the given order. Without it, this is empty, and nothing was judged.",
    ]
    methods: Annotated[
        list[ChangedMethodKeys],
        "Methods that are new or gone, that have another name or other code, or that do another "
        "amount of work.",
    ]
    loops: list[ChangedLoopKeys]
    branches: list[ChangedBranchKeys]
    sequences: list[ChangedSequenceKeys]
    left_out: Annotated[UnlistedChangesKeys, "Differences beyond the listed ones."]
