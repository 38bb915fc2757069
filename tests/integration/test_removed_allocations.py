"""Objects and locks that HotSpot removes from a program are also removed in a recording.

C2 removes an object if it doesn't escape from the code that is compiled as one unit. Instrumented
methods are larger, so C2 may inline fewer of them, and then the object escapes. The tests measure
how many bytes an operation still allocates after C2 has compiled it. This number shows whether C2
removed the object, and it doesn't depend on how busy the machine is.
"""

from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_every_jdk
from oracle.harness import (
    compile_java,
    find_java_homes,
    java_version,
    process_directory,
    run_command,
)

#: The number of attempts. If the compiler thread gets no time, an operation may not reach its best
#: code.
ATTEMPTS = 3
#: The first JDK whose C2 removes an Integer even if a probe stands between its boxing and unboxing.
#: The Integer may come from a cache or be new, and C2 examines these two cases separately.
REMOVES_BOXES = 22
#: Options with which all methods have the usual probes. The agent gives a method smaller probes
#: only to keep it within the inlining limits, and no method is within limits of 0.
WITHOUT_SMALLER = ("--max-inline-size", "0", "--freq-inline-size", "0")


@pytest.fixture(scope="module")
def program() -> Path:
    classes = process_directory("removed") / "classes"
    compile_java([kpath.PROGRAMS / "Removed.java"], classes, "--release", "17")
    return classes


def bytes_of(output: str) -> dict[str, int]:
    """Returns the bytes that each operation allocates, as the program printed them."""
    lines = (line.split(": ") for line in output.splitlines())
    return {name: int(number) for name, number in lines}


def recorded(home: Path, program: Path, directory: Path, *options: str) -> dict[str, int]:
    """Records the program, and returns the bytes that each operation allocates."""
    java = (str(home / "bin" / "java"), "-cp", str(program), "Removed")
    done = kpath.run(
        "run", "-q", "--no-report", "--force", "-o", "p.kpath", *options, "--", *java,
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return bytes_of(done.stdout.decode())


@on_every_jdk
def test_objects_removed_natively_are_also_removed_in_a_recording(
    home: Path, program: Path, tmp_path: Path
) -> None:
    native = bytes_of(
        run_command([str(home / "bin/java"), "-cp", str(program), "Removed"]).stdout.decode()
    )
    assert min(native.values()) == 0
    least = dict.fromkeys(native, 1 << 62)
    for _ in range(ATTEMPTS):
        least = {
            name: min(least[name], one) for name, one in recorded(home, program, tmp_path).items()
        }
        more = {name for name in native if least[name] > native[name]} - kept(home)
        if not more:
            return
    pytest.fail(f"{ {name: (native[name], least[name]) for name in sorted(more)} }")


def kept(home: Path) -> set[str]:
    """Returns the operations whose objects the JDK is known to keep in a recorded program."""
    return set() if java_version(home) >= REMOVES_BOXES else {"boxes"}


@pytest.mark.slow
def test_with_larger_probes_a_generator_is_not_removed(program: Path, tmp_path: Path) -> None:
    """Shows that the test above can fail.

    The generator's initialiser exceeds FreqInlineSize with the usual probes.
    """
    home = find_java_homes()[0]
    usual = recorded(home, program, tmp_path, *WITHOUT_SMALLER)
    assert usual["generator"] > recorded(home, program, tmp_path)["generator"]
