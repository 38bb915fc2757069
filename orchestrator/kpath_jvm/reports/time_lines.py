"""Says in a few lines what the samples of time are, and where most of the time was spent."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kpath_jvm.analysis.time_shares import FEW_SAMPLES
from kpath_jvm.profile.names import printable, without_package
from kpath_jvm.reports.inclusive_time import inclusive_share_text
from kpath_jvm.reports.output import counted, percent, seconds

#: The label of the line about the methods with the most time.
MOST_OF_IT = "most of it"
#: A method is named if it led to at least this share of the time in code that isn't recorded.
_LEAST_LED = 0.1
#: At most this many patterns stand for a program's own classes.
_MOST_OWN = 4


def time_lines(
    time: Mapping[str, Any], quote: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Yields labels and texts for a report's first lines.

    ``time`` is the value of the document's key ``time``, and ``quote`` marks names and commands.
    """
    yield "sampled time", about_sampled_time(time)
    if most := most_of_it(time, quote):
        yield MOST_OF_IT, most
    if elsewhere := time_elsewhere(time, quote):
        yield "not recorded", elsewhere


def about_sampled_time(time: Mapping[str, Any]) -> str:
    """Says how many samples there are, and what they lack of the sampled run's CPU time."""
    parts = [f"{counted(time['samples'], 'sample')}{_of_cpu_time(time)}"]
    collections = time["collections"]
    if collections is not None:
        text = counted(collections, "garbage collection")
        if collections:
            text += f" stopped the program for {seconds(time['pause_seconds'])}"
        parts.append(text)
    if time["few"]:
        parts.append(
            f"Too few to rank by: {FEW_SAMPLES} samples in recorded code are needed, and this run "
            f"gave {time['samples_counted']:,}; {_how_long(time)}"
        )
    if time["exit_status"]:
        parts.append(f"The sampled run ended with status {time['exit_status']}")
    return ". ".join(parts)


def _of_cpu_time(time: Mapping[str, Any]) -> str:
    room, cpu_seconds = time["samples_of_cpu_time"], time["cpu_seconds"]
    if cpu_seconds is None:
        return ""
    had = f"{cpu_seconds:.1f} s of CPU time"
    if time["samples"] >= room:
        return f" of {had}"
    return (
        f", {percent(time['samples'] / room)} of the {room:,} that {had} have room for; the rest "
        "was the time of the JVM's own threads (compiler, garbage collector), or was missed"
    )


def _how_long(time: Mapping[str, Any]) -> str:
    """Says how long a run must be to give enough samples at the rate of the sampled run."""
    samples, cpu_seconds = time["samples_counted"], time["cpu_seconds"]
    if not samples:
        return "sample a run that has more CPU time"
    took, what = (cpu_seconds, " of CPU time") if cpu_seconds else (time["wall_seconds"], "")
    needed = math.ceil(10 * took * FEW_SAMPLES / samples) / 10
    return f"a run with about {needed:,.1f} s{what} would give them"


def most_of_it(time: Mapping[str, Any], quote: Callable[[str], str] = str) -> str | None:
    """Names the methods in which most of the time was spent, from the caller to the called method.

    Returns None if calls aren't known, or if no recorded method is on a stack.
    """
    steps = time["heaviest_calls"]
    if not steps:
        return None
    first, *others = [
        f"{inclusive_share_text(one['inclusive'])} in {quote(short_title(one))}{_called(one)}"
        for one in steps
    ]
    return "; ".join([f"{first}, with all that it called", *others])


def short_title(one: Mapping[str, Any]) -> str:
    """Returns a method's title without its package and its parameters."""
    return printable(without_package(one["title"], one["class"]).partition("(")[0])


def _called(one: Mapping[str, Any]) -> str:
    if one["skipped"]:
        return f" (called through {counted(one['skipped'], 'other method')})"
    return f" (called at {one['place']})" if one["place"] else ""


def time_elsewhere(time: Mapping[str, Any], quote: Callable[[str], str] = str) -> str | None:
    """Says how much time was spent outside recorded code, what led there, and what to record.

    Returns None if no sample was taken outside recorded code.
    """
    elsewhere, samples = time["samples_elsewhere"], time["samples"]
    if not elsewhere:
        return None
    text = (
        f"{percent(elsewhere / samples)} of the sampled time ({counted(elsewhere, 'sample')}) was "
        "in code that isn't recorded, such as the JDK's"
    )
    led = [
        f"{percent(one['samples'] / samples)} in what {quote(short_title(one))} called"
        for one in time["most_below"]
        if one["samples"] >= _LEAST_LED * elsewhere
    ]
    more = what_to_include(time, quote)
    told = [*led, *([] if more is None else [more])]
    return f"{text}: {'; '.join(told)}" if told else text


def what_to_include(time: Mapping[str, Any], quote: Callable[[str], str] = str) -> str | None:
    """Says which unrecorded packages take much time, and which command records these packages.

    Returns None if there is no such package.
    """
    found = time["to_include"]
    if found is None:
        return None
    packages = found["packages"]
    shares = [
        f"{quote(one['pattern'])} has {percent(one['samples'] / time['samples'])}"
        for one in packages
    ]
    have = " and ".join(one for one in (", ".join(shares[:-1]), shares[-1]) if one)
    own = found["given"] or found["own"]
    patterns = [*(one["pattern"] for one in packages), *(own if len(own) <= _MOST_OWN else [])]
    options = " ".join(f"--include '{one}'" for one in patterns)
    command = quote(f"kpath-jvm run --time {options} …")
    besides = "" if len(own) <= _MOST_OWN else ", with an --include for the program's own classes,"
    them = "it" if len(packages) == 1 else "them"
    return f"{have}; {command}{besides} also counts the bytecodes in {them}, but no allocations"
