"""Compares merged profiles with brute-force sums of exports, and tests notes and refusals."""

import gc
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kpath_command
from builders.called import DEMO, add_callers, caller_counts
from builders.edges import edges_profile
from builders.recordings import demo_profile
from builders.resampled import resample, with_record
from builders.timed import add_samples, sampled
from builders.versions import LEFT, Version, versions_profile
from damaged_profiles import sealed_again
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.beside import BESIDE, told_beside
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.run import JvmEntry, ThreadEntry
from kpath_jvm.sessions.merge import MergeRequest, merge
from summed_exports import exported, summed


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    """Returns the profiles of eight runs. The third profile has shorter sequences."""
    source = Profile.open(demo_profile(tmp_path, k=4))
    return [
        resample(source, tmp_path / f"{seed}.kpath", seed, k=3 if seed == 2 else 4)
        for seed in range(8)
    ]


def merged(output: Path, *profiles: Path, **options: bool) -> tuple[Path, list[str]]:
    told: list[str] = []
    merge(MergeRequest(tuple(profiles), output, **options), told.append)
    return output, told


def tables(path: Path) -> dict[str, pa.Table]:
    profile = Profile.open(path)
    return {name: profile.table(name) for name in SCHEMAS}


def test_a_merge_is_the_sum_of_the_exports(tmp_path: Path, runs: list[Path]) -> None:
    whole, told = merged(tmp_path / "whole.kpath", *runs)
    assert told == []
    assert Profile.open(whole).k == 3
    assert summed([whole], 3) == summed(runs, 3)


@pytest.mark.slow
def test_a_merge_of_a_thousand_profiles_is_their_sum(tmp_path: Path) -> None:
    source = Profile.open(demo_profile(tmp_path, k=4))
    runs = [resample(source, tmp_path / f"{seed}.kpath", seed) for seed in range(1_000)]
    whole, _ = merged(tmp_path / "whole.kpath", *runs)
    assert summed([whole], 4) == summed(runs, 4)


def test_any_grouping_gives_the_same_profile(tmp_path: Path, runs: list[Path]) -> None:
    wanted, _ = merged(tmp_path / "whole.kpath", *runs)
    half, _ = merged(tmp_path / "half.kpath", *runs[5:1:-1])
    rest, _ = merged(tmp_path / "rest.kpath", runs[7], half, runs[6])
    again, _ = merged(tmp_path / "again.kpath", rest, *runs[1::-1])
    assert tables(again) == tables(wanted)
    assert Profile.open(again).run == Profile.open(wanted).run
    assert exported(again) == exported(wanted)


def test_merging_a_single_profile_changes_no_count(tmp_path: Path, runs: list[Path]) -> None:
    alone, _ = merged(tmp_path / "alone.kpath", runs[0])
    assert summed([alone], 4) == summed([runs[0]], 4)
    run = Profile.open(alone).run
    assert run.title == "1 run of dacapo eclipse (stand-in), size default"


def test_single_runs_are_kept_on_request(tmp_path: Path, runs: list[Path]) -> None:
    whole, _ = merged(tmp_path / "whole.kpath", *runs[:2], keep_runs=True)
    found = Profile.open(whole).run.merged
    assert found is not None
    assert [run.place for run in found] == ["runs/0-0.kpath", "runs/1-1.kpath"]
    for run, path in zip(found, runs, strict=False):
        assert tables(whole / str(run.place)) == tables(path)
    without, _ = merged(tmp_path / "without.kpath", *runs[:2])
    assert {path.name for path in without.iterdir()} == {
        "run.json", *(f"{name}.parquet" for name in SCHEMAS)
    }  # fmt: skip


def refused(output: Path, *profiles: Path, **options: bool) -> str:
    """Returns the error's line, after checking that the merge has left nothing behind."""
    before = sorted(output.parent.rglob("*"))
    with pytest.raises(KpathError) as caught:
        merged(output, *profiles, **options)
    assert sorted(output.parent.rglob("*")) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_samples_and_callers_of_single_runs_are_left_out(tmp_path: Path, runs: list[Path]) -> None:
    for path in runs[:2]:
        add_samples(path, sampled("demo/Figure3", "run", "(I)V", 0, 5))
    add_callers(runs[0], caller_counts(DEMO))
    whole, told = merged(tmp_path / "whole.kpath", *runs[:3], keep_runs=True)
    assert [line.partition(",")[0] for line in told] == [
        "left out: the samples of time in 2 of the profiles",
        "left out: the callers in 1 of the profiles",
    ]
    assert told_beside(whole) == []
    assert told_beside(whole / "runs" / f"0-{runs[0].name}") == list(BESIDE)
    _, told = merged(tmp_path / "again.kpath", runs[2], runs[3])
    assert told == []


