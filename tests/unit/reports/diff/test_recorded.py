"""Tests what ``diff`` says about the commands, Java versions and filters of the compared runs."""

from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.records.environment import Environment, Java
from kpath_jvm.reports.diff.recorded import (
    class_paths,
    commands_differ,
    java_versions,
    javas_differ,
    same_on_both,
)
from kpath_jvm.reports.shares import not_counted

_OF_JARS = ("java", "-Xmx1g", "-cp", "a:a-1.jar", "Main", "3000")
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
        (
            ("java", "-cp", "a", "Main", "3000"),
            "the base ran with the JVM options -Xmx1g, and the new side with no JVM options, so",
        ),
        (("mvn", "3000"), "the base ran with the JVM options -Xmx1g, and the new side with no JVM"),
    ],
)
def test_differing_commands_are_reported(
    tmp_path: Path, new: tuple[str, ...], text: str | None
) -> None:
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
    # The argument "4" is the beginning of the argument "4 ".
    (one,), (other,) = ran("4"), ran("4 ")
    assert "…" + "x" * 17 + " 4  y" in (commands_differ([one], [other]) or "")


def test_filters_are_listed_as_not_counted(tmp_path: Path) -> None:
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
def test_only_a_relevant_order_is_a_difference(
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
    # The order of a side's runs never matters.
    assert commands_differ([one, other], [other, one]) is None
    assert (commands_differ([one, other], [other]) is not None) == differ
    if differ and "Main 1" not in base:
        # The options are shown as they were given.
        assert told is not None
        assert f"JVM options {base.removesuffix(' Main')}, and" in told


def test_missing_options_differ_from_given_options(tmp_path: Path) -> None:
    none, some, other = (
        versions_profile(
            tmp_path, f"p{at}", Version().walked(LEFT), command=("java", *options, "Main")
        )
        for at, options in enumerate(((), ("-Xint",), ("-ea",)))
    )
    so = ", so differences may come from that and not from the code"
    assert commands_differ([none], [some]) == (
        f"the base ran with no JVM options, and the new side with the JVM options -Xint{so}"
    )
    assert commands_differ([none, some], [other]) == (
        f"the base ran with no JVM options or the JVM options -Xint, and the new side with -ea{so}"
    )


def test_patterns_may_be_in_any_order(tmp_path: Path) -> None:
    one, other = (
        versions_profile(
            tmp_path, f"p{at}", Version().walked(LEFT),
            options={"include": include, "exclude": exclude},
        )
        for at, (include, exclude) in enumerate(
            [(["b", "a.*"], ["d", "c"]), (["a.*", "b"], ["c", "d"])]
        )
    )  # fmt: skip
    assert not_counted([one, other]) == "not asked for: all but a.*, b; excluded: c, d"


def test_differing_versions_of_java_are_reported(tmp_path: Path) -> None:
    def on(version: str | None) -> Profile:
        java = None if version is None else Java(version=version, vendor="any")
        return versions_profile(
            tmp_path, f"on{version}", Version().walked(LEFT),
            environment=Environment.here(java, None),
        )  # fmt: skip

    old, new, unknown = on("17.0.15"), on("25.0.1"), on(None)
    assert java_versions([new, old, new]) == ["17.0.15", "25.0.1"]
    assert java_versions([old, unknown]) == []
    assert javas_differ([old], [old, old]) is None
    assert javas_differ([old], [unknown]) is None
    assert javas_differ([old], [old, new]) == (
        "the base ran on Java 17.0.15, and the new side on Java 17.0.15 and 25.0.1, so differences "
        "may come from that and not from the code"
    )


@pytest.mark.parametrize(
    ("base", "new", "differ"),
    [
        ("java -cp a/x-1.jar:classes Main", "java -cp classes:b/x-1.jar Main", None),
        (
            "java -cp classes:l/commons-csv-1.9.0.jar:l/old.jar Main",
            "java --class-path=classes:l/commons-csv-1.14.1.jar:l/commons-io-2.20.0.jar Main",
            {
                "changed": [{"base": "commons-csv-1.9.0.jar", "new": "commons-csv-1.14.1.jar"}],
                "new": ["commons-io-2.20.0.jar"],
                "gone": ["old.jar"],
            },
        ),
        (
            "java -Xmx1g -jar l/app-1.jar -cp x-1.jar",
            "java -jar app-2.jar -cp x-2.jar",
            {"changed": [{"base": "app-1.jar", "new": "app-2.jar"}], "new": [], "gone": []},
        ),
        # If a side has several versions of a jar, it isn't known which version replaced which.
        (
            "java -p x-1.jar -cp x-2.jar Main",
            "java -p x-3.jar Main",
            {"changed": [], "new": ["x-3.jar"], "gone": ["x-1.jar", "x-2.jar"]},
        ),
        ("mvn test -cp a-1.jar", "mvn test -cp a-2.jar", None),
        ("java -cp lib/* Main", "java -cp other/* Main", None),
    ],
)
def test_differing_class_paths_are_reported(
    tmp_path: Path, base: str, new: str, differ: object
) -> None:
    one, other = (
        versions_profile(tmp_path, name, Version().walked(LEFT), command=tuple(command.split()))
        for name, command in (("base", base), ("new", new))
    )
    assert class_paths([one], [other]) == differ
    assert class_paths([one, other], [one, other]) is None
    unknown = versions_profile(tmp_path, "unknown", Version().walked(LEFT), command=None)
    assert class_paths([one], [unknown]) is None


@pytest.mark.parametrize(
    ("new", "java", "same"),
    [
        (_OF_JARS, "21", ["arguments", "JVM options", "Java", "jars"]),
        # Differences, unknown facts and absent jars aren't named.
        ((*_OF_JARS[:-1], "9"), "21", ["JVM options", "Java", "jars"]),
        (("java", "-Xmx1g", "-cp", "a-2.jar", "Main", "3000"), "25", ["arguments", "JVM options"]),
        (_OF_JARS, None, ["arguments", "JVM options", "jars"]),
        (None, "21", ["Java"]),
    ],
)
def test_only_known_equalities_are_named(
    tmp_path: Path, new: tuple[str, ...] | None, java: str | None, same: list[str]
) -> None:
    def profile(name: str, command: tuple[str, ...] | None, version: str | None) -> Profile:
        known = None if version is None else Java(version=version, vendor="any")
        return versions_profile(
            tmp_path, name, Version().walked(LEFT), command=command,
            environment=Environment.here(known, None),
        )  # fmt: skip

    sides = [profile("base", _OF_JARS, "21")], [profile("new", new, java)]
    assert same_on_both(*sides) == same_on_both(*sides[::-1]) == same
    # Nothing that a note calls different is called equal.
    assert ("Java" in same) <= (javas_differ(*sides) is None)
    assert ("jars" in same) <= (class_paths(*sides) is None)
    both = {"arguments", "JVM options"} <= {*same}
    assert both == (new is not None and commands_differ(*sides) is None)


def test_options_and_jars_of_jvms_that_a_build_starts_are_unknown(
    tmp_path: Path,
) -> None:
    one, other = (
        versions_profile(tmp_path, name, Version().walked(LEFT), command=("mvn", "test", "a.jar"))
        for name in ("base", "new")
    )
    assert same_on_both([one], [other])[:1] == ["arguments"]
    assert not {"JVM options", "jars"} & {*same_on_both([one], [other])}
