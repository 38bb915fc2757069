"""Tests how branches are matched if the texts of their conditions are alike, or mislead."""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from oracle.harness import compile_java

SOURCE = """public class Alike {
    static int plain, seps, odd;
    static boolean quoted;
    static void step(char c) {
        %s
    }
    static int flagged(int[] values, boolean flag) {
        %s
        for (int value : values) {
            if (flag) { sum += value; }
        }
        return sum;
    }
    public static void main(String[] arguments) {
        int sum = 0;
        for (int r = 0; r < 300; r++) {
            for (char c : "ab,\\"c,d\\",efgh".toCharArray()) { step(c); }
            sum += flagged(new int[] {1, 2, 3}, r %% 2 == 0);
        }
        System.out.println(plain + " " + seps + " " + odd + " " + sum);
    }
}
"""
BEFORE = """if (c == '"') { quoted = !quoted; }
        else if (c == ',' && !quoted) { seps++; }
        else { plain++; }"""
#: Does the same as BEFORE. The test of ``quoted`` that was second in the code is now first.
TURNED = """if (c != '"') { if (quoted || c != ',') { plain++; } else { seps++; } }
        else { quoted = !quoted; }"""
#: Does the same as BEFORE with other instructions behind each test of ``quoted``.
REWRITTEN = """if (c == '"') {
            if (quoted) { odd = 1; quoted = false; } else { odd = 2; quoted = true; } }
        else if (c == ',' && !quoted) { seps += 1; odd = 0; }
        else { plain += 1; odd = 3; }"""
SUM, OTHER_SUM = "int sum = 0;", "int sum = flag ? 5 : 0;"


def recorded(directory: Path, name: str, step: str, sum_text: str, *options: str) -> Path:
    kpath_command.ensure_jars()
    place = directory / name
    place.mkdir()
    (place / "Alike.java").write_text(SOURCE % (step, sum_text))
    compile_java([place / "Alike.java"], place, *options)
    kpath_command.run(
        "run", "-k", "2", "-o", "p.kpath", "--", "java", "-cp", ".", "Alike", directory=place
    )
    return place / "p.kpath"


def branches(base: Path, new: Path, *, status: int | None = None) -> list[dict[str, Any]]:
    done = kpath_command.run(
        "diff", str(base), str(new), "--min-share", "0%", "--format", "json", "--fail-if",
        "outcome > 5%", directory=base.parent,
    )  # fmt: skip
    if status is not None:
        assert done.returncode == status, done.stdout
    found: list[dict[str, Any]] = json.loads(done.stdout)["branches"]
    return found


@pytest.mark.parametrize("turned", [False, True])
def test_branches_with_the_same_condition_are_matched_by_their_code(
    tmp_path: Path, *, turned: bool
) -> None:
    sides = recorded(tmp_path, "base", BEFORE, SUM), recorded(tmp_path, "new", TURNED, SUM)
    rows = branches(*(sides[::-1] if turned else sides))
    assert {one["status"] for one in rows} == {"shifted"}
    row, comma = sorted(rows, key=lambda one: str(one["question"]))
    # BEFORE compares all characters except quotation marks with a comma. TURNED compares only
    # characters outside quotes.
    times = sorted((comma["executions"]["base"], comma["executions"]["new"]))
    assert (comma["question"][:2], times) == ("c ", [2400, 3300])
    # At quotation marks, both sides test ``quoted`` equally often. BEFORE executes the other test
    # of ``quoted`` for the 900 commas, and TURNED for all characters except quotation marks.
    times = sorted((row["executions"]["base"], row["executions"]["new"]))
    assert (row["question"], times) == ("Alike.quoted", [900, 3300])
    assert not row["doubtful"]
    counts = {one["answer"]: one["times"] for one in row["outcomes"]}
    assert sorted((counts["yes"]["base"], counts["yes"]["new"])) == [300, 900]
    assert all(one["answer"] == one["base_answer"] for one in row["outcomes"])


def test_a_match_by_order_alone_is_doubtful(tmp_path: Path) -> None:
    base = recorded(tmp_path, "base", BEFORE, SUM)
    asked_less = REWRITTEN.replace("c == ','", "c == 'e'").replace("odd = 0", "odd = 4")
    rows = branches(base, recorded(tmp_path, "new", asked_less, SUM))
    doubtful = [one for one in rows if one["doubtful"]]
    assert [one["question"] for one in doubtful] == ["Alike.quoted"]
    done = kpath_command.run(
        "diff", str(base), str(tmp_path / "new" / "p.kpath"), "--min-share", "0%",
        directory=tmp_path,
    )  # fmt: skip
    text = " ".join(done.stdout.decode().split())
    assert "only the order shows that the two sides' branches are the same" in text


@pytest.mark.parametrize("options", [("-g", "-g:none"), ("-g:none", "-g"), ("-g", "-g")])
def test_debug_information_changes_no_match(tmp_path: Path, options: tuple[str, str]) -> None:
    base = recorded(tmp_path, "base", BEFORE, SUM, options[0])
    new = recorded(tmp_path, "new", BEFORE, OTHER_SUM, options[1])
    (row,) = branches(base, new, status=0)
    assert (row["method"], row["status"]) == ("flagged", "new")
    assert row["executions"]["new"] == 300
    assert row["question"] == ("local 1 != 0" if options[1] == "-g:none" else "flag")