def test_unsuitable_profiles_and_outputs_are_refused(tmp_path: Path, runs: list[Path]) -> None:
    output = tmp_path / "whole.kpath"
    other = with_record(runs[3], options={"cut": "loop-header"})
    assert refused(output, *runs) == (
        f"{other} has paths that are cut at loop-headers, {runs[0]} at back-edges: these are "
        "different paths; merge profiles of one --cut"
    )
    edges = edges_profile(tmp_path).path
    assert refused(output, runs[0], edges) == (
        f"{edges} was recorded by the profiler edge, {runs[0]} by stream: they count different "
        "things; merge profiles of one profiler"
    )
    assert "is given twice" in refused(output, runs[0], runs[1], tmp_path / "." / "0.kpath")
    assert "exists; pass --force" in refused(runs[0], *runs[1:3])
    assert "is one of the profiles to merge" in refused(runs[0], *runs[:2], force=True)


def test_a_damaged_profile_is_named_or_left_out(tmp_path: Path, runs: list[Path]) -> None:
    damaged = runs[4] / "ipf.parquet"
    content = bytearray(damaged.read_bytes())
    third = len(content) // 3
    content[third : 2 * third] = bytes(third)
    damaged.write_bytes(content)
    output = tmp_path / "whole.kpath"
    message = refused(output, *runs)
    assert message.startswith(f"the profile {runs[4]} is corrupt: ipf.parquet")
    (runs[6] / "run.json").write_text("{")
    merged(output, *runs, skip_damaged=True)
    whole, told = merged(tmp_path / "again.kpath", *runs, skip_damaged=True)
    assert told == [
        f"left out: {runs[6] / 'run.json'} is not JSON; record it again",
        f"left out: {message}",
    ]
    rest = [run for run in runs if run not in (runs[4], runs[6])]
    assert summed([whole], 3) == summed(rest, 3)
    assert len(Profile.open(whole).run.merged or ()) == 6


def test_a_merge_without_a_readable_profile_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.kpath").mkdir()
    message = refused(tmp_path / "whole.kpath", tmp_path / "empty.kpath", skip_damaged=True)
    assert message == "none of the profiles can be read: there is nothing to merge"


@pytest.mark.parametrize("is_link", [False, True])
def test_a_missing_profile_is_not_skipped_as_damaged(
    tmp_path: Path, runs: list[Path], *, is_link: bool
) -> None:
    missing = tmp_path / "misspelt.kpath"
    if is_link:
        missing.symlink_to(tmp_path / "nowhere")
    message = refused(tmp_path / "whole.kpath", runs[0], missing, skip_damaged=True)
    assert message.startswith(f"no profile {missing}: it does not exist; --skip-damaged leaves")


def test_a_full_disk_leaves_nothing(file_system: Callable[[str], Path], runs: list[Path]) -> None:
    small = file_system("48k")
    message = refused(small / "whole.kpath", *runs)
    assert message.startswith(f"cannot write the profile {small / 'whole.kpath'}: ")
    assert "No space left" in message
    # The error refers to pyarrow's writer, which keeps its file open until the garbage collector
    # frees the writer.
    gc.collect()


def test_counts_of_edges_are_merged(tmp_path: Path) -> None:
    places = [tmp_path / "a", tmp_path / "b"]
    for place in places:
        place.mkdir()
    paths = [edges_profile(place).path for place in places]
    whole = Profile.open(merged(tmp_path / "whole.kpath", *paths)[0])
    one = Profile.open(paths[0])
    assert whole.table("edge_counts").column("count").to_pylist() == [
        2 * count for count in one.table("edge_counts").column("count").to_pylist()
    ]
    assert whole.run.inline is not None


