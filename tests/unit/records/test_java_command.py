"""Tests how a java command is shortened, and what is found in it: its program and an option."""

import pytest

from kpath_jvm.records.java_command import compiles_huge_methods, program_at, shortened

EXPORTS = " ".join(
    f"--add-exports=jdk.compiler/com.sun.tools.javac.{one}=ALL-UNNAMED"
    for one in ("api", "code", "file", "parser", "tree", "util")
)
PATH = "--class-path " + ":".join(f"lib/library-{number}.jar" for number in range(40))


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("java -cp . T 1", "java -cp . T 1"),
        (f"java {EXPORTS} -jar gjf-1.22.0.jar in/A.java in/B.java",
         "java … -jar gjf-1.22.0.jar in/A.java in/B.java"),
        (f"/opt/jdk/bin/java -Xmx1g {PATH} -ea org.example.Main go",
         "/opt/jdk/bin/java -Xmx1g … org.example.Main go"),
        (f"java -Xmx1g {PATH} a.Main go", "java -Xmx1g … a.Main go"),
        (f"java -cp . {EXPORTS} a.Main go", "java -cp . … a.Main go"),
        (f"java {PATH} -m some.module/a.Main go", "java … -m some.module/a.Main go"),
        (f"sampled: java {EXPORTS} a.Main", "sampled: java … a.Main"),
        (f"3 runs of java {EXPORTS} a.Main", "3 runs of java … a.Main"),
        ("java a.Main " + " ".join(["12345678"] * 20), "java a.Main " + "12345678 " * 9 + "…"),
        ("java -ea a.Main " + "x" * 200, "java -ea a.Main …"),
        (f"java {EXPORTS}", f"java {EXPORTS}"[:49] + "…" + EXPORTS[-49:]),
        ("run-all " + "y" * 100, "run-all " + "y" * 41 + "…" + "y" * 49),
    ],
)  # fmt: skip
def test_long_titles_are_shortened(title: str, shown: str) -> None:
    assert shortened(title) == shown


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("java A", 1),
        ("java -cp x A b", 3),
        ("java @file -ea --module=m/A", 3),
        ("java -ea -jar a.jar", 2),
        ("java -cp", 2),
        ("java -ea", 2),
    ],
)
def test_the_programs_place_in_the_command_is_found(command: str, place: int) -> None:
    assert program_at(command.split()) == place


@pytest.mark.parametrize(
    ("command", "compiles"),
    [
        ("java -Xmx1g -XX:-DontCompileHugeMethods -cp a.jar a.Main", True),
        ("/opt/jdk/bin/java -XX:+DontCompileHugeMethods -XX:-DontCompileHugeMethods a.Main", True),
        ("java -XX:-DontCompileHugeMethods -XX:+DontCompileHugeMethods a.Main", False),
        # Here the option is an argument of the program, or of another command, or is missing.
        ("java a.Main -XX:-DontCompileHugeMethods", False),
        ("java -jar a.jar -XX:-DontCompileHugeMethods", False),
        ("mvn -XX:-DontCompileHugeMethods", False),
        ("java a.Main", False),
        ("", False),
    ],
)
def test_the_last_jvm_option_about_huge_methods_decides(command: str, compiles: bool) -> None:
    assert compiles_huge_methods(command.split()) == compiles
