"""Tests how the target's command is read, and how it is composed."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import (
    all_options,
    main_word,
    program_name,
    resolve_java,
    why_silent,
    with_agent,
)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("java Main", "Main"),
        ("java -cp a:b org.foo.Main x.jar", "Main"),
        ("java -Xmx1g --add-opens java.base/java.lang=ALL-UNNAMED -ea a.B", "B"),
        ("java -jar lib/app-1.2.jar -cp z", "app-1.2"),
        ("java -p mods -m mod/a.b.Main", "Main"),
        ("java --module=mod", "mod"),
        ("java src/Tool.java", "Tool"),
        ("java @options a.Main", "Main"),
        ("java -version", "java"),
        ("java -jar", "java"),
    ],
)
def test_programs_are_named_after_their_class_or_file(command: str, name: str) -> None:
    assert program_name(command.split()) == name


@pytest.mark.parametrize(
    ("command", "main"),
    [
        ("java -cp a:b org.foo.Main x.jar", "org.foo.Main"),
        ("java -jar lib/app-1.2.jar -cp z", "app-1.2.jar"),
        ("java -p mods -m mod/a.b.Main", "a.b.Main"),
        ("java src/Tool.java", "Tool.java"),
        ("java -version", "java"),
        ("/opt/own/launcher -x", "launcher"),
    ],
)
def test_the_main_word_names_the_program(command: str, main: str) -> None:
    assert main_word(command.split()) == main


def test_the_agent_is_the_first_option() -> None:
    command = with_agent(["java", "-cp", "x", "Main"], Path("/j/java"), Path("/k.jar"), "cut=a")
    assert command == ["/j/java", "-javaagent:/k.jar=cut=a", "-cp", "x", "Main"]


def test_jar_paths_that_the_jvm_would_split_are_refused() -> None:
    with pytest.raises(KpathError, match="'='"):
        with_agent(["java", "Main"], Path("java"), Path("/a=b/kpath.jar"), "")


def test_commands_must_start_with_java() -> None:
    with pytest.raises(KpathError, match="must start with java") as caught:
        resolve_java(["./gradlew", "test"])
    assert caught.value.exit_status == 125


def test_java_without_a_path_is_found_in_java_home() -> None:
    assert resolve_java(["java"], Path("/jdk")) == Path("/jdk/bin/java")


def test_options_have_the_jvm_s_order() -> None:
    environment = {
        "_JAVA_OPTIONS": "-Da=4", "JDK_JAVA_OPTIONS": "-Da=2", "JAVA_TOOL_OPTIONS": "-Da=1",
        "OTHER": "-Da=5",
    }  # fmt: skip
    found = all_options(["java", "-Da=3", "Main", "-Da=6"], environment)
    assert found == ["-Da=1", "-Da=2", "-Da=3", "-Da=4"]
    assert all_options(["mvn", "-Da=3"], {}) == []


@pytest.mark.parametrize(
    ("value", "options"),
    [
        ("", []),
        (" -Da=1\t-Db=2\n", ["-Da=1", "-Db=2"]),
        ("'-Da=b c' -Db=\"d 'e' f\"g", ["-Da=b c", "-Db=d 'e' fg"]),
        ("-Da=b\\ -Dc=\"d\\\"# '#'", ["-Da=b\\", "-Dc=d\\#", "#"]),
        # With this value, the JVM doesn't start.
        ("-Da='b", []),
    ],
)
def test_only_quotation_marks_keep_blanks_in_an_option(value: str, options: list[str]) -> None:
    assert all_options(["java"], {"JDK_JAVA_OPTIONS": value}) == options


def test_only_the_variable_that_is_read_last_overrides_the_command() -> None:
    manager = "-Djava.security.manager"
    command = ["java", f"{manager}=allow", "Main"]
    assert why_silent(all_options(command, {"JAVA_TOOL_OPTIONS": manager})) is None
    assert why_silent(all_options(command, {"_JAVA_OPTIONS": manager})) is not None
