"""Tests what ``diff`` says about what its profiles counted and were given."""

from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.reports.diff.recorded import commands_differ, not_counted

_JAVA = ("java", "-Xmx1g", "-cp", "a", "Main", "3000")


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (_JAVA, None),
        # Class paths and the program's name may differ from version to version.
        (("/opt/jdk/bin/java", "-cp", "b", "-Xmx1g", "Other", "3000"), None),
        (("java", "-Xmx1g", "-jar", "app-2.jar", "3000"), None),
        (("java", "-Xmx1g", "-m", "app/Main", "3000"), None),
        (
            ("java", "-cp", "a", "Main", "9"),
            "the base ran with the arguments 3000, and the new side with 9, so differences may "
            "come from that and not from the code",
        ),
        (
            ("java", "-Xmx1g", "Main"),
            "the base ran with the arguments 3000, and the new side with no arguments, so "
            "differences may come from that and not from the code",
        ),
        (
            ("java", "-Xmx2g", "-cp", "a", "Main", "3000"),
            "the base ran with the JVM options -Xmx1g, and the new side with -Xmx2g, so "
            "differences may come from that and not from the code",
        ),
        *(
            ((*option, "-Xmx1g", "Main", "3000"), None)
            for option in (
                ("java", "--class-path=b"),
                ("java", "--module-path=b"),
                ("java", "--module-path", "b"),
                ("java", "-p", "b"),
                ("java", "--patch-module=a=b"),
                ("java", "-Xbootclasspath/a:b.jar"),
            )
        ),
        *(
            (
                ("java", "-Xmx1g", *option, "-cp", "a", "Main", "3000"),
                "the base ran with the JVM options -Xmx1g, and the new side with -Xmx1g "
                "--add-opens=java.base/java.lang=a, so",
            )
            for option in (
                ("--add-opens", "java.base/java.lang=a"),
                ("--add-opens=java.base/java.lang=a",),
            )
        ),
        (("mvn", "3000"), "the base ran with the JVM options -Xmx1g, and the new side with no JVM"),
    ],
)
def test_commands(tmp_path: Path, new: tuple[str, ...], text: str | None) -> None:
    one, other = (
        versions_profile(tmp_path, name, Version().walked(LEFT), command=command)
        for name, command in (("base", _JAVA), ("new", new))
    )
    told = commands_differ([one], [other])
    assert told is None if text is None else (told or "").startswith(text)
    assert commands_differ([other, other], [other]) is None


def test_long_arguments_are_shown_where_they_differ(tmp_path: Path) -> None:
    def ran(*last: str) -> list[Profile]:
        return [
            versions_profile(
                tmp_path, f"{one}", Version().walked(LEFT),
                command=("java", "Main", "x" * 100, one, "y" * 100),
            )
            for one in last
        ]  # fmt: skip

    told = commands_differ(ran("1"), ran("2", "3"))
    before, after = "…" + "x" * 19 + " ", " " + "y" * 58 + "…"
    assert told is not None
    assert told.startswith(
        f"the base ran with the arguments {before}1{after}, and the new side with "
        f"{before}2{after} or {before}3{after}, so"
    )
    # One text is the beginning of the other one.
    (one,), (other,) = ran("4"), ran("4 ")
    assert "…" + "x" * 17 + " 4  y" in (commands_differ([one], [other]) or "")


def test_what_is_not_counted(tmp_path: Path) -> None:
    one = versions_profile(tmp_path, "one", Version().walked(LEFT))
    assert not_counted([one, one]) == "not asked for: the JDK; excluded: demo.generated.*"


@pytest.mark.parametrize(
    ("base", "new", "differ"),
    [
        ("-Xmx1g -ea Main 1 2", "-ea -Xmx1g Main 1 2", False),
        ("--add-opens a/b=c -Xmx1g Main", "-Xmx1g --add-opens=a/b=c Main", False),
        ("-Xmx1g -ea -Xmx2g Main", "-Xmx1g -Xmx2g -ea Main", False),
        ("-Xmx1g -ea -Xmx2g Main", "-Xmx2g -Xmx1g -ea Main", True),
        ("-Xmx1g -ea Main", "-Xmx1g Main", True),
        ("-Xmx1g Main 1 2", "-Xmx1g Main 2 1", True),
    ],
)
def test_only_the_order_of_arguments_and_of_options_that_set_the_same_counts(
    tmp_path: Path, base: str, new: str, differ: bool
) -> None:
    one, other = (
        versions_profile(
            tmp_path, name, Version().walked(LEFT), command=("java", *words.split())
        )
        for name, words in (("base", base), ("new", new))
    )  # fmt: skip
    told = commands_differ([one], [other])
    assert (told is not None) == differ
    # Runs of one side may have the options in any order, too.
    assert commands_differ([one, other], [other, one]) is None
    assert (commands_differ([one, other], [other]) is not None) == differ
    if differ and "Main 1" not in base:
        # The options are shown as they were given.
        assert told is not None
        assert f"JVM options {base.removesuffix(' Main')}, and" in told
