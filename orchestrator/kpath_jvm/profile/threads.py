"""Makes the profiles of single threads, each with only the methods that its thread ran."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod, Metadata
from kpath_jvm.profile.tables import BuiltTables, build_tables
from kpath_jvm.recording.recorded import Recorded, RecordedThread
from kpath_jvm.records.run import ThreadEntry

_MOST_NAME_CHARACTERS = 40


class ThreadTables(Struct, frozen=True):
    """The tables of a thread's profile, and the thread's entry in run.json."""

    entry: ThreadEntry
    tables: BuiltTables


def thread_tables(metadata: Metadata, recorded: Recorded) -> Iterator[ThreadTables]:
    """Yields the tables thread by thread, because those of all threads may not fit into memory."""
    index = _MethodIndex(metadata.methods)
    for number, thread in enumerate(recorded.threads, 1):
        part = thread.recorded(recorded)
        tables = build_tables(replace(metadata, methods=index.used(part)), part)
        methods = tables.tables["methods"]
        entry = ThreadEntry(
            thread=number,
            name=thread.name,
            kind=thread.kind,
            completed=int(methods.column("completed").to_numpy().sum()),
            entries=int(methods.column("entries").to_numpy().sum()),
            profile=f"{number}-{_file_name(thread)}",
        )
        yield ThreadTables(entry, tables)


def _file_name(thread: RecordedThread) -> str:
    name = thread.name if thread.kind == "thread" else thread.kind
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:_MOST_NAME_CHARACTERS] or "_"


class _MethodIndex:
    """Finds the methods to which the ids of paths and counters belong.

    The methods are ordered by first id.
    """

    def __init__(self, methods: Sequence[InstrumentedMethod]) -> None:
        self._methods = methods
        self._first_ids = np.array([method.counted.first_id for method in methods], dtype=np.int64)
        self._owners = {
            counter: index
            for index, method in enumerate(methods)
            for counter in method.counted.counters.values()
        }

    def used(self, recorded: Recorded) -> list[InstrumentedMethod]:
        """Returns the methods with an id that was counted or streamed."""
        ids = np.union1d(np.flatnonzero(recorded.counters), np.unique(recorded.ipf_paths))
        before = np.searchsorted(self._first_ids, ids, side="right") - 1
        used = {
            self._owners.get(number, index)
            for number, index in zip(ids.tolist(), before.tolist(), strict=True)
        }
        return [self._methods[index] for index in sorted(used) if index >= 0]


def find(directory: Path, known: Sequence[ThreadEntry], text: str) -> str:
    """Returns the name of a thread's profile, where ``text`` is the thread's number or name.

    Raises KpathError, with a message of one line, when there is no such thread, or several.
    """
    if not known:
        raise KpathError(
            f"{directory} has no profiles of threads; record again with --per-thread (if "
            "the profile has several JVMs, each of these has threads of its own: add --jvm)",
            2,
        )
    found = [entry for entry in known if text in (str(entry.thread), entry.name)]
    exact = [entry for entry in found if str(entry.thread) == text] or found
    if len(exact) == 1:
        return exact[0].profile
    if exact:
        numbers = ", ".join(str(entry.thread) for entry in exact)
        raise KpathError(f"several threads are named {text!r}: give a number, one of {numbers}", 2)
    names = ", ".join(f"{entry.thread}: {entry.title}" for entry in known[:10])
    more = f" and {len(known) - 10} more" if len(known) > 10 else ""
    raise KpathError(
        f"no thread {text!r} in {directory}; its threads, by number, are {names}{more}", 2
    )
