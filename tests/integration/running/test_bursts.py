"""Tests ``--max-overhead``: bursts of recording in a running program, and what they add up to."""

import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_the_newest, on_the_oldest
from builders.waiting import wait_for
from served import Counts, Served, counts

pytestmark = pytest.mark.usefixtures("no_segment_is_left")

#: This overhead is so high that each burst follows the previous one without a pause.
MUCH = "99%"


@pytest.fixture(scope="module")
def exact(classes: str, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Counts:
    """Returns the counts of the rounds in a run that is recorded completely."""
    directory = tmp_path_factory.mktemp("exact")
    command = [str(home / "bin" / "java"), "-cp", classes, "Rounds", "0.05"]
    done = kpath.run(
        "run", "-k", "4", "-o", "p.kpath", "--no-report", "--", *command, directory=directory
    )
    assert done.returncode == 0, done.stderr
    return counts(directory / "p.kpath", "Rounds")


def bursts(profile: Path) -> list[Path]:
    """Returns the directories of a sampled profile's bursts."""
    sampling = kpath.run_json(profile)["sampling"]
    return [profile / burst["place"] for burst in sampling["bursts"] if burst["place"]]


@pytest.fixture(scope="module")
def sampled(classes: str, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the sampled profile of a run with many short, equal rounds.

    The program goes on until two bursts have been recorded, however long that takes.
    """
    directory = tmp_path_factory.mktemp("sampled")
    command = [str(home / "bin" / "java"), "-cp", classes, "Rounds", "600", "end"]
    process = kpath.start(
        "run", "-k", "4", "-o", "p.kpath", "--max-overhead", MUCH, "--segment-dir", str(directory),
        "--", *command, directory=directory,
    )  # fmt: skip
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if b"burst 2 recorded" in line:
            break
    (directory / "end").touch()
    out, rest = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    told = b"".join(said) + rest
    assert process.returncode == 0, told
    assert out == b"done\n"
    assert b"WARNING" not in told
    assert b"sampled: " in told
    assert sorted(it.name for it in directory.iterdir()) == ["end", "p.kpath"]
    return directory / "p.kpath"


@on_the_oldest
def test_counts_of_bursts_are_exact_and_add_up(sampled: Path, exact: Counts) -> None:
    places = bursts(sampled)
    assert len(places) >= 2
    total: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for place in places:
        found = counts(place, "Rounds")
        for name in ("round", "step"):
            (key,) = [it for it in exact if it[0] == name]
            (all_entries, _, _, _), all_ngrams = exact[key]
            (entries, exits, abandoned, unfinished), ngrams = found[key]
            assert 0 <= entries - exits == unfinished <= 1
            assert abandoned == 0
            assert entries > 100
            assert ngrams.keys() == all_ngrams.keys()
            for sequence, count in ngrams.items():
                total[name, sequence] += count
                if name == "round":
                    # All activations take the same paths. A burst may end within its last
                    # activation.
                    each, rest = divmod(all_ngrams[sequence], all_entries)
                    assert rest == 0
                    assert exits * each <= count <= entries * each
                    assert count < all_ngrams[sequence] or entries > all_entries
    whole = counts(sampled, "Rounds")
    assert {
        (name, sequence): count
        for (name, _), (_, ngrams) in whole.items()
        for sequence, count in ngrams.items()
        if name in ("round", "step")
    } == total


@on_the_oldest
def test_every_output_says_that_the_profile_is_sampled(sampled: Path, tmp_path: Path) -> None:
    run = kpath.run_json(sampled)
    assert run["completeness"]["verdict"] == "lower bounds"
    assert any(one.startswith("sampled: ") for one in run["completeness"]["reasons"])
    assert run["exit_status"] == 0
    assert run["command"][-3:] == ["Rounds", "600", "end"]
    sampling = run["sampling"]
    assert sampling["budget"] == pytest.approx(0.99)
    assert all(burst["cost_seconds"] > 0 for burst in sampling["bursts"])
    for verb in (["report"], ["report", "--json"], ["tree", "Rounds.round"], ["branches"]):
        words = [verb[0], str(sampled), *verb[1:]]
        told = kpath.run(*words, directory=tmp_path)
        assert told.returncode == 0, told.stderr
        assert b"sampled: " in told.stdout
    report = kpath.run("report", str(sampled), directory=tmp_path)
    assert b"sampled: " in report.stdout
    again = kpath.run("merge", str(sampled), "-o", "again.kpath", directory=tmp_path)
    assert again.returncode == 0, again.stderr
    merged = kpath.run_json(tmp_path / "again.kpath")
    assert merged["sampling"] is None
    assert any("sampled: " in one for one in merged["completeness"]["reasons"])


@on_the_newest
def test_an_overhead_too_low_for_one_burst_is_refused(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    done = kpath.run(
        "attach", str(target.pid), "-d", "1", "--max-overhead", "0.1%", "-o", "p.kpath",
        "--segment-dir", str(segments), directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 125
    assert b"the program needs at least" in done.stderr
    assert b"; give -d " in done.stderr
    assert not (tmp_path / "p.kpath").exists()


@on_the_newest
def test_a_message_says_why_an_attach_is_impossible(
    classes: str, home: Path, tmp_path: Path
) -> None:
    command = [str(home / "bin" / "java"), "-XX:+DisableAttachMechanism", "-cp", classes]
    done = kpath.run(
        "run", "--max-overhead", MUCH, "-o", "p.kpath", "--", *command, "Rounds", "1",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 125
    assert done.stdout == b"done\n"
    assert b"no profile: cannot attach: process" in done.stderr
    assert b"DisableAttachMechanism" in done.stderr


def drains(pid: int) -> int:
    """Returns the number of a process's drains: threads that read a segment."""
    found = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            found += (task / "comm").read_text("utf-8").startswith("kpath-drain")
    return found


@on_the_oldest
def test_a_burst_that_records_nothing_leaves_no_thread(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    target.ask("hold busily")
    process = kpath.start(
        "attach", str(target.pid), "--max-overhead", MUCH, "--include", "nothing.*",
        "-o", "p.kpath", "--workers", "1", "--no-report", "--segment-dir", str(segments),
        directory=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if b"burst 4 recorded" in line:
            break
    # The next burst may have begun, and it has one drain.
    wait_for(lambda: drains(process.pid) <= 1, "no drain of an earlier burst is left")
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert process.returncode == 125, rest
    assert b"no path was completed in" in rest
    assert b"check --include" in rest
    target.ask("release")


@on_the_newest
def test_ctrl_c_ends_the_bursts_and_restores_the_program(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    target.ask("hold busily")
    place, threads, files = target.ask("place"), target.threads(), target.own_files()
    process = kpath.start(
        "attach", str(target.pid), "--max-overhead", MUCH, "-o", "p.kpath", "--no-report",
        "--segment-dir", str(segments), directory=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if b"burst 2 recorded" in line:
            break
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert process.returncode == 0, rest
    target.wait_until_left()
    assert len(bursts(tmp_path / "p.kpath")) >= 2
    assert target.ask("place") == place
    assert target.threads() == threads
    assert target.own_files() == files
    assert target.segments() == []
    held = counts(tmp_path / "p.kpath", "Served$Held")
    figures, ngrams = held[("turned", "(I)I")]
    assert figures[0] - figures[1] == figures[3] <= len(bursts(tmp_path / "p.kpath"))
    assert ngrams
    # The activation of ``hold`` began before the recording, and it ends after the recording.
    assert held[("hold", "()V")][0] == (0, 0, 0, 0)
    target.ask("release")
