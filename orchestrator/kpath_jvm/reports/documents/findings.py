"""The keys of what stands out in a profile, in the documents of several verbs."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import MethodKeys
from kpath_jvm.reports.documents.times import TimedKeys
from kpath_jvm.reports.lines import TIMES


class FindingKeys(MethodKeys):
    """Something that stands out about a loop or about a test."""

    number: Annotated[
        int | None,
        "The loop's number in its method, from 0; null if this is about a test that told nothing "
        "new.",
    ]
    within: Annotated[
        int | None,
        "For a test in the own blocks of a loop that is in `found`, too: the loop's number. The "
        "loop's `share` then includes the test's.",
    ]
    block: Annotated[
        int | None, "The branch that this is about; null if this is about the whole loop."
    ]
    place: Annotated[str | None, "The line of the loop or of the test, as texts show it."]
    share: Annotated[
        float,
        "The bytecodes of the loop's own blocks, or of the test alone, as a share of all executed "
        "bytecodes.",
    ]
    time: Annotated[
        TimedKeys | None,
        "The loop's time beside its bytecodes, without inner loops, after `run --time`; null for a "
        "test, if nothing was sampled, and if the loop neither ran in the profile nor has samples.",
    ]
    kind: Annotated[
        str, "The `kind` of the piece of advice, or of the settled branch, that has the details."
    ]
    repetitions: Annotated[
        int,
        "If more than 1, what `text` says may be a coincidence that was repeated so many times, "
        f"and `text` ends with a mark such as `[{TIMES}20]`.",
    ]
    text: str


class KindForNoneKeys(Keys):
    """A kind of advice that is given for none of the loops that were looked at."""

    kind: Annotated[
        str,
        "As in `not_advised` of a loop of `advise`; `history` stands for `follows`, "
        "`first` and `branch-free`, too.",
    ]
    loops: Annotated[int, "For how many of the loops it is known not to pay, or is too large."]
    not_known: Annotated[int, "For how many other loops that is not known."]


class FindingsKeys(Keys):
    """What stands out in the hottest loops and costliest tests, in one line each.

    Each line is about a piece of `advice` on a loop, or about a settled branch, in the document of
    `advise`.
    """

    loops: Annotated[int, "How many loops were looked at: at most ten, those that cost most."]
    without: Annotated[int, "In how many of these loops nothing stands out."]
    not_known: Annotated[
        int, "In how many other loops the profile doesn't show whether anything stands out."
    ]
    small: Annotated[
        int,
        "In how many of these loops something stands out that isn't in `found`, because the loop "
        "has less than 0.01 of the bytecodes and, with 100 samples or more, of the recorded code's "
        "time.",
    ]
    samples: Annotated[
        int | None,
        "The samples in methods whose bytecodes are counted, from which shares of time come; if "
        "they are fewer than 100, they are too few to rank by. Null without samples of time.",
    ]
    not_advised: Annotated[
        list[KindForNoneKeys],
        "The kinds of advice that are given for none of these loops, except for kinds of which "
        "that is known for no loop.",
    ]
    caution: Annotated[
        str | None,
        "If something that is said to have never happened may have happened all the same, a text "
        "that says why; otherwise null.",
    ]
    found: Annotated[
        list[FindingKeys],
        "Ordered by `share`, not by time, but loops with nothing except a superblock come last, "
        "because nothing is to be edited there. At most five tests are included, each with a share "
        "of 0.01 or more. Tests are left out if the advice on a loop is about them, if an "
        "earlier branch decided them but their loop needs them in order to end, or if they are "
        "`assigned`.",
    ]
