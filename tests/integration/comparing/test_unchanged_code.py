"""Compiles a program twice: ``diff`` must say which methods have different instructions.

Debug information, the order of the constant pool, and the numbers of lambdas and anonymous classes
change the class file, but not what a method does. An edit of a constant, an argument or a callee
changes what the method does, even if all blocks and conditions stay as they are.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from oracle.harness import compile_java

SOURCE = """
import java.util.function.IntUnaryOperator;

public class Unit {
    static int misses;

    static int cached(int[] known, int key, int other) {
        int at = key % known.length;
        if (known[at] == key) {
            return key;
        }
        misses++;
        known[at] = key;
        return key;
    }

    static int through(int n) {
        IntUnaryOperator more = it -> it + 1;
        int total = 0;
        for (int i = 0; i < n; i++) {
            total += more.applyAsInt(i);
        }
        return total;
    }

    static int still(int n) {
        int total = 0;
        for (int i = 0; i < n; i++) {
            total += i % 3 == 0 ? 2 : 1;
        }
        return total;
    }

    public static void main(String[] arguments) {
        int total = 0;
        int[] known = new int[64];
        for (int i = 1; i < 200; i++) {
            total += cached(known, 5, i) + still(i);
        }
        System.out.println(total + through(50));
    }
}
"""
ANOTHER_LAMBDA = """
    static Runnable added() {
        return () -> System.out.println("never");
    }

    static int through"""
#: Maps a version's name to its source, and to javac's option for debug information.
EDITS = {
    "names": (SOURCE, "-g"),
    "bare": (SOURCE, "-g:none"),
    "lines": (SOURCE, "-g:lines"),
    "moved": (SOURCE.replace("    static int through", ANOTHER_LAMBDA.strip("\n")), "-g"),
    "argument": (SOURCE.replace("cached(known, 5, i)", "cached(known, i, 5)"), "-g"),
    "constant": (SOURCE.replace("? 2 : 1", "? 3 : 1"), "-g"),
}


def recorded(directory: Path, name: str) -> Path:
    source, debug = EDITS[name]
    classes = directory / name
    classes.mkdir()
    (classes / "Unit.java").write_text(source)
    compile_java([classes / "Unit.java"], classes, debug)
    profile = directory / f"{name}.kpath"
    kpath_command.run(
        "run", "-k", "4", "-o", str(profile), "--", "java", "-cp", str(classes), "Unit",
        directory=directory,
    )  # fmt: skip
    return profile


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kpath_command.ensure_jars()
    return recorded(tmp_path_factory.mktemp("unchanged"), "names")


def compared(base: Path, name: str, condition: str = "any") -> tuple[int, dict[str, Any]]:
    new = recorded(base.parent, name)
    ended = kpath_command.run(
        "diff", str(base), str(new), "--json", "--fail-if", condition, directory=base.parent,
    )  # fmt: skip
    return ended.returncode, json.loads(ended.stdout)


@pytest.mark.parametrize("name", ["bare", "lines"])
def test_debug_information_is_no_change(base: Path, name: str) -> None:
    status, document = compared(base, name)
    assert (status, document["gates"][-1]["text"]) == (0, "nothing differs")
    assert document["equal"]
    matched = document["matched"]
    assert (matched["same"], matched["unchanged"], matched["changed"]) == (0, 5, 0)


def test_a_new_lambda_changes_no_other_method(base: Path) -> None:
    status, document = compared(base, "moved")
    # Only the number in the lambda's name has changed. ``diff`` recognises the lambda by its code.
    assert status == 0
    assert document["methods"] == []
    assert document["matched"]["changed"] == 0


def test_an_edited_argument_is_a_change(base: Path) -> None:
    status, document = compared(base, "argument", "outcome(Unit.cached) > 5%")
    # The edit is in the caller of ``cached``.
    assert status == 1
    assert document["gates"][-1]["text"].endswith("its method's code is unchanged)")
    codes = {one["method"]: one["code"] for one in document["methods"]}
    assert codes == {"cached": "unchanged", "main": "changed"}


def test_an_edited_constant_is_a_change_despite_equal_counts(base: Path) -> None:
    status, document = compared(base, "constant")
    assert status == 1
    (method,) = document["methods"]
    assert (method["method"], method["code"]) == ("still", "changed")
    assert "still(int): its bytecodes are 97.7 % of" in document["gates"][-1]["text"]
    assert document["gates"][-1]["text"].endswith("its code has changed)")


#: For a newer release of Java, javac compiles two of these methods differently. One joins strings;
#: the other reads a private field of another class in the same file.
OF_TARGETS = """
public class Targets {
    %s
    static class Inner { private int hidden = 4; int shown = 5; }
    static String joined(int n) { return "<" + n + ">"; }
    static int hidden(Inner inner) { return inner.hidden; }
    static int shown(Inner inner) { return inner.shown; }
    static int text(int n) { return n %% 2 == 0 ? "even but odd".length() : "odd".length(); }
    static double number(int n) { double x = 0.1234; return n > 3 ? x * 1e77 : 99999999L * x; }
    static int looped(int[] values) {
        int sum = 0;
        for (int value : values) { switch (value) { case 1: sum++; break; default: sum += 2; } }
        return sum;
    }
    public static void main(String[] arguments) {
        Inner inner = new Inner();
        for (int i = 0; i < 9; i++) {
            System.out.println(
                joined(i).length() + hidden(inner) + shown(inner) + text(i)
                    + (int) number(i) + looped(new int[] {i, 1}));
        }
    }
}
"""
#: A method with so many constants that the numbers of later constants take two bytes.
MANY = "".join(f'case {at}: return "c{at}";' for at in range(300))
MANY = f"static String never(int n) {{ switch (n) {{ {MANY} }} return null; }}"


@pytest.mark.parametrize(
    ("before", "options", "changed"),
    [
        # For Java 8, javac adds the method access$000, through which another class reads the field.
        ("", ("--release", "17"), {"Targets.joined", "Targets.hidden", "Targets$Inner.access$000"}),
        (MANY, ("--release", "8"), set()),
    ],
)
def test_another_release_or_constant_pool_changes_only_a_few_methods(
    tmp_path: Path, before: str, options: tuple[str, str], changed: set[str]
) -> None:
    kpath_command.ensure_jars()
    profiles = []
    versions = [("base", "", ("--release", "8")), ("new", before, options)]
    for name, added, own in versions:
        place = tmp_path / name
        place.mkdir()
        (place / "Targets.java").write_text(OF_TARGETS % added)
        compile_java([place / "Targets.java"], place, "-Xlint:-options", *own)
        kpath_command.run(
            "run", "-k", "4", "-o", "p.kpath", "--", "java", "-cp", ".", "Targets", directory=place
        )
        profiles.append(str(place / "p.kpath"))
    ended = kpath_command.run("diff", *profiles, "--json", directory=tmp_path)
    document = json.loads(ended.stdout)
    assert document["matched"]["unchanged"] >= 5
    assert {one["title"].split("(")[0] for one in document["edited"]} == changed
