"""Tests --engine-memory with a program that has far more sequences than the engine may hold.

Tests --spill-limit with a program that emits faster than the engine counts: what isn't counted yet
goes to the disk.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_end
from kpath_jvm import Profile
from kpath_jvm.records.completeness import Completeness

ITERATIONS = "200000"
#: With this number of iterations, the program emits several times what the smallest segment holds.
MANY_ITERATIONS = 5_000_000
BLOCK_BYTES = 64 * 1024
SMALLEST_SEGMENT = ("--segment-size", "2M")
METHOD = "RandomBranches.walk"


@pytest.fixture(scope="module")
def recording(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a directory with a recording that the agent made alone, to build profiles from."""
    directory = tmp_path_factory.mktemp("random")
    done = kpath.run_agent_alone(classes, "RandomBranches", ITERATIONS, directory=directory)
    assert done.returncode == 0, done.stderr
    return directory


@pytest.fixture(scope="module")
def exact(recording: Path) -> Profile:
    return build(recording, "exact.kpath", "-k", "4")


@pytest.fixture(scope="module")
def folded(recording: Path) -> Profile:
    return build(recording, "folded.kpath", "-k", "16", "--engine-memory", "4M")


def build(directory: Path, name: str, *options: str) -> Profile:
    done = kpath.run(
        "build", "app.recording", "--workers", "1", "-o", name, *options, directory=directory
    )
    assert done.returncode == 0, done.stderr
    return Profile.open(directory / name)


def test_paths_stay_exact(exact: Profile, folded: Profile) -> None:
    assert exact.folding is None
    assert exact.run.completeness == Completeness()
    assert folded.paths["count"].tolist() == exact.paths["count"].tolist()
    assert int(exact.paths["count"].sum()) == int(ITERATIONS) + 2


def check_errors(exact: Profile, folded: Profile, times: int = 1) -> None:
    """Checks the count of every n-gram, for n up to the exact profile's k.

    The true count is ``times`` times the count in the exact profile. A count may be too low by at
    most its stated error.
    """
    method = folded.find_method(METHOD)
    truth = exact.ngrams(exact.find_method(METHOD))
    ngrams = folded.ngrams(method).set_index("sequence")
    assert (ngrams["count"] > 0).all()
    known = ngrams.index.isin(truth["sequence"])
    assert known[(ngrams["length"] <= exact.k).to_numpy()].all()
    for sequence, length, once in truth[["sequence", "length", "count"]].itertuples(index=False):
        count = times * once
        if sequence in ngrams.index:
            lower = ngrams["count"][sequence]
            assert lower <= count <= lower + folded.error(method, sequence[-1], length)
            assert ngrams["error"][sequence] == folded.error(method, sequence[-1], length)
        else:
            assert count <= folded.unlisted_count(method, sequence[-1], length)


def test_counts_are_within_their_errors(exact: Profile, folded: Profile) -> None:
    check_errors(exact, folded)


def test_the_engine_stays_within_its_memory(folded: Profile) -> None:
    assert folded.folding is not None
    assert folded.folding.times > 1
    assert folded.folding.memory_bytes == 4 << 20
    assert folded.run.engine.bytes <= 4 << 20


def test_errors_grow_with_the_length(folded: Profile) -> None:
    folding = folded.folding
    assert folding is not None
    assert folding.errors == tuple(folded.method_errors(folded.find_method(METHOD)))
    assert folding.errors == folded.run.folding.errors
    assert np.all(np.diff(folding.errors) >= 0)
    assert 0 < folding.errors[-1] <= int(ITERATIONS)
    # Pairs of paths are so frequent that hardly any count is lost.
    assert folding.errors[0] < folding.errors[-1] / 100


def test_the_error_is_a_reason_of_the_verdict(folded: Profile) -> None:
    assert folded.folding is not None
    found = folded.run.completeness
    assert found.verdict == "lower bounds"
    assert f"too low by at most {folded.folding.errors[-1]:,}" in found.reasons[0]


@pytest.mark.parametrize("verb", [("report",), ("tree", METHOD)], ids=lambda verb: verb[0])
def test_the_error_is_shown(folded: Profile, verb: tuple[str, ...]) -> None:
    done = kpath.run(verb[0], "folded.kpath", *verb[1:], directory=folded.path.parent)
    assert done.returncode == 0, done.stderr
    assert b"too low by at most" in done.stdout


