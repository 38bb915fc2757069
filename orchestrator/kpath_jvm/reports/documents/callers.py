"""The keys of a report's callers, which it has after `run --callers`."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import MethodKeys


class CallerKeys(Keys):
    """Entries of a method from one line of another."""

    kind: Annotated[
        str,
        "`call`; `no call` if the JVM entered the method while the caller executed no call, as it "
        "does to initialise a class; `outside` if no recorded method led to the entry; `untold` in "
        "virtual threads, and for a method with room for an entry counter only.",
    ]
    class_: Annotated[str | None, "Of the caller; null without one."]
    method: Annotated[str | None, "The caller's name."]
    descriptor: Annotated[str | None, "The caller's descriptor."]
    title: Annotated[str | None, "The caller as texts show it."]
    line: Annotated[int | None, "Of the call; null without a line table."]
    place: Annotated[str | None, "The line as texts show it."]
    count: int
    share: Annotated[float, "Of the method's `entries`."]
    words: Annotated[str, "The caller in words."]


class MethodCallersKeys(MethodKeys):
    """A method and its callers."""

    entries: Annotated[int, "In the run that counted callers."]
    recorded_entries: Annotated[int, "In the recorded run."]
    versions: Annotated[int, "Class files that the profile has of it: callers are those of all."]
    callers: Annotated[list[CallerKeys], "The most frequent first."]


class CallersKeys(Keys):
    """Who called the hottest methods, counted in a run of its own."""

    java: Annotated[str, "The JVM's version."]
    wall_seconds: Annotated[float, "Of the run that counted callers."]
    exit_status: Annotated[int, "Of that run."]
    doubts: Annotated[list[str], "Why counts may be wrong; they are exact if it is empty."]
    methods: Annotated[list[MethodCallersKeys], "The same as in the report's `methods`."]
