"""The keys of settled branches, which several documents have."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import REPETITIONS, MethodKeys


class SettledAnswerKeys(Keys):
    """An answer of a settled branch."""

    answer: str
    count: Annotated[
        int, "Executions with this answer; with `hoist`, the first one in each entry isn't counted."
    ]
    given: Annotated[str | None, "The answer of the other branch, which settled this one."]


class AskedKeys(Keys):
    """A branch or a switch."""

    block: int
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    ordinal: Annotated[int, "Number among the decisions on the line, from 1."]
    question: str
    label: Annotated[str, "The question, with its ordinal where that is needed."]
    matched: Annotated[bool, "Whether the question is the source's own text."]


class OfTestKeys(Keys):
    """What the executions of a branch's test cost; `bytecodes` is their total cost."""

    each: Annotated[
        int,
        "Bytecodes of one execution: the number of those instructions of the block that compute "
        "the condition and jump.",
    ]
    of_block: Annotated[
        bool,
        "Whether these instructions aren't known, so that `each` counts those of the whole block.",
    ]
    ends_loop: Annotated[
        bool,
        "Whether one way of the branch leaves the innermost loop around it, and another stays in "
        "the loop.",
    ]
    share: Annotated[float, "`bytecodes` as a share of the whole profile's."]
    may_call: Annotated[
        bool,
        "Whether the test calls methods, or may do so because a part of it isn't known. What it "
        "calls isn't in `bytecodes`.",
    ]
    called: Annotated[
        int | None,
        "An estimate of the bytecodes that the test's calls executed in recorded methods, in all "
        "executions that `bytecodes` is about. Each call counts as much as an average entry of the "
        "called method, with what that calls in turn. This isn't a saving: even without the test, "
        "the program may need what the test calls, and the figures of several branches may contain "
        "each other. Null if the callers aren't known ([run.md](../verbs/run.md#who-called)), or "
        "if the calls lead back into the method.",
    ]
    called_each: Annotated[float | None, "`called` per execution."]
    called_share: Annotated[float | None, "`called` as a share of the whole profile's bytecodes."]
    called_unrecorded: Annotated[
        list[str] | None,
        "The test's calls of methods whose own code isn't recorded, or isn't recorded in all "
        "executions, so that `called` doesn't contain it; `…` stands for a part of the condition "
        "that isn't known. Null if the callers aren't known.",
    ]


class SettledKeys(AskedKeys, OfTestKeys):
    """A branch whose test told nothing new in this run."""

    kind: Annotated[
        str,
        "`one way`: all executions went one way; `redundant`: another branch settled it before; "
        "`hoist`: it never changed within an entry of its loop.",
    ]
    assigned: Annotated[
        bool,
        "With `hoist`: whether the branch reads a local variable that the loop assigns. It is "
        "false, too, if that wasn't recorded.",
    ]
    count: Annotated[int, "Number of executions whose test is known to have told nothing new."]
    bytecodes: Annotated[
        int,
        "Bytecodes of the branch's test in these executions, without what it calls and "
        "without other instructions that compute a value for the test alone. Lists of settled "
        "branches are ordered by this figure, but `redundant` ones with `ends_loop` come last.",
    ]
    uncompleted: Annotated[
        int,
        "Paths of the method that were not completed; it is not known what they decided.",
    ]
    unseen: Annotated[
        int,
        "With `redundant`: further executions with these answers, of which it is not known what "
        "came before them, because an iteration had too many paths. `count` and `bytecodes` don't "
        "include them.",
    ]
    repetitions: Annotated[int, f"{REPETITIONS} With `one way`, this is always 1."]
    answers: Annotated[list[SettledAnswerKeys], "All answers, the most frequent first."]
    behind: Annotated[
        int | None,
        "With `one way`: bytecodes executed in blocks that only this way leads to.",
    ]
    behind_share: Annotated[float | None, "`behind` as a share of the whole profile's bytecodes."]
    never_run: Annotated[
        int | None,
        "With `one way`: size, in bytecodes, of the code that only other ways lead to, and that no "
        "completed path ran.",
    ]
    given: Annotated[AskedKeys | None, "With `redundant`: the branch that settled this one."]
    iterations: Annotated[
        int | None, "With `redundant`: how many iterations earlier `given` was executed, 0 or 1."
    ]
    across: Annotated[
        bool | None, "With `redundant`: whether the two branches belong to different loops."
    ]
    same_condition: Annotated[
        bool | None,
        "With `redundant`: whether the two branches compare the same operands in one iteration.",
    ]
    loop_block: Annotated[int | None, "Header of the loop whose iterations or entries are meant."]
    loop_place: str | None
    entries: Annotated[int | None, "With `hoist`: entries of the loop that executed the branch."]


class HeavySettledKeys(MethodKeys, SettledKeys):
    """A settled branch with its method, and with a text about the branch."""

    loop_number: Annotated[
        int | None,
        "The number, in the method, of the innermost loop that has the branch in its blocks; null "
        "if there is none.",
    ]
    text: str