_KILLED = """
import os, signal, sys
from pathlib import Path
from kpath_jvm.sessions import merge
def killed(*_): os.kill(os.getpid(), getattr(signal, sys.argv[1]))
merge.write_run = killed
merge.merge(merge.MergeRequest(tuple(map(Path, sys.argv[3:])), Path(sys.argv[2]), True), print)
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_a_killed_merge_changes_nothing(tmp_path: Path, runs: list[Path], name: str) -> None:
    """The merge is killed when it has written everything but run.json."""
    output, _ = merged(tmp_path / "whole.kpath", *runs[:2])
    before = tables(output)
    command = [sys.executable, "-c", _KILLED, name, str(output), *map(str, runs)]
    done = subprocess.run(command, env=kpath_command.environment(), check=False)
    assert done.returncode == -getattr(signal, name)
    assert tables(output) == before
    assert len(Profile.open(output).run.merged or ()) == 2
    left = list(tmp_path.glob(".*.new"))
    assert len(left) == (name == "SIGKILL"), "only SIGKILL may leave a hidden directory"
    merged(output, *runs, force=True)
    assert len(Profile.open(output).run.merged or ()) == 8
    assert not list(tmp_path.glob(".*")), "the next merge must remove what was left"


def test_copies_of_a_method_that_differ_are_not_added_up(tmp_path: Path, runs: list[Path]) -> None:
    """The digests are equal, but the blocks have different numbers of instructions."""
    path = runs[1] / "blocks.parquet"
    table = pq.read_table(path)
    at = table.schema.get_field_index("instructions")
    values = (table.column("instructions").to_numpy() + 1).tolist()
    pq.write_table(table.set_column(at, table.schema.field(at), pa.array(values, pa.int32())), path)
    sealed_again(runs[1])
    output = tmp_path / "whole.kpath"
    with pytest.raises(KpathError, match="has other blocks or edges than in an earlier profile"):
        merged(output, *runs[:2])
    assert not output.exists()


def test_another_program_is_noted(tmp_path: Path) -> None:
    """In a sum of two programs, each figure per run is divided by the runs of both."""
    paths = []
    for name, class_name in (("a", "demo/Work"), ("b", "demo/Work"), ("c", "demo/Other")):
        versions_profile(tmp_path, name, Version(class_name=class_name).walked(LEFT))
        paths.append(tmp_path / f"{name}.kpath")
    _, told = merged(tmp_path / "whole.kpath", *paths)
    (note,) = told
    assert note.startswith(f"note: no method ran both in {paths[2]} and in the profiles before it")
    # The JVMs of one build may run different programs.
    assert merged(tmp_path / "build.kpath", *paths, one_run=True)[1] == []
    assert merged(tmp_path / "same.kpath", *paths[:2])[1] == []


def test_jvms_counted_as_several_runs_are_noted(tmp_path: Path, runs: list[Path]) -> None:
    """Means over JVMs would hide that one run started more JVMs than the other."""
    noted = []
    for name, jvms in (("monday", runs[:3]), ("tuesday", runs[3:5])):
        whole, _ = merged(tmp_path / f"{name}.kpath", *jvms, one_run=True)
        with_record(whole, jvms=tuple(_jvm(one) for one in jvms))
        for one in jvms:
            (whole / "jvms").mkdir(exist_ok=True)
            one.rename(whole / "jvms" / one.name)
        noted.append(
            f"note: {len(jvms)} of the profiles belong to JVMs of one run, but count as "
            f"{len(jvms)} runs; instead, merge {whole}, which has all JVMs of that run, or pass "
            "--one-run if all profiles are parts of one run"
        )
    of_each = [
        sorted((tmp_path / f"{name}.kpath/jvms").iterdir()) for name in ("monday", "tuesday")
    ]
    _, told = merged(tmp_path / "all.kpath", *of_each[0], *of_each[1])
    assert told == noted
    # A sum of one JVM of each run needs no note. Neither does a sum with --one-run.
    assert merged(tmp_path / "one.kpath", of_each[0][0], of_each[1][0])[1] == []
    assert merged(tmp_path / "same.kpath", *of_each[0], one_run=True)[1] == []
    # That a directory is called jvms doesn't prove that its profiles belong to one run.
    (tmp_path / "jvms").mkdir()
    moved = [one.rename(tmp_path / "jvms" / one.name) for one in of_each[0]]
    assert merged(tmp_path / "moved.kpath", *moved)[1] == []


def _jvm(path: Path) -> JvmEntry:
    run = Profile.open(path).run
    return JvmEntry(
        pid=1, parent_pid=None, main=None, java_version=None, started=run.started,
        completeness=run.completeness, events=run.events, threads=run.threads,
        lost_events=run.lost_events, name=path.stem, completed=0, profile=f"jvms/{path.name}",
    )  # fmt: skip


def test_a_failed_program_is_noted(tmp_path: Path) -> None:
    """If the exit statuses of the merged profiles differ, the sum has no exit status."""
    paths = []
    for at, status in enumerate((0, 1, 2, 3, 4, 5, 6)):
        versions_profile(tmp_path, str(at), Version().walked(LEFT), exit_status=status)
        paths.append(tmp_path / f"{at}.kpath")
    whole, told = merged(tmp_path / "whole.kpath", *paths)
    assert Profile.open(whole).run.exit_status is None
    assert told[0] == (
        f"note: {paths[1]}: the program ended with status 1, so it may have done less than usual"
    )
    assert told[4:] == ["note: 2 more of the profiles belong to programs that failed"]


def test_the_profile_of_one_thread_is_refused(tmp_path: Path, runs: list[Path]) -> None:
    one = ThreadEntry(
        thread=1, name="main", kind="thread", completed=1, entries=1, profile="1-main"
    )
    with_record(runs[1], thread=one)
    with pytest.raises(KpathError, match=f"{runs[1]} is the profile of one thread; merge"):
        merged(tmp_path / "whole.kpath", *runs)
