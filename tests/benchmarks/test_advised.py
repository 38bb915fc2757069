"""Tests that programs print the same after advised changes, and tests their measurement."""

import random
from pathlib import Path

import pytest

from benchmarks.advised import (
    PROGRAMS,
    STAND_INS,
    Round,
    Run,
    Variants,
    library,
    main,
    measure,
    program,
    row,
    run,
    stand_in,
)
from benchmarks.advised_libraries import read_changes
from kpath_jvm.launch.jdk import default_jdk


@pytest.mark.integration
@pytest.mark.parametrize(("name", "argument"), [("Collatz", "1000"), ("Mixer", "100")])
def test_changed_small_programs_print_the_same(tmp_path: Path, name: str, argument: str) -> None:
    assert name in PROGRAMS
    variants = program(name, default_jdk().java, tmp_path, argument)
    (found,) = measure(variants, 1, random.Random(1))
    assert min(found.before.whole, found.after.whole, found.again.whole) > 0
    assert found.before.fastest is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heapsort-small", "search"])
def test_changed_stand_ins_print_the_same(tmp_path: Path, name: str) -> None:
    assert name in STAND_INS
    variants = stand_in(name, default_jdk().java, tmp_path, iterations=1)
    assert len(measure(variants, 1, random.Random(1))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", list(read_changes()))
def test_programs_with_changed_libraries_print_the_same(tmp_path: Path, name: str) -> None:
    (found,) = measure(library(name, default_jdk().java, tmp_path, 3), 1, random.Random(1))
    assert None not in (found.before.fastest, found.after.fastest, found.again.fastest)


@pytest.mark.integration
def test_variants_with_different_output_are_refused(tmp_path: Path) -> None:
    variants = program("Collatz", default_jdk().java, tmp_path, "10")
    variants.after[-1] = "1000"
    with pytest.raises(ValueError, match="the runs don't print the same: "):
        measure(variants, 1, random.Random(1))


@pytest.mark.parametrize("different", range(3))
def test_the_error_shows_all_three_outputs(monkeypatch: pytest.MonkeyPatch, different: int) -> None:
    """Any output may be the one that differs, even that of the original program's second run."""
    printed = iter(["different" if at == different else "usual" for at in range(3)])
    monkeypatch.setattr("benchmarks.advised.run", lambda _: (Run(1.0, None), next(printed)))
    with pytest.raises(ValueError, match="the runs don't print the same: ") as told:
        measure(Variants(["before"], ["after"]), 1, random.Random(1))
    assert all(f"'{name}': " in str(told.value) for name in ("before", "after", "again"))
    assert str(told.value).count("'usual'") == 2


def test_the_original_runs_twice_per_round(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def recorded(command: list[str]) -> tuple[Run, str]:
        ran.append(command[0])
        return Run(float(len(ran)), None), "same"

    monkeypatch.setattr("benchmarks.advised.run", recorded)
    found = measure(Variants(["before"], ["after"]), 20, random.Random(1))
    rounds = [tuple(ran[at : at + 3]) for at in range(0, len(ran), 3)]
    assert all(sorted(it) == ["after", "before", "before"] for it in rounds)
    assert len(set(rounds)) == 3, "the changed program comes first, second and third"
    places = [it.index("after") for it in rounds]
    assert [it.after.whole for it in found] == [3 * n + 1 + at for n, at in enumerate(places)]


def test_times_are_read_and_removed_from_the_output() -> None:
    times = "took 31 ms, 12 ms of CPU, the fastest round 2500 us"
    found, text = run(["echo", f"checksum 7 {times}"])
    assert (found.fastest, text) == (0.0025, "checksum 7 \n")
    found, text = run(["echo", "iteration 1 took 31 ms, 12 ms of CPU: done"])
    assert (found.fastest, text) == (None, "iteration 1 : done\n")


def rounds(*ratios: float, noise: float = 1.0) -> list[Round]:
    return [Round(Run(2, 0.5), Run(2 * one, 0.5), Run(2 * noise, 0.5)) for one in ratios]


def test_a_row_shows_whether_the_change_is_beyond_the_noise() -> None:
    assert row("x", "17", rounds(0.5, 0.75, 0.75)) == (
        "| x | 17 | 2.00 | 0.75 (0.50 to 0.75) faster | 1.00 (1.00 to 1.00) "
        "| 1.00 (1.00 to 1.00) within-noise | 1.00 (1.00 to 1.00) |"
    )
    assert "1.50 (1.50 to 1.50) slower" in row("x", "17", rounds(1.5, 1.5, 1.5))
    assert "0.75 (0.75 to 0.75) within-noise" in row("x", "17", rounds(*[0.75] * 3, noise=1.5))
    assert "0.50 (0.50 to 0.50) too-few" in row("x", "17", rounds(0.5))


def test_without_timed_iterations_a_row_has_empty_cells() -> None:
    found = [Round(Run(2, None), Run(1, None), Run(2, None))] * 3
    assert row("x", "25", found).endswith("| 1.00 (1.00 to 1.00) |  |  |")


@pytest.mark.parametrize("arguments", [["nothing"], ["--advise", "Collatz"]])
def test_an_unknown_program_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert f"unknown: {arguments[-1]}; there are codec-unroll, " in capsys.readouterr().err


def test_the_word_libraries_stands_for_all_changes_to_libraries(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made: list[str] = []

    def make(name: str, *_: object) -> Variants:
        made.append(name)
        return Variants(["before"], ["after"])

    monkeypatch.setattr("benchmarks.advised._make", make)
    monkeypatch.setattr("benchmarks.advised.run", lambda _: (Run(1.0, None), "same"))
    times = tmp_path / "times.json"
    assert main(["libraries", "Mixer", "--rounds", "2", "--json", str(times)]) == 0
    assert made == [*read_changes(), "Mixer"]
    assert capsys.readouterr().out.count("| 1.00 (1.00 to 1.00) too-few |") == len(made)
    assert times.read_text("utf-8").count('"again"') == 2 * len(made)
