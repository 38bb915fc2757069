"""The keys of time beside bytecodes, which reports have after `run --time`."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import IntervalKeys, MethodKeys


class SampledLineKeys(Keys):
    """A source line with samples."""

    line: Annotated[int, "The line in the class file's line table."]
    place: Annotated[str, "The line as texts show it."]
    samples: Annotated[int, "Samples of the line's own instructions."]
    samples_below: Annotated[
        int, "Samples in code whose bytecodes aren't counted, and to which a call in the line led."
    ]


class TimedKeys(Keys):
    """Samples and bytecodes of a method's or a loop's own instructions."""

    samples: int
    share_of_time: Annotated[
        float | None, "Share of `samples_counted`; null if there are no such samples."
    ]
    share_of_all_time: Annotated[
        float | None,
        "Share of all samples, those outside recorded code included; null if there are none.",
    ]
    samples_below: Annotated[
        int | None,
        "Samples in code whose bytecodes aren't counted, such as the JDK's, if this method is the "
        "nearest counted one on the stack; for a loop, if the method was at a call in the loop. "
        "Null if the samples have no stacks.",
    ]
    share_with_below: Annotated[
        float | None,
        "`samples` and `samples_below` together, as a share of all samples; null if "
        "`samples_below` is null.",
    ]
    interval: Annotated[
        IntervalKeys | None,
        "The interval of `share_of_time`, with confidence `level` if samples were independent.",
    ]
    interval_of_all: Annotated[
        IntervalKeys | None,
        "The interval of `share_with_below`, or of `share_of_all_time` if that is null.",
    ]
    bytecodes: int
    share_of_bytecodes: Annotated[float, "Share of the bytecodes that recorded code executed."]
    difference: Annotated[
        str | None,
        "`more` if the share of time is much larger than the share of bytecodes, `less` if it is "
        "much smaller; null otherwise ([when](../verbs/run.md#time-beside-bytecodes)).",
    ]
    words: Annotated[str | None, "The difference in words."]
    at_one_instruction: Annotated[
        bool, "Whether there are several samples, and all of them are at one instruction."
    ]
    lines: Annotated[
        list[SampledLineKeys],
        "The lines with samples, those with the most first. The line of a sample may not be known.",
    ]


class TimedLoopKeys(TimedKeys):
    """A loop's time beside its bytecodes, both without its inner loops."""

    number: Annotated[int, "The loop's number within its method."]
    line: Annotated[int | None, "The header's line."]
    place: Annotated[str | None, "The line as texts show it."]


class InclusiveKeys(Keys):
    """A method's time with all that it calls: the samples with the method anywhere on the stack."""

    samples: Annotated[int, "Each sample counts once, also if the method calls itself."]
    samples_most: Annotated[
        int,
        "`samples` and the samples with partial stacks whose missing frames may belong to the "
        "method; equal to `samples` if no stack is partial.",
    ]
    share_of_samples: Annotated[
        float | None, "`samples` as a share of all samples; null if there are none."
    ]
    share_of_samples_most: Annotated[
        float | None, "`samples_most` as a share of all samples; null if there are none."
    ]
    interval: Annotated[
        IntervalKeys | None,
        "From the low end of the interval of `share_of_samples` to the high end of the interval of "
        "`share_of_samples_most`, with confidence `level` if samples were independent.",
    ]


class InclusiveMethodKeys(MethodKeys):
    """A method's own time beside its time with all that it calls."""

    samples: Annotated[int, "Samples of the method's own instructions."]
    share_of_all_time: Annotated[float | None, "`samples` as a share of all samples."]
    inclusive: InclusiveKeys
    others: Annotated[
        list[MethodKeys],
        "If the method has no samples of its own: all other methods without samples of their own "
        "that are on the stacks of the same samples. Empty in profiles of earlier versions.",
    ]


class HeavyCallKeys(MethodKeys):
    """A method in which much of the time was spent, and the call that led there."""

    line: Annotated[
        int | None,
        "The line of the call in the method of the item before; null if it isn't known, if calls "
        "are in several lines, or if methods are skipped.",
    ]
    place: Annotated[str | None, "The line as texts show it."]
    skipped: Annotated[
        int, "The number of methods between this method and that of the item before."
    ]
    inclusive: InclusiveKeys


class TimedMethodKeys(MethodKeys, TimedKeys):
    """A method's time beside its bytecodes."""

    inclusive: Annotated[
        InclusiveKeys | None,
        "Null if it isn't known: in profiles of earlier versions, and for a method with several "
        "class files.",
    ]
    loops: Annotated[
        list[TimedLoopKeys],
        "Its loops, ordered by time, unrecorded code included. All loops with samples are "
        "included.",
    ]
    outside_loops: Annotated[
        TimedKeys | None,
        "The code that is in none of its loops; null if it has no loop that ran or has samples. A "
        "sample of which it isn't known whether it is in a loop isn't counted here.",
    ]


class DisagreeingKeys(MethodKeys, TimedKeys):
    """A method or a loop whose share of time differs much from its share of bytecodes."""

    number: Annotated[int | None, "The loop's number within its method; null for the method."]
    line: Annotated[int | None, "The line of the loop's header."]
    place: Annotated[str | None, "The line as texts show it."]


