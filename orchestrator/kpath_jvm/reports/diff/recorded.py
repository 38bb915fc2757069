"""Says with which arguments, Java and jars the programs of two sides ran."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.java_command import java_at
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.reports import ran_with


def commands_differ(base: Sequence[Profile], new: Sequence[Profile]) -> str | None:
    """Says that the two sides ran with different arguments or JVM options.

    Returns None if they didn't, or if the command of a run isn't known (``ran_with.given_on``).
    """
    for given in ran_with.given_on(_runs(base), _runs(new)):
        if given.differs:
            before, after = given.texts
            return (
                f"the base ran with {before}, and the new side with {after}, so differences may "
                "come from that and not from the code"
            )
    return None


def _runs(side: Sequence[Profile]) -> list[ProfileRecord]:
    return [profile.run for profile in side]


def same_on_both(base: Sequence[Profile], new: Sequence[Profile]) -> list[str]:
    """Returns which of arguments, JVM options, Java and jars are known to be equal on both sides.

    ``commands_differ``, ``javas_differ`` and ``class_paths`` don't show this, because they return
    None both if nothing differs and if it isn't known whether anything does. A command that doesn't
    start ``java`` itself doesn't show the options and the class paths of the JVMs that it starts.
    """
    given = ran_with.given_on(_runs(base), _runs(new))
    every = ran_with.commands_of([*_runs(base), *_runs(new)])
    are_of_java = all(java_at(command) is not None for command in every)
    found = [
        one.what
        for one in given
        if not one.differs and (are_of_java or one.what == ran_with.ARGUMENTS)
    ]
    versions = java_versions(base)
    if versions and versions == java_versions(new):
        found.append(ran_with.JAVA)
    has_jars = given and any(True for command in every for _ in ran_with.jars_of(command))
    if has_jars and class_paths(base, new) is None:
        found.append("jars")
    return found


def javas_differ(base: Sequence[Profile], new: Sequence[Profile]) -> str | None:
    """Says that the two sides ran on different versions of Java.

    Returns None if they didn't, or if the version of a run isn't known.
    """
    found = ran_with.javas_on(_runs(base), _runs(new))
    if found is None:
        return None
    before, after = found
    return (
        f"the base ran on Java {before}, and the new side on Java {after}, so differences may "
        "come from that and not from the code"
    )


def java_versions(side: Sequence[Profile]) -> list[str]:
    """Returns the versions of Java that a side ran on; the list is empty if one isn't known."""
    return ran_with.java_versions(_runs(side))


def class_paths(base: Sequence[Profile], new: Sequence[Profile]) -> dict[str, Any] | None:
    """Returns which jars on the class paths differ, as ``ran_with.class_paths`` does."""
    return ran_with.class_paths(_runs(base), _runs(new))
