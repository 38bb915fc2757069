"""Edits a program in one place at a time: ``diff`` must find the edit and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from integration.comparing.one_class import recorded

SOURCE = """
public class Work {
    static int[] fill(int n) {
        int[] made = new int[n];
        for (int i = 0; i < n; i++) {
            made[i] = (i * 7919) % 1000;
        }
        return made;
    }

    static long sum(int[] values) {
        long total = 0;
        for (int i = 0; i < values.length; i++) {
            total += values[i];
        }
        return total;
    }

    static int classify(int[] values) {
        int small = 0;
        int odd = 0;
        for (int value : values) {
            if (value < 300) {
                small++;
            } else if ((value & 1) == 1) {
                odd++;
            }
        }
        return small * 31 + odd;
    }

    static int collatz(int n) {
        int steps = 0;
        while (n != 1) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        int[] values = fill(n);
        long found = sum(values) + classify(values);
        for (int i = 1; i < n / 10; i++) {
            found += collatz(i);
        }
        System.out.println(found);
    }
}
"""
SUM = """        for (int i = 0; i < values.length; i++) {
            total += values[i];
        }
"""
UNROLLED = """        int i = 0;
        for (; i + 3 < values.length; i += 4) {
            total += values[i] + values[i + 1] + values[i + 2] + values[i + 3];
        }
        for (; i < values.length; i++) {
            total += values[i];
        }
"""
LOOP = """        for (int i = 0; i < 50; i++) {
            small ^= values[i];
        }
        return small * 31"""
KINDS = ("methods", "loops", "branches", "sequences")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kpath_command.ensure_jars()
    return recorded(tmp_path_factory.mktemp("base"), "base", "Work", SOURCE, "2000", k=4)


def compared(base: Path, directory: Path, source: str, argument: str = "2000") -> dict[str, Any]:
    new = recorded(directory, "new", "Work", source, argument, k=4)
    ended = kpath_command.run("diff", str(base), str(new), "--json", directory=directory)
    document: dict[str, Any] = json.loads(ended.stdout)
    return document


def named(document: dict[str, Any]) -> dict[str, set[str]]:
    return {kind: {one["method"] for one in document[kind]} for kind in KINDS if document[kind]}


@pytest.mark.slow
def test_runs_of_one_program_do_not_differ(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE)
    assert document["equal"]
    assert document["matched"]["same"] == 5


@pytest.mark.slow
def test_a_changed_branch_is_found(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE.replace("value < 300", "value < 700"))
    assert named(document) == {kind: {"classify"} for kind in KINDS}
    (branch,) = document["branches"]
    assert (branch["question"], branch["base_question"]) == ("value < 700", "value < 300")
    assert branch["moved"] == pytest.approx(0.4)
    assert document["matched"]["unchanged"] == 4


@pytest.mark.slow
def test_a_new_loop_is_found(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE.replace("        return small * 31", LOOP))
    kinds = ("methods", "loops", "branches")
    assert named(document) == {kind: {"classify"} for kind in kinds}
    (loop,), (branch,) = document["loops"], document["branches"]
    assert (loop["status"], branch["status"]) == ("new", "new")
    assert loop["iterations"]["new"] == 50


@pytest.mark.slow
def test_an_unrolled_loop_is_found(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE.replace(SUM, UNROLLED))
    assert named(document) == {kind: {"sum"} for kind in KINDS}
    unrolled = [one["unrolled"] for one in document["loops"] if one["unrolled"]]
    assert [(one["times"], one["loop"]["header_place"]) for one in unrolled] == [(4, "line 13")]


@pytest.mark.slow
def test_a_renamed_method_is_recognised(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE.replace("collatz(", "steps("))
    # The caller has changed, too: it calls a method with another name.
    assert named(document) == {"methods": {"steps", "main"}}
    codes = {one["method"]: (one["base_title"], one["code"]) for one in document["methods"]}
    assert codes == {"steps": ("Work.collatz(int)", "unchanged"), "main": (None, "changed")}


@pytest.mark.slow
def test_another_input_is_no_edit(base: Path, tmp_path: Path) -> None:
    document = compared(base, tmp_path, SOURCE, "3000")
    assert document["matched"]["same"] == 5
    loops = {one["method"]: one for one in document["loops"]}
    assert loops["sum"]["iterations"] == {"base": 2000, "new": 3000, "runs": [[2000], [3000]]}
    assert {one["status"] for one in (*document["methods"], *document["loops"])} == {"shifted"}
    assert all(one["code"] == "same" for kind in KINDS for one in document[kind])
