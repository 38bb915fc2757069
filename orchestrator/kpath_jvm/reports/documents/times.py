"""The keys of time beside bytecodes, which reports have after `run --time`."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import IntervalKeys, MethodKeys


class TimedKeys(Keys):
    """Samples and bytecodes of a method or a loop, each of its own instructions."""

    samples: int
    share_of_time: Annotated[
        float | None, "Share of `samples_counted`; null if there are no such samples."
    ]
    interval: Annotated[IntervalKeys | None, "Of `share_of_time`, with `level` confidence."]
    bytecodes: int
    share_of_bytecodes: Annotated[float, "Share of all executed bytecodes."]
    difference: Annotated[
        str | None,
        "`more` if it takes much more time than its bytecodes, `less` if much less, null if "
        "neither ([when](../verbs/run.md#time-beside-bytecodes)).",
    ]
    words: Annotated[str | None, "The difference in words."]


class TimedLoopKeys(TimedKeys):
    """A loop's time beside its bytecodes; inner loops don't belong to it."""

    number: Annotated[int, "The loop's number within its method."]
    line: Annotated[int | None, "Of the header."]
    place: Annotated[str | None, "The line as texts show it."]


class TimedMethodKeys(MethodKeys, TimedKeys):
    """A method's time beside its bytecodes."""

    loops: Annotated[list[TimedLoopKeys], "Those with the greatest share of either first."]


class ElsewhereKeys(Keys):
    """A method whose bytecodes aren't counted; overloaded ones are one."""

    class_: str
    method: str
    samples: int


class TimeKeys(Keys):
    """Where a run without the agent spent its time, beside the bytecodes of the recorded run."""

    sampler: str
    period_millis: Annotated[int, "How often it was asked to look."]
    wall_seconds: Annotated[float, "Of the sampled run."]
    exit_status: Annotated[int, "Of the sampled run."]
    recordings: Annotated[int, "JVMs that left samples."]
    samples: Annotated[int, "All samples."]
    samples_counted: Annotated[int, "In methods whose bytecodes are counted: shares are of these."]
    samples_elsewhere: Annotated[
        int, "In code whose bytecodes aren't counted, such as the JDK and native code."
    ]
    most_elsewhere: Annotated[list[ElsewhereKeys], "The methods with most of these, three at most."]
    samples_in_several_versions: Annotated[
        int, "In methods that have several class files, of which it isn't known which ran."
    ]
    few: Annotated[bool, "Whether there are too few samples to rank by."]
    level: Annotated[float, "Confidence level of the intervals."]
    methods: Annotated[list[TimedMethodKeys], "Those with the greatest share of either first."]
