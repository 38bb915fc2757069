"""Tests what the gates on outcomes and branches report for edited conditions."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kpath_command

#: Two arms of a condition that are easy to tell apart.
ONE, OTHER = "sum += a * 3 + (a ^ limit) - 7;", "sum--;"
#: Two arms of a condition that differ only in a constant. They look alike, because profiles hold
#: constants only in digests.
TWINS = "sum += 1;", "sum += 2;"
LIMIT = 900

#: Maps a method's name to its body before and after an edit.
EDITS = {
    "unchanged": (f"if (a < limit) {{ {ONE} }} else {{ {OTHER} }}",) * 2,
    # The condition is negated; the code that it guards stays where it was.
    "flipped": (
        f"if (a < limit) {{ {ONE} }} else {{ {OTHER} }}",
        f"if (a >= limit) {{ {ONE} }} else {{ {OTHER} }}",
    ),
    # The condition is negated and its arms are swapped, so the program does the same as before.
    "turned": (
        f"if (a < limit) {{ {ONE} }} else {{ {OTHER} }}",
        f"if (a >= limit) {{ {OTHER} }} else {{ {ONE} }}",
    ),
    # The condition is negated, and one arm now ends the iteration early. So the code of the arms
    # hardly shows which arm is which.
    "guarded": (
        "if (sum < a) { sum = a; }",
        "if (sum >= a) {\n                continue;\n            }\n            sum = a;",
    ),
    # The edit replaces the condition by one that tests something else.
    "another": (
        "if (Integer.bitCount(a) == 3) { sum++; }",
        "String text = String.valueOf(a); if (text.isEmpty()) { sum += a * 3; sum--; }",
    ),
    # Only the arms are swapped.
    "swapped": (
        f"if (a < limit) {{ {ONE} }} else {{ {OTHER} }}",
        f"if (a < limit) {{ {OTHER} }} else {{ {ONE} }}",
    ),
    # Bytecode has no "not": a test of the negated flag is a branch on the flag. So the edit looks
    # as if the arms were swapped.
    "flag": (
        f"if (flag) {{ {ONE} }} else {{ {OTHER} }}",
        f"if (!flag) {{ {ONE} }} else {{ {OTHER} }}",
    ),
    "twins": (
        f"if (flag) {{ {TWINS[0]} }} else {{ {TWINS[1]} }}",
        f"if (!flag) {{ {TWINS[0]} }} else {{ {TWINS[1]} }}",
    ),
    # The condition is negated and its arms, which differ only in a constant, are swapped.
    "twinsTurned": (
        f"if (flag) {{ {TWINS[0]} }} else {{ {TWINS[1]} }}",
        f"if (!flag) {{ {TWINS[1]} }} else {{ {TWINS[0]} }}",
    ),
    # Each arm runs as often as before, but for the other half of the values.
    "balanced": (
        f"if ((a & 1) == 0) {{ {ONE} }} else {{ {OTHER} }}",
        f"if ((a & 1) != 0) {{ {ONE} }} else {{ {OTHER} }}",
    ),
    "withoutElse": (f"if (a < limit) {{ {ONE} }}", f"if (a >= limit) {{ {ONE} }}"),
    "came": (f"{ONE}", f"{ONE} if (a == 77) {{ sum += 5; }}"),
    "went": (f"{ONE} if (a == 77) {{ sum += 5; }}", f"{ONE}"),
    "cases": (
        f"switch (a & 3) {{ case 0: {ONE} break; case 1: {OTHER} break; default: sum += 9; }}",
        f"switch (a & 3) {{ case 0: {ONE} break; default: sum += 9; }}",
    ),
}
#: The code of ``data`` is the same in both versions; its input differs.
DATA = f"if (a < limit) {{ {ONE} }} else {{ {OTHER} }}"


def source(version: int) -> str:
    """Returns the program before (0) or after (1) all edits, with different limits for ``data``."""
    bodies = {name: pair[version] for name, pair in EDITS.items()} | {"data": DATA}
    methods = "\n".join(
        f"    static int {name}(int[] values, int limit) {{\n"
        "        int sum = 0;\n"
        "        for (int i = 0; i < values.length; i++) {\n"
        "            int a = values[i];\n"
        "            boolean flag = a < limit;\n"
        f"            {body}\n"
        "        }\n"
        "        return sum;\n"
        "    }"
        for name, body in bodies.items()
    )
    limits = dict.fromkeys(bodies, LIMIT) | {"data": (LIMIT, 100)[version]}
    calls = " + ".join(f"{name}(values, {limits[name]})" for name in bodies)
    return (
        f"public class Edited {{\n{methods}\n"
        "    public static void main(String[] arguments) {\n"
        "        int[] values = new int[1000];\n"
        "        for (int i = 0; i < values.length; i++) {\n            values[i] = i;\n        }\n"
        f"        System.out.println({calls});\n    }}\n}}\n"
    )


@pytest.fixture(scope="module")
def profiles(
    compiled_versions: Callable[[str, Callable[[int], str]], tuple[Path, Path]],
) -> tuple[Path, Path]:
    """Records both versions."""
    places = compiled_versions("Edited", source)
    base, new = places[0] / "before.kpath", places[1] / "after.kpath"
    for place, profile in zip(places, (base, new), strict=True):
        kpath_command.run(
            "run", "-k", "4", "-o", str(profile), "--", "java", "-cp", str(place), "Edited",
            directory=place,
        )  # fmt: skip
    return base, new


def difference(profiles: tuple[Path, Path], directory: Path, *arguments: str, status: int) -> str:
    both = map(str, profiles)
    ended = kpath_command.run(
        "diff", *both, "--min-share", "0%", "--top", "100", *arguments,
        directory=directory,
    )  # fmt: skip
    assert ended.returncode == status, ended.stderr
    return ended.stdout.decode()


#: Maps each method to the gates that fail for it.
FAILING = {
    "unchanged": set(),
    "flipped": {"outcome"},
    "turned": set(),
    "guarded": set(),
    "another": {"new-branch", "gone-branch"},
    "swapped": {"outcome"},
    "flag": {"outcome"},
    "twins": {"outcome"},
    "twinsTurned": set(),
    "withoutElse": {"outcome"},
    "came": {"new-branch"},
    "went": {"gone-branch"},
    # The executions of a removed case go to the default.
    "cases": {"outcome"},
    "data": {"outcome"},
}


@pytest.mark.parametrize("method", FAILING)
def test_an_edit_fails_only_the_gates_that_it_concerns(
    profiles: tuple[Path, Path], tmp_path: Path, method: str
) -> None:
    kinds = ("outcome", "new-branch", "gone-branch")
    gates = [word for kind in kinds for word in ("--fail-if", f"{kind}(Edited.{method}) > 0.01%")]
    expected = FAILING[method]
    document: dict[str, Any] = json.loads(
        difference(profiles, tmp_path, *gates, "--json", status=1 if expected else 0)
    )
    passed = [gate["passed"] for gate in document["gates"]]
    assert dict(zip(kinds, passed, strict=True)) == {kind: kind not in expected for kind in kinds}
    rows = [row for row in document["branches"] if row["method"] == method]
    assert {row["status"] for row in rows} == {
        {"outcome": "shifted", "new-branch": "new", "gone-branch": "gone"}[one] for one in expected
    }


def test_a_negated_condition_is_reported_though_counts_do_not_show_it(
    profiles: tuple[Path, Path], tmp_path: Path
) -> None:
    gate = "--fail-if", "outcome(Edited.balanced) > 5%"
    document = json.loads(difference(profiles, tmp_path, *gate, "--json", status=2))
    told = "the answers to its condition have exchanged their code"
    assert told in document["gates"][0]["error"]
    edit = "its condition was negated, or its arms were exchanged"
    look_at = document["gates"][0]["look_at"]
    assert re.fullmatch(rf"Edited\.balanced\(int\[\], int\), branch at line \d+.*: {edit}", look_at)
    assert document["gates"][0]["text"].startswith(f"look at {look_at}; it can't be told: ")
    summed = f"1 gate, none failed, 1 can't be judged ('{gate[1]}'); look at {look_at}"
    for form in ("text", "md", "html"):
        shown = difference(profiles, tmp_path, *gate, "--format", form, status=2)
        assert summed in " ".join(html.unescape(shown.replace("\\", "")).split())
    (row,) = [one for one in document["branches"] if one["method"] == "balanced"]
    assert row["exchanged"]
    assert (row["moved"], row["moved_most"]) == (0, 1)
    assert told in " ".join(
        difference(profiles, tmp_path, "--method", "balanced", status=0).split()
    )
    rows = {one["method"]: one["exchanged"] for one in document["branches"]}
    exchanged = {"flipped", "swapped", "flag", "twins", "withoutElse", "balanced"}
    assert {name for name, is_so in rows.items() if is_so} == exchanged
    # Between 80 % and 100 % of the executions went another way, so a limit of 85 % can't be judged.
    gate = "--fail-if", "outcome(Edited.flipped) > 85%"
    document = json.loads(difference(profiles, tmp_path, *gate, "--json", status=2))
    assert told in document["gates"][0]["error"]


def test_each_output_shows_what_moved(profiles: tuple[Path, Path], tmp_path: Path) -> None:
    document = json.loads(difference(profiles, tmp_path, "--json", status=0))
    rows = {row["method"]: row for row in document["branches"]}
    for name in ("flipped", "data", "flag", "withoutElse", "swapped", "twins"):
        assert rows[name]["moved"] == pytest.approx(0.8)
    (case,) = [one for one in rows["cases"]["outcomes"] if one["status"] == "gone"]
    assert (case["share"]["base"], case["share"]["new"]) == (0.25, 0)
    assert rows["cases"]["moved"] == pytest.approx(0.25)
    assert rows["came"]["base_question"] is None
    gates = ["--fail-if", "outcome(Edited.flipped) > 5%", "--fail-if", "new-branch"]
    text = difference(profiles, tmp_path, *gates, status=1)
    failed = "FAILED outcome(Edited.flipped) > 5%: Edited.flipped(int[], int), branch at line "
    moved = "at least 80 % of its executions went another way"
    words = " ".join(text.split())
    assert re.search(rf"{re.escape(failed)}\d+ \(.*?\): {moved}", words)
    assert re.search(r"FAILED new-branch: .*Edited\.came\(int\[\], int\), branch at line", words)
    assert "a >= limit, was a < limit" in text
    assert "yes 90.0 % → 10.0 %, no 10.0 % → 90.0 %; times 1,000" in text
    assert "new: only the new side has its code; yes 0.1 %, no 99.9 %; times 1,000" in text
    assert "gone: only the base has its code; yes 0.1 %, no 99.9 %; times 1,000" in text
    markdown = difference(profiles, tmp_path, *gates, "--format", "md", status=1)
    assert markdown.count("| **failed** | ") == 2
    assert "new: only the new side has its code; yes 0.1 %, no 99.9 %" in markdown
    page = difference(profiles, tmp_path, *gates, "--format", "html", status=1)
    assert "gone: only the base has its code; yes 0.1 %" in page
