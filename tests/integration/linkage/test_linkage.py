"""Code compiled against one JDK's internals must link on every JDK, and looked-up names must exist.

Another JDK may have another type for a field, another value for a copied constant, or another name
for a looked-up class or member. Neither javac nor a run on the JDK used for compilation notices
the difference.
"""

import ast
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from builders.turns import HOMES, OLDEST, on_every_jdk
from integration.linkage.lookups import LOOKUPS, UNUSED
from kpath_command import REPOSITORY
from kpath_jvm.installation import require_jars
from oracle.harness import (
    QUICK,
    compile_java,
    default_java_home,
    java_version,
    process_directory,
    run_command,
)

HERE = Path(__file__).parent
#: The jars that end up in the JVM of the target, of the engine or of JMH.
JARS = ("kpath.jar", "kpath-engine.jar", "kpath-runtime.jar", "kpath-jmh.jar")
MODULES = ("runtime", "core", "agent", "engine")
INTERNALS = ("jdk.internal.misc", "jdk.internal.vm.annotation")
EXPORTS = [
    word for name in INTERNALS for word in ("--add-exports", f"java.base/{name}=ALL-UNNAMED")
]


@cache
def checker() -> Path:
    """Compiles the two checking programs and returns their class directory."""
    classes = process_directory("linkage")
    agent = str(require_jars().agent)
    sources = [HERE / "Linkage.java", HERE / "InlinedConstants.java"]
    compile_java(sources, classes, "-cp", agent, "--add-modules", "jdk.compiler")
    return classes


def answers(home: Path, places: Sequence[Path], questions: Sequence[str] = ()) -> list[str]:
    """Checks jars or class directories with a JDK, and returns the lines that Linkage prints."""
    command = [
        str(home / "bin" / "java"), "-cp", f"{require_jars().agent}:{checker()}", "Linkage",
        *map(str, places),
    ]  # fmt: skip
    text = "\n".join(["external org/openjdk/jmh/", *questions])
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def of_kind(kind: str, lines: Sequence[str]) -> list[str]:
    """Returns the answers of one kind, without the word for the kind."""
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{kind} ")]


@cache
def of_our_jars(home: Path) -> list[str]:
    """Checks our jars, their copied constants, and the names that this JDK must have."""
    release = java_version(home)
    names = [name for one in LOOKUPS.values() for name in one.names if name.is_due(release)]
    places = [require_jars().directory / jar for jar in JARS]
    questions = [*sorted({name.question for name in names}), *inlined_constants()]
    return answers(home, places, questions)


@cache
def inlined_constants() -> tuple[str, ...]:
    """Returns the constants that javac copies from the JDK into our classes."""
    copies = process_directory("sources")
    for module in MODULES:
        shutil.copytree(REPOSITORY / "agent" / module / "src/main/java", copies / module)
    sources = [one for one in sorted(copies.rglob("*.java")) if one.name != "package-info.java"]
    for source in sources:
        # The jars contain ASM in another package. If the sources name that package, they can be
        # compiled with the jars alone.
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("org.objectweb.asm", "org.kpathjvm.shaded.asm"), "utf-8")
    jars = require_jars()
    path = f"{jars.agent}:{jars.directory / 'kpath-engine.jar'}"
    java = [str(default_java_home() / "bin" / "java"), *QUICK, "-cp", str(checker())]
    done = run_command([*java, "InlinedConstants", path, *EXPORTS, "--", *map(str, sources)])
    assert (done.returncode, done.stderr) == (0, b"")
    return tuple(done.stdout.decode().splitlines())


@on_every_jdk
def test_our_classes_link(home: Path) -> None:
    """Each class, field and method of the JDK that our classes use exists and is accessible."""
    lines = of_our_jars(home)
    assert of_kind("problem", lines) == []
    [checked] = of_kind("checked", lines)
    assert int(checked) > 10_000


@on_every_jdk
def test_inlined_constants_and_names_in_strings_are_those_of_the_jdk(home: Path) -> None:
    """Copied constants have the JDK's values, and all names that the JDK must have exist."""
    assert "constant java/lang/Integer MAX_VALUE Integer:2147483647" in inlined_constants()
    assert of_kind("absent", of_our_jars(home)) == []


@on_every_jdk
def test_every_method_with_a_lookup_is_listed(home: Path) -> None:
    """A new look-up needs a row in lookups.py, and a test that runs on every JDK."""
    places = {site.split(" ")[0] for site in of_kind("site", of_our_jars(home))}
    assert places == set(LOOKUPS)