class ElsewhereKeys(Keys):
    """A method whose bytecodes aren't counted; overloads count as one method."""

    class_: str
    method: str
    samples: int


class BelowKeys(MethodKeys):
    """A method that led to samples in code whose bytecodes aren't counted."""

    samples: int


class IncludedPackageKeys(Keys):
    """A package that could be recorded, but wasn't."""

    pattern: Annotated[str, "The package as a pattern of `run --include`."]
    samples: Annotated[int, "The samples in it."]


class IncludedKeys(Keys):
    """Packages that could be recorded, but weren't, and what was recorded instead."""

    packages: Annotated[
        list[IncludedPackageKeys], "Three at most, those with the most samples first."
    ]
    given: Annotated[list[str], "The patterns of --include with which the profile was recorded."]
    own: Annotated[list[str], "Patterns that match the classes that executed bytecodes."]


class TimeKeys(Keys):
    """Where a run without the agent spent its time, beside the bytecodes of the recorded run."""

    sampler: str
    period_millis: Annotated[int, "The interval between samples that was asked for."]
    wall_seconds: Annotated[float, "Wall time of the sampled run."]
    cpu_seconds: Annotated[
        float | None,
        "CPU time of the sampled run; null in profiles of earlier versions. On a busy machine, a "
        "run gets less CPU time, and so fewer samples.",
    ]
    exit_status: Annotated[int, "Exit status of the sampled run."]
    recordings: Annotated[int, "JVMs that left samples."]
    debug_non_safepoints: Annotated[
        bool | None,
        "Whether all these JVMs ran with `-XX:+DebugNonSafepoints`; null if not known. Without it, "
        "samples in compiled code count for the next safepoint.",
    ]
    collections: Annotated[
        int | None, "Garbage collections in the sampled run; null in profiles of earlier versions."
    ]
    pause_seconds: Annotated[
        float | None,
        "How long they stopped the program; null in profiles of earlier versions.",
    ]
    samples: Annotated[int, "All samples."]
    samples_of_cpu_time: Annotated[
        int | None,
        "How many samples the CPU time would give if there was one for each `period_millis` of it: "
        "the other CPU time was that of the JVM's own threads, or was missed. Null without "
        "`cpu_seconds`.",
    ]
    samples_counted: Annotated[
        int, "Samples in methods whose bytecodes are counted; `share_of_time` is a share of these."
    ]
    samples_elsewhere: Annotated[
        int, "Samples in code whose bytecodes aren't counted, such as the JDK and native code."
    ]
    samples_below: Annotated[
        int | None,
        "Those of `samples_elsewhere` to which a counted method led; null if the samples have no "
        "stacks.",
    ]
    most_below: Annotated[
        list[BelowKeys],
        "The methods that led to the most `samples_below`, three at most, and only those that led "
        "to more than each method that isn't listed.",
    ]
    most_elsewhere: Annotated[
        list[ElsewhereKeys],
        "The methods with the most `samples_elsewhere`, three at most, and only those that have "
        "more than each method that isn't listed.",
    ]
    to_include: Annotated[
        IncludedKeys | None,
        "The packages with the most of `samples_elsewhere` among those that can be recorded; null "
        "if no such package has both a tenth of `samples_elsewhere` and 5 % of all samples.",
    ]
    samples_in_several_versions: Annotated[
        int, "Samples in methods that have several class files; it isn't known which of them ran."
    ]
    samples_partial: Annotated[
        int | None,
        "Samples whose stacks are known only in part, because the sampler kept only the topmost "
        "frames, or because a frame can't be read. Null in profiles of earlier versions.",
    ]
    few: Annotated[bool, "Whether there are too few samples to rank by."]
    few_inclusive: Annotated[
        bool | None,
        "Whether there are too few samples to rank by inclusive shares; null in profiles of "
        "earlier versions.",
    ]
    level: Annotated[
        float,
        "Confidence level of the intervals, if samples were independent. They are not quite "
        "independent, so the true share lies outside its interval more often than this says.",
    ]
    methods_sampled: Annotated[
        int,
        "The number of methods in what is shown that have samples, or that led to samples in code "
        "whose bytecodes aren't counted; `methods` may lack some of them.",
    ]
    disagreeing: Annotated[
        list[DisagreeingKeys],
        "Methods and loops that are shown and have a `difference`, the greatest first. A loop is "
        "left out if its method has the same `difference`, or if another loop of its nest has the "
        "opposite `difference` and the nest as a whole doesn't differ in this direction.",
    ]
    methods: Annotated[
        list[TimedMethodKeys],
        "The methods, ordered by time, unrecorded code included, and those of the same time by "
        "bytecodes.",
    ]
    heaviest_calls: Annotated[
        list[HeavyCallKeys] | None,
        "Where most of the time was spent. The first method is on the stack in most samples. Each "
        "of the next methods is the one that the method before it called in most samples, if that "
        "is at least half of the samples with the caller on the stack and a tenth of all. Methods "
        "that hand on nine tenths of their samples to code of the same library are left out. Null "
        "in profiles of earlier versions, and if no method is on the stack in half of the samples.",
    ]
    most_inclusive: Annotated[
        list[InclusiveMethodKeys] | None,
        "The methods with the greatest inclusive shares, the greatest first; at most as many rows "
        "as `methods` may have. Null in profiles of earlier versions.",
    ]
