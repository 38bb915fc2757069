"""Tests how the ways are compared in which programs were started.

``tests/unit/reports/diff/test_recorded.py`` tests the same by what ``diff`` says about two sides.
"""

from dataclasses import dataclass

import pytest

from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.reports.ran_with import (
    ARGUMENTS,
    OPTIONS,
    class_paths,
    given_on,
    jars_told,
    java_versions,
    javas_on,
)
from kpath_jvm.sessions.build import command_of


@dataclass(frozen=True)
class Started:
    """A run that was started with a command; None if the command isn't known."""

    text: str | None
    java_versions: tuple[str, ...] = ("17",)

    @property
    def command(self) -> list[str] | None:
        return None if self.text is None else self.text.split()


@dataclass(frozen=True)
class Built:
    """A run with a command that isn't one text."""

    command: tuple[str, ...]
    java_versions: tuple[str, ...] = ("17",)


def test_arguments_and_options_are_compared_apart() -> None:
    one, other = Started("java -Xmx1g -cp a.jar Main 1"), Started("java -Xmx1g -cp b.jar Other 2")
    assert [(it.what, it.differs) for it in given_on([one], [other])] == [
        (ARGUMENTS, True), (OPTIONS, False)
    ]  # fmt: skip
    assert given_on([one], [other])[0].texts == ["the arguments 1", "2"]
    assert given_on([other], [one, other])[0].texts == ["the arguments 2", "1 or 2"]
    assert not any(it.differs for it in given_on([one, other], [other, one]))
    assert given_on([one], [other, Started(None)]) == []


def test_arguments_are_known_for_recordings_of_the_agent_alone() -> None:
    def started(main: str) -> Built:
        agent = RecordingRecord(
            main=main, java_version="17", java_vendor="Demo", pid=1, parent_pid=1,
            started_millis=1, options={},
        )  # fmt: skip
        return Built(tuple(command_of(agent)))

    arguments, options = given_on([started("acme.Main 20 x")], [started("acme.Main 25 x")])
    assert arguments.texts == ["the arguments 20 x", "25 x"]
    assert not options.differs
    assert not given_on([started("app-1.jar")], [started("app-2.jar")])[0].differs


def test_versions_of_java_are_compared_if_all_are_known() -> None:
    old, new, unknown = (Started("", java) for java in (("17",), ("25",), ()))
    assert javas_on([old], [old, old]) is None
    assert javas_on([old], [new, old]) == ("17", "17 and 25")
    assert javas_on([old], [unknown]) is None
    assert java_versions([old, unknown]) == []


@pytest.mark.parametrize(
    ("base", "new", "told"),
    [
        ("lib/a-1.jar:lib/b.jar", "c.jar:other/a-2.jar", "a-1.jar → a-2.jar; new: c.jar; gone: b"),
        ("x.jar", "x.jar:1.jar:2.jar:3.jar:4.jar:5.jar:6.jar",
         "new: 1.jar, 2.jar, 3.jar, 4.jar and 2 more (all)"),
    ],
)  # fmt: skip
def test_jars_that_differ_are_named(base: str, new: str, told: str) -> None:
    one, other = (Started(f"java -cp {path} Main") for path in (base, new))
    found = class_paths([one], [other])
    assert found is not None
    assert jars_told(found, " (all)").startswith(told)
    assert class_paths([one], [Started(f"java -cp {base}:classes Main 3")]) is None
    assert class_paths([one], [Started(None)]) is None
