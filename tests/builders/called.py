"""Made-up callers of methods, as in a profile's callers.json."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kpath_jvm.records.callers import CALLERS_FILE, OUTSIDE, CallerCounts, EntriesFrom, NamedMethod
from kpath_jvm.records.record import write_record

Name = tuple[str, str, str]
#: A method, its caller (None if no recorded method called it), and the offset and line of the call.
From = tuple[Name, Name | None, int, int]

RUN = ("demo/Figure3", "run", "(I)V")
PLAIN = ("demo/Figure3", "plain", "(I)I")
SHARED = ("demo/Shared", "run", "(I)V")
MAIN = ("demo/Main", "main", "([Ljava/lang/String;)V")
START = ("demo/Main", "<clinit>", "()V")


def caller_counts(
    entries: Mapping[From, int],
    untold: Mapping[Name, int] | None = None,
    offsets: Mapping[Name, tuple[int, ...]] | None = None,
    **changes: Any,
) -> CallerCounts:
    """Returns the contents of a callers.json.

    ``entries`` has the number of entries through each call. ``untold`` has, for some methods, the
    number of entries whose callers are unknown. ``offsets`` has, for some methods, the offsets of
    the calls in their code. ``changes`` replace other fields.
    """
    unknown = untold or {}
    names = sorted({*unknown, *(one[0] for one in entries), *(one[1] for one in entries if one[1])})
    given: dict[str, Any] = {
        "java": "17.0.1", "wall_seconds": 2.5, "exit_status": 0, "doubts": (),
        "methods": tuple(
            NamedMethod(
                class_name=owner, name=name, descriptor=descriptor,
                untold=unknown.get((owner, name, descriptor), 0),
                call_offsets=(offsets or {}).get((owner, name, descriptor), ()),
            )
            for owner, name, descriptor in names
        ),
        "entries": tuple(
            EntriesFrom(
                method=names.index(method),
                caller=OUTSIDE if caller is None else names.index(caller),
                offset=offset, line=line, count=count,
            )
            for (method, caller, offset, line), count in entries.items()
        ),
    }  # fmt: skip
    return CallerCounts(**(given | changes))


def add_callers(profile: Path, counts: CallerCounts) -> None:
    """Writes a callers.json into a profile's directory."""
    write_record(profile / CALLERS_FILE, counts)


#: For each call of a method of the demo profile, the number of entries.
DEMO = {
    (RUN, MAIN, 8, 3): 1,
    (PLAIN, RUN, 12, 14): 5,
    (PLAIN, RUN, 19, 14): 2,
    (PLAIN, MAIN, 4, 2): 3,
    (PLAIN, None, -1, -1): 1,
    (PLAIN, START, -1, -1): 1,
    (SHARED, MAIN, 30, -1): 3,
}
#: For a method of the demo profile, the number of entries whose callers are unknown.
DEMO_UNTOLD = {PLAIN: 2}