@pytest.mark.parametrize("test", sorted({one.test for one in LOOKUPS.values()}))
def test_tests_of_lookups_run_on_every_jdk(test: str) -> None:
    """The tests listed in lookups.py must also run by default, so none of them is marked slow."""
    file, _, name = test.partition("::")
    module = ast.parse((REPOSITORY / "tests" / file).read_text(encoding="utf-8"))
    [function] = [
        one for one in module.body if isinstance(one, ast.FunctionDef) and one.name == name
    ]
    marks = " ".join(ast.unparse(one) for one in function.decorator_list)
    assert all(ast.unparse(one) != "pytest.mark.slow" for one in function.decorator_list)
    on_each = ("find_java_homes()", "on_every_jdk", "RUNS")
    assert test == UNUSED or any(word in marks for word in on_each), marks


@on_every_jdk
def test_lookups_work(home: Path, tmp_path: Path) -> None:
    """Tries each look-up by itself, because a method may hide that its look-up has failed."""
    agent = require_jars().agent
    compile_java([HERE / "Lookups.java"], tmp_path, "-cp", str(agent))
    manifest = tmp_path / "manifest"
    manifest.write_text("Premain-Class: org.kpathjvm.agent.Lookups\n", encoding="utf-8")
    jar = tmp_path / "lookups.jar"
    tool = str(default_java_home() / "bin" / "jar")
    made = run_command([tool, "cfm", str(jar), str(manifest), "-C", str(tmp_path), "org"])
    assert made.returncode == 0, made.stderr
    main = "org.kpathjvm.agent.Lookups"
    java = [str(home / "bin" / "java"), f"-javaagent:{jar}", "-cp", f"{agent}:{jar}", main]
    done = run_command(java)
    assert (done.returncode, done.stderr) == (0, b"")
    expected = [
        "EarlierClasses.defined", "ThreadClasses.yieldHandle", "ThreadClasses.carrierClass",
        "StackSampler", "LiveCode before", "JvmCommand", "Unmapping", "ThreadField",
    ]  # fmt: skip
    if java_version(home) >= 21:
        expected += ["LiveCode", "ProbesInUse"]
    assert done.stdout.decode().splitlines() == [f"ok {name}" for name in expected]


def test_nothing_of_ours_asks_for_fast_lz4() -> None:
    """The variants of LZ4 that need sun.misc.Unsafe or a native library are never chosen."""
    chosen = set()
    for module in MODULES:
        for source in (REPOSITORY / "agent" / module / "src/main/java").rglob("*.java"):
            chosen |= set(re.findall(r"(LZ4Factory|XXHashFactory)\s*\.\s*(\w+)",
                                     source.read_text(encoding="utf-8")))  # fmt: skip
    assert chosen == {("LZ4Factory", "safeInstance")}


WRONG = """
public class Wrong {
  static final jdk.internal.misc.Unsafe U = jdk.internal.misc.Unsafe.getUnsafe();
  static long base() { return jdk.internal.misc.Unsafe.ARRAY_LONG_BASE_OFFSET; }
  static Object hidden() throws Exception { return Class.forName("jdk.internal.No"); }
}
"""


def test_the_check_can_fail(tmp_path: Path) -> None:
    """The check finds a wrong type, a wrong constant, an unexported package and a missing name."""
    source = tmp_path / "Wrong.java"
    source.write_text(WRONG, encoding="utf-8")
    classes = tmp_path / "classes"
    compile_java([source], classes, *EXPORTS, java_home=OLDEST)
    questions = [
        "constant java/lang/Integer MAX_VALUE Integer:7",
        "class jdk/internal/No",
        "method java/lang/Thread start ()J",
        "field java/lang/Thread tid J",
    ]
    for home in HOMES:
        lines = answers(home, [classes], questions)
        assert of_kind("absent", lines) == questions[:3]
        problems = of_kind("problem", lines)
        assert "Wrong: may not use class jdk/internal/misc/Unsafe" in problems
        assert set(of_kind("site", lines)) == {
            "Wrong.hidden Class.forName", "Wrong.hidden name jdk.internal.No"
        }  # fmt: skip
        missing = "Wrong: there is no field jdk/internal/misc/Unsafe.ARRAY_LONG_BASE_OFFSET I"
        assert (missing in problems) == (java_version(home) >= 25 > java_version(OLDEST))
