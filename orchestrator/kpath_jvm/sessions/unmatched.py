"""Finds out why a recording has no methods, and which patterns of ``--include`` match nothing."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kpath_jvm.recording.options import AgentOptions
from kpath_jvm.records.run import FILTERED, Skipped
from kpath_jvm.sessions.progress import Reporter


def why_no_method(
    classes: Sequence[str], skipped: Sequence[Skipped], agent: AgentOptions, reporter: Reporter
) -> str | None:
    """Returns why a recording has no method; None if it has one.

    ``classes`` are the classes of the recorded methods. If only some patterns match, the other
    patterns are reported. With the scope ``hot``, a recording without methods is only reported, and
    the result is None, because nothing is known about classes without a hot method.
    """
    if not agent.shows_all_entered:
        if not classes:
            reporter.say(agent.why_no_method)
        return None
    include = agent.values.get("include", ())
    patterns = include if isinstance(include, tuple) else ()
    left_out = [(entry.class_name, entry.reason) for entry in skipped]
    lines = list(unmatched(patterns, classes, left_out))
    if not classes:
        return "; ".join([agent.why_no_method, *lines])
    for line in lines:
        reporter.say(line)
    return None


def why_no_method_in(destination: Path, agent: AgentOptions, reporter: Reporter) -> str | None:
    """Calls ``why_no_method`` for a profile that has been written, and returns its result.

    Raises KpathError if the profile can't be read.
    """
    from kpath_jvm.profile.model import Profile

    profile = Profile.open(destination)
    classes = profile.table("methods").column("class").to_pylist()
    return why_no_method(classes, profile.run.skipped, agent, reporter)


def profile_told(destination: Path, agent: AgentOptions) -> str:
    """Returns the end of a message about a profile that was written: ``; profile app.kpath``.

    Returns "" for a profile that will be removed because it has no method.
    """
    # Imported here because the import of pyarrow takes long, and the program must not wait for it.
    from kpath_jvm.profile.reader import read_run

    if agent.shows_all_entered and not read_run(destination).tables.methods:
        return ""
    return f"; profile {destination}"


def nothing_entered(destination: Path) -> str | None:
    """Returns a message if a written profile has methods, but has counted nothing; else None."""
    from kpath_jvm.analysis.entered import NOTHING_ENTERED, has_counted_nothing
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.profile.reader import read_run

    tables = read_run(destination).tables
    # A profile with paths or counts of edges has counted something. Reading it may take long.
    if not tables.methods or tables.paths or tables.edge_counts:
        return None
    profile = Profile.open(destination)
    return NOTHING_ENTERED if has_counted_nothing(profile) else None


def unmatched(
    patterns: Sequence[str], classes: Sequence[str], left_out: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """Yields a line for each pattern that matches no class, or only classes that --exclude drops.

    ``classes`` are the profiled classes. ``left_out`` has other classes, each with the reason why
    it isn't profiled.
    """
    from kpath_jvm.profile.lookup import nearest_classes
    from kpath_jvm.profile.names import dotted, printable
    from kpath_jvm.recording.class_patterns import ClassPattern

    looked_at = {*classes, *(name for name, reason in left_out if reason != FILTERED)}
    filtered = {name for name, reason in left_out if reason == FILTERED}
    for text in patterns:
        pattern = ClassPattern(text)
        if any(map(pattern.matches, looked_at)):
            continue
        line = f"no profiled class matches --include {printable(text)}"
        excluded = next((name for name in sorted(filtered) if pattern.matches(name)), None)
        if excluded is None:
            yield line + nearest_classes(text, looked_at | filtered)
        else:
            yield f"{line}: --exclude leaves {dotted(excluded)} out"