def test_run_stays_within_its_memory(classes: str, recording: Path) -> None:
    done = kpath.run(
        "run", "-k", "16", "--engine-memory", "4M", "--workers", "1", "-o", "run.kpath",
        "--", "java", "-cp", classes, "RandomBranches", ITERATIONS,
        directory=recording,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"folded: counts of n-grams with n >= 2 are lower bounds" in done.stderr.replace(
        b"\n" + b" " * 18, b" "
    )
    assert Profile.open(recording / "run.kpath").folding is not None


def test_recover_stays_within_the_memory_of_the_run(
    classes: str, recording: Path, exact: Profile
) -> None:
    segments = recording / "segments"
    segments.mkdir()
    own = ["run", "-k", "16", "--engine-memory", "4M", "--workers", "1", "-o", "killed.kpath"]
    target = ["--", "java", "-cp", classes, "RandomBranches", ITERATIONS, "done"]
    # The segment is so small that most of the stream is only in the journal.
    small = ["--segment-size", "2M", "--segment-dir", str(segments)]
    started = kpath.start(*own, *small, *target, directory=recording)
    java = kpath.target_pid(started.pid)
    wait_for((recording / "done").exists, "the program has done its work")
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    (left,) = segments.iterdir()
    done = kpath.run("recover", str(left), "-o", "recovered.kpath", directory=recording)
    assert done.returncode == 0, done.stderr
    recovered = Profile.open(recording / "recovered.kpath")
    assert recovered.folding is not None
    assert recovered.folding.memory_bytes == 4 << 20
    assert recovered.folding.times > 1
    check_errors(exact, recovered)


SMALL_K_SF = ("-k", "16", "--engine", "k-sf", "--engine-memory", "4M", "--workers", "1")
DOES_NOT_FIT = (
    b"the engine failed: the k-slab forest doesn't fit into the engine's memory of 4194304 bytes: "
    b"give more with --engine-memory, or count with --engine contexts"
)


def counts_of(profile: Profile, k: int) -> list[list[int]]:
    """Returns the parents, paths and counts of the k-IPF of METHOD."""
    part = profile.forest.truncated(k).of_method(profile.find_method(METHOD))
    return [part.parents.tolist(), part.paths.tolist(), part.counts.tolist()]


def check_exact(profile: Path, exact: Profile) -> None:
    found = Profile.open(profile)
    assert found.run.completeness.verdict == "exact"
    assert found.folding is None
    # The exact profile has only sequences up to its k, so longer ones aren't compared.
    assert counts_of(found, exact.k) == counts_of(exact, exact.k)


def test_a_build_whose_k_sf_does_not_fit_gives_one_line(recording: Path, exact: Profile) -> None:
    words = ["build", "app.recording", "-o", "k-sf.kpath", *SMALL_K_SF]
    done = kpath.run(*words, directory=recording)
    assert done.returncode == 125
    assert done.stderr == b"kpath-jvm: " + DOES_NOT_FIT + b"\n"
    assert not (recording / "k-sf.kpath").exists()
    done = kpath.run(*words, "--engine-memory", "512M", directory=recording)
    assert done.returncode == 0, done.stderr
    check_exact(recording / "k-sf.kpath", exact)


@pytest.mark.parametrize("way", ["recover", "record", "no journal", "children"])
def test_a_run_whose_k_sf_does_not_fit_says_what_is_left(
    classes: str, tmp_path: Path, segments: Path, exact: Profile, way: str
) -> None:
    options = {
        "recover": (), "record": ("--record", "s.stream"), "no journal": ("--journal", "0"),
        "children": ("--follow-children",),
    }[way]  # fmt: skip
    done = kpath.run(
        "run", *SMALL_K_SF, *SMALLEST_SEGMENT, "--segment-dir", str(segments), *options,
        "-o", "p.kpath", "--", "java", "-cp", classes, "RandomBranches", ITERATIONS,
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 125, done.stderr
    assert b"Traceback" not in done.stderr
    last = kpath.last_line(done.stderr)
    if way == "no journal":
        assert f"{DOES_NOT_FIT.decode()}; p.kpath has lower bounds" in last
        assert Profile.open(tmp_path / "p.kpath").run.completeness.verdict == "lower bounds"
        assert list(segments.iterdir()) == []
        return
    assert not (tmp_path / "p.kpath").exists()
    if way == "record":
        stream = tmp_path / "s.stream"
        assert f"{DOES_NOT_FIT.decode()}; nothing is lost: `kpath-jvm build {stream} -o " in last
        words = ["build", "s.stream", "-k", "16"]
        assert list(segments.iterdir()) == []
    else:
        (left,) = segments.iterdir()
        assert DOES_NOT_FIT.removeprefix(b"the engine failed: ").decode() in last
        assert f"; nothing is lost: `kpath-jvm recover {left} -o ..." in last
        words = ["recover", str(left)]
        # With the run's own settings, `recover` fails in the same way and deletes nothing.
        done = kpath.run(*words, "-o", "p.kpath", directory=tmp_path)
        assert done.returncode == 125
        assert done.stderr == b"kpath-jvm: " + DOES_NOT_FIT + b"\n"
        assert left.exists()
        assert not (tmp_path / "p.kpath").exists()
    more = ["--engine-memory", "512M", "-o", "p.kpath"]
    done = kpath.run(*words, "--engine", "contexts", *more, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check_exact(tmp_path / "p.kpath", exact)
    assert list(segments.iterdir()) == []


def test_several_jvms_share_the_memory(classes: str, recording: Path, exact: Profile) -> None:
    java = f"java -cp {classes} RandomBranches {ITERATIONS}"
    done = kpath.run(
        "run", "--follow-children", "-k", "16", "--engine-memory", "16M", "--workers", "1",
        "--segment-size", "4M", "--no-report", "-o", "both.kpath",
        "--", "sh", "-c", f"{java} & {java}; wait",
        directory=recording,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    both = Profile.open(recording / "both.kpath")
    assert both.folding is not None
    singles = [Profile.open(both.path / jvm.profile) for jvm in both.run.jvms if jvm.profile]
    memories = [single.folding.memory_bytes for single in singles if single.folding is not None]
    assert sorted(memories) == [4 << 20, 4 << 20]
    assert both.folding.parts == 2
    assert both.run.completeness.verdict == "lower bounds"
    for single in singles:
        check_errors(exact, single)
    check_errors(exact, both, times=2)


def test_several_jvms_need_enough_memory(classes: str, recording: Path) -> None:
    done = kpath.run(
        "run", "--follow-children", "--engine-memory", "0", "--workers", "1", "-o", "no.kpath",
        "--", "java", "-cp", classes, "RandomBranches", "1",
        directory=recording,
    )  # fmt: skip
    assert done.returncode == 125
    assert kpath.last_line(done.stderr).endswith(
        "with 1 worker it must be at least 4194304; give more with --engine-memory"
    )
    assert done.stdout == b""


def test_too_little_memory_gives_one_line(recording: Path) -> None:
    done = kpath.run(
        "build", "app.recording", "--engine-memory", "1M", "--workers", "2", "-o", "no.kpath",
        directory=recording,
    )  # fmt: skip
    assert done.returncode == 125
    assert done.stderr == (
        b"kpath-jvm: an engine memory of 1048576 bytes is too small: with 2 workers it must be at "
        b"least 8388608; give more with --engine-memory\n"
    )
    assert not (recording / "no.kpath").exists()


def spilling(classes: str, segments: Path, *options: str) -> list[str]:
    # With several workers, the engine might keep up with the program, and nothing would be spilled.
    own = ["run", "-k", "6", "--workers", "1", "--segment-dir", str(segments), *SMALLEST_SEGMENT]
    return [*own, *options, "--", "java", "-cp", classes, "RandomBranches", str(MANY_ITERATIONS)]


def check_spilled(profile: Path) -> None:
    opened = Profile.open(profile)
    walk = opened.methods.loc[opened.find_method("RandomBranches.walk")]
    assert (walk["entries"], walk["completed"]) == (1, MANY_ITERATIONS + 1)
    ipf = opened.ipf
    for depth in range(2, 7):
        assert ipf.loc[ipf["depth"] == depth, "count"].sum() == MANY_ITERATIONS + 2 - depth


def test_spilled_events_get_the_same_counts(classes: str, tmp_path: Path, segments: Path) -> None:
    spilled, told = {}, {}
    for limit in ("0", "1G"):
        options = ("--spill-limit", limit, "-o", f"{limit}.kpath")
        done = kpath.run(*spilling(classes, segments, *options), directory=tmp_path)
        assert done.returncode == 0, done.stderr
        assert list(segments.iterdir()) == []
        run = kpath.run_json(tmp_path / f"{limit}.kpath")
        assert run["completeness"]["verdict"] == "exact"
        spilled[limit], told[limit] = run["spilled_bytes"], done.stderr
    check_spilled(tmp_path / "0.kpath")
    mine, other = (Profile.open(tmp_path / f"{limit}.kpath") for limit in ("0", "1G"))
    for name in ("methods", "paths", "ipf"):
        assert getattr(mine, name).equals(getattr(other, name)), name
    assert spilled["0"] == 0
    assert spilled["1G"] > 0
    assert spilled["1G"] % BLOCK_BYTES == 0
    assert b"counted later" in told["1G"]
    assert b"counted later" not in told["0"]


@pytest.mark.parametrize("journal", ["0", pytest.param("1G", marks=pytest.mark.slow)])
def test_a_full_disk_makes_the_program_wait(
    classes: str, tmp_path: Path, file_system: Callable[[str], Path], journal: str
) -> None:
    """Besides the segment, the disk has room for only a part of what the program emits."""
    disk = file_system("3m")
    options = ("--journal", journal, "--spill-limit", "1G", "-o", "p.kpath", "--no-report")
    done = kpath.run(*spilling(classes, disk, *options), directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (b"No space left on device; the recording goes on" in done.stderr) == (journal != "0")
    assert b"Traceback" not in done.stderr
    assert list(disk.iterdir()) == []
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "exact"
    assert 0 < run["spilled_bytes"] < 4 << 20
    check_spilled(tmp_path / "p.kpath")


def test_events_that_are_not_counted_yet_survive_a_kill(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    over = tmp_path / "over"
    words = spilling(classes, segments, "-o", "p.kpath")
    started = kpath.start(*words, str(over), directory=tmp_path)
    java = kpath.target_pid(started.pid)
    wait_for(over.exists, "the program has done its work")
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    (left,) = segments.iterdir()
    done = kpath.run("recover", str(left), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check_spilled(tmp_path / "p.kpath")
    assert list(segments.iterdir()) == []
