"""Records which runs were added up in a merged profile."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.record import Count, Int32, Length, Record
from kpath_jvm.records.working_directories import several_directories

#: The identity of a recording, or of one window of a recording. A profile without such an identity
#: is identified by its content.
Identity = Annotated[str, Meta(pattern=r"^(content-)?[0-9a-f]{32}(\.[0-9]+)?\Z")]
_Place = Annotated[str, Meta(pattern=r"^runs/[^/.\0][^/\0]*\Z")]


class MergedRun(Record, frozen=True, kw_only=True):
    """An entry of ``merged`` in run.json (docs/formats/profile.md).

    ``profile`` is the path of the profile that was merged. ``place`` is the path of the profile's
    copy in the merged profile, if it has a copy. ``folded_parts`` is the number of k-IPFs that
    were added up for a method if the engine folded sequences, and 0 if it didn't. If one of the
    merged profiles was itself a sum, the runs that it was made of are listed instead. Entries with
    equal ``one_run`` are parts of one run (``merge --one-run``), such as the JVMs of one build. An
    entry without ``one_run`` is a whole run. ``exit_status`` and ``signal`` say how the program
    ended; both are None if this isn't known. ``directory`` is the working directory of the JVM.
    """

    profile: str
    title: str
    started: str
    version: str
    k: Length
    completed: Count
    completeness: Completeness
    folded_parts: Count = 0
    place: _Place | None = None
    identities: tuple[Identity, ...] = ()
    one_run: Count | None = None
    exit_status: Int32 | None = None
    signal: Int32 | None = None
    directory: str | None = None


def instant(started: str) -> tuple[float, str]:
    """Returns when a run began, as a key to sort by; text that isn't a time comes first."""
    try:
        return datetime.fromisoformat(started).timestamp(), started
    except (ValueError, OverflowError):
        return 0.0, started


def runs_in(parts: tuple[MergedRun, ...]) -> int:
    """Returns the number of different runs to which the parts belong."""
    alone = sum(part.one_run is None for part in parts)
    return alone + len({part.one_run for part in parts} - {None})


def runs_told(parts: tuple[MergedRun, ...]) -> str:
    """Returns the number of runs in words, such as ``3 runs`` or ``1 run in 3 profiles``."""
    runs = runs_in(parts)
    text = f"{runs:,} {'run' if runs == 1 else 'runs'}"
    return text if runs == len(parts) else f"{text} in {len(parts):,} profiles"


def title_of(runs: tuple[MergedRun, ...]) -> str:
    """Returns the title of a profile that is the sum of these runs."""
    titles = sorted({run.title for run in runs})
    count = runs_told(runs)
    if len(titles) == 1:
        places = several_directories(run.directory for run in runs)
        return f"{count} of {titles[0]}{f', in {places}' if places else ''}"
    return f"{count} of {len(titles):,} commands, for example {titles[0]}"


def ended(exit_status: int | None, signal: int | None) -> str | None:
    """Returns words for how a program ended; None for status 0, or if the status isn't known."""
    if signal:
        return f"was killed by signal {signal}"
    return f"ended with status {exit_status}" if exit_status else None


def members_ended(parts: Sequence[MergedRun]) -> str | None:
    """Returns words for how, and how often, parts of a sum failed; None if no part failed."""
    failed = Counter(filter(None, (ended(one.exit_status, one.signal) for one in parts)))
    if not failed:
        return None
    told = ", ".join(f"{how} in {times:,}" for how, times in sorted(failed.items()))
    return f"{told} of the {len(parts):,} profiles that are added up"
