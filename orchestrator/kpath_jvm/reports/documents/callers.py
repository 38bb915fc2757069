"""The keys of the part about callers, which a report has if `run --callers` counted them."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import MethodKeys


class CallerKeys(Keys):
    """How often a method was entered from one line of another method."""

    kind: Annotated[
        str,
        "`call`; `no call` if the JVM entered the method while the caller executed no call, as it "
        "does to initialise a class; `outside` if no recorded method led to the entry; `untold` if "
        "the caller isn't known, for example in virtual threads, or because the method has room "
        "only for an entry counter.",
    ]
    class_: Annotated[str | None, "The caller's class; null without a caller."]
    method: Annotated[str | None, "The caller's name."]
    descriptor: Annotated[str | None, "The caller's descriptor."]
    title: Annotated[str | None, "The caller as texts show it."]
    line: Annotated[int | None, "The line of the call; null without a line table."]
    place: Annotated[str | None, "The line as texts show it."]
    count: int
    share: Annotated[float, "Share of the method's `entries`."]
    words: Annotated[str, "The caller in words."]


class BridgeKeys(MethodKeys):
    """A bridge method, which a compiler made to call the method, and the callers of the bridge."""

    entries: Annotated[int, "Entries of the bridge method in the run that counted callers."]
    callers: Annotated[list[CallerKeys], "The bridge method's callers, the most frequent first."]


class LinkKeys(MethodKeys):
    """The only caller of a method, with the lines of its calls."""

    lines: Annotated[list[int], "The lines of the calls; empty without a line table."]
    place: Annotated[str | None, "The lines as texts show them."]


class MethodCallersKeys(MethodKeys):
    """A method and its callers."""

    entries: Annotated[int, "Entries in the run that counted callers."]
    recorded_entries: Annotated[int, "Entries in the recorded run."]
    versions: Annotated[
        int, "Number of the method's class files in the profile; their callers are listed together."
    ]
    callers: Annotated[list[CallerKeys], "The callers, the most frequent first."]
    chain: Annotated[
        list[LinkKeys],
        "If all entries come from one other method: that method, the only caller of that one, and "
        "so on.",
    ]
    bridges: Annotated[
        list[BridgeKeys], "Those of the callers that are bridge methods, with their own callers."
    ]


class CallersKeys(Keys):
    """Who called the methods with the most time or bytecodes, as counted in a separate run."""

    java: Annotated[str, "The JVM's version."]
    wall_seconds: Annotated[float, "Wall time of the run that counted callers."]
    exit_status: Annotated[int, "Exit status of the run that counted callers."]
    doubts: Annotated[list[str], "Why counts may be wrong; if the list is empty, they are exact."]
    methods: Annotated[
        list[MethodCallersKeys],
        "As many methods as the report's `methods`, with their callers: those of `time.methods` "
        "that have samples, and then those of `methods`.",
    ]
