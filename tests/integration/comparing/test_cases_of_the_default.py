"""Tests edits that take a case out of a switch's default, or put a case back into the default."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command

#: Maps a method's name to its switch before and after an edit, and to the share of executions that
#: the edit sends to other code. Three values occur equally often. The third (C, "c" or 2) has no
#: case before the edit.
EDITS = {
    # The new case has the code that the default had, and the default has other code.
    "ofEnum": (
        "switch (kind) { case A: return x + 1; case B: return x + 2; default: return x + 3; }",
        "switch (kind) { case A: return x + 1; case B: return x + 2; case C: return x + 3;"
        " default: throw new IllegalStateException(); }",
        0,
    ),
    "ofText": (
        'switch (text) { case "a": return x + 1; case "b": return x + 2; default: return x + 3; }',
        'switch (text) { case "a": return x + 1; case "b": return x + 2; case "c": return x + 3;'
        " default: throw new IllegalStateException(); }",
        0,
    ),
    "ofNumber": (
        "switch (at) { default: x += 3; break; case 0: x += 1; break; case 1: x += 2; } return x;",
        "switch (at) { case 0: x += 1; break; case 1: x += 2; break; case 2: x += 3; break;"
        " default: x += 9; } return x;",
        0,
    ),
    # The new case has a copy of the default's code.
    "copied": (
        "switch (at) { case 0: x += 1; break; case 1: x += 2; break; default: x += 3; } return x;",
        "switch (at) { case 0: x += 1; break; case 1: x += 2; break; case 2: x += 3; break;"
        " default: x += 3; } return x;",
        0,
    ),
    # The default did nothing, and the new case does nothing in another way.
    "arrows": (
        "switch (kind) { case A: x += 1; break; case B: x += 2; break; default: break; } return x;",
        "return switch (kind) { case A -> x + 1; case B -> x + 2; case C -> x; };",
        0,
    ),
    # Before the edit, C ran the default's code, which is still there.
    "quicker": (
        "switch (kind) { case A: x += 1; break; case B: x += 2; break; default: x += x % 7; }"
        " return x;",
        "switch (kind) { case A: x += 1; break; case B: x += 2; break; case C: x -= 9; break;"
        " default: x += x % 7; } return x;",
        1 / 3,
    ),
    # The new case changes x, and then falls through to the default's code.
    "fallsThrough": (
        'switch (text) { case "a": x += 1; break; case "b": x += 2; break; default: x += x % 7; }'
        " return x;",
        'switch (text) { case "a": x += 1; break; case "b": x += 2; break; case "c": x = -x;'
        " default: x += x % 7; } return x;",
        1 / 3,
    ),
}


def source(version: int) -> str:
    methods = "\n".join(
        f"    static int {name}(Kind kind, String text, int at, int x) {{ {own[version]} }}"
        for name, own in EDITS.items()
    )
    calls = " + ".join(f"{name}(kind, text, i % 3, i)" for name in EDITS)
    return (
        f"public class Defaults {{\n    enum Kind {{ A, B, C }}\n{methods}\n"
        "    public static void main(String[] arguments) {\n        int sum = 0;\n"
        "        for (int i = 0; i < 900; i++) {\n"
        "            Kind kind = Kind.values()[i % 3];\n"
        '            String text = new String[] {"a", "b", "c"}[i % 3];\n'
        f"            sum += {calls};\n        }}\n        System.out.println(sum);\n    }}\n}}\n"
    )


@pytest.fixture(scope="module")
def sides(
    compiled_versions: Callable[[str, Callable[[int], str]], tuple[Path, Path]],
) -> tuple[Path, Path]:
    """Records both versions, with and without the classes that have the labels of enums."""
    places = compiled_versions("Defaults", source)
    for place in places:
        for profile, options in (("all", ()), ("unlabelled", ("--exclude", "Defaults$*"))):
            kpath_command.run(
                "run", "-k", "2", "-o", f"{profile}.kpath", *options, "--", "java", "-cp", ".",
                "Defaults", directory=place,
            )  # fmt: skip
    return places


@pytest.mark.parametrize("turned", [False, True])
def test_only_values_with_other_code_have_moved(sides: tuple[Path, Path], *, turned: bool) -> None:
    assert moved(sides[::-1] if turned else sides, "all") == pytest.approx(
        {name: share for name, (_, _, share) in EDITS.items() if share}
    )


def test_without_labels_only_values_with_other_code_have_moved(sides: tuple[Path, Path]) -> None:
    found = moved(sides, "unlabelled")
    assert {"fallsThrough"} <= found.keys() <= {"fallsThrough", "quicker"}
    assert all(share == pytest.approx(EDITS[name][2]) for name, share in found.items())


def moved(sides: tuple[Path, Path], profile: str) -> dict[str, float]:
    """Returns, for each method whose switch shifted, the least share of executions that moved."""
    base, new = (str(side / f"{profile}.kpath") for side in sides)
    done = kpath_command.run(
        "diff", base, new, "--min-share", "0%", "--format", "json", directory=sides[0]
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["branches"]
    return {row["method"]: row["moved"] for row in rows if row["status"] == "shifted"}
