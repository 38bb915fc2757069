"""Tests experiments with inline profilers, recorded runs, hardware counters and scopes."""

import json
import os
from pathlib import Path

import pytest

from experiment_runs import experiment, trials, write
from kpath_command import run
from kpath_jvm import Profile
from kpath_jvm.evaluation.profilers import NATIVES
from kpath_jvm.evaluation.results.tables import read_table

pytestmark = pytest.mark.slow

INLINE = """
[profilers.edge]
[profilers.blpp-hash]
cuts = ["loop-header"]
[profilers.k-blpp]
k = [2, 3]
cuts = ["loop-header"]
[structure]
k = [2, 3]
cut = "loop-header"
caches = true
jvm_options = ["-XX:TieredStopAtLevel=1"]
profiles = { "program/loop" = { k = 3 } }
"""


@pytest.fixture(scope="module")
def directory(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("inline")
    write(directory, classes, repetitions=1, profilers=INLINE)
    done = experiment(directory)
    assert done.returncode == 0, done.stderr
    return directory


class TestInlineProfilersAndARecordedRun:
    """All profilers give the same counts. The recorded run keeps only the requested profile."""

    @pytest.fixture
    def results(self, directory: Path) -> Path:
        return directory / "results"

    def test_all_profilers_count_the_same(self, results: Path) -> None:
        table = read_table(results, "trials")
        assert set(table["status"]) == {"ok"}, table["reason"]
        structure = read_table(results, "structure").set_index("k")
        assert list(structure.index) == [2, 3]
        assert set(structure["status"]) == {"ok"}
        by_k = table[table["profiler"] == "k-blpp"].set_index("k")
        blpp = table[table["profiler"] == "blpp-hash"].iloc[0]
        for k in (2, 3):
            assert by_k.loc[k, "items"] == structure.loc[k, "items"] == blpp["items"]
            assert structure.loc[k, "blpp_hash_operations"] == blpp["items"]
        assert structure.loc[2, "hash_operations"] > structure.loc[3, "hash_operations"]
        assert (by_k["instrumentation_seconds"] > 0).all()

    def test_the_recorded_run_has_its_own_jvm_options(self, results: Path) -> None:
        (structure,) = results.glob("structure/*/structure.json")
        command = json.loads(structure.read_text())["rows"]["command"]
        assert "-XX:TieredStopAtLevel=1" in command
        assert not any("Tiered" in path.read_text() for path in results.glob("trials/*/trial.json"))

    def test_the_requested_profile_is_kept(self, results: Path) -> None:
        (profile,) = (results / "profiles").iterdir()
        assert profile.name.startswith("loop-default-jdk")
        assert Profile.open(profile).run.k == 3

    def test_the_stream_and_the_profiles_of_trials_are_not_kept(self, results: Path) -> None:
        assert not list(results.glob("structure/*/stream"))
        assert not list(results.glob("trials/*/inline/*.bin"))

    def test_nothing_is_measured_twice(self, directory: Path) -> None:
        assert b"0 runs done" in experiment(directory).stderr


#: A fake perf with made-up counts, printed in perf's format.
PERF = """#!/bin/sh
while test "$1" != -o; do shift; done; out=$2
while test "$1" != --; do shift; done; shift
"$@"; status=$?
printf '%s\n' 3000,,cycles,9,100.00 2000,,instructions,9,100.00 800,,L1-dcache-loads,9,100.00 \
  40,,L1-dcache-load-misses,9,100.00 30,,LLC-loads,9,100.00 6,,LLC-load-misses,9,100.00 > "$out"
exit $status
"""


def test_available_hardware_counters_are_read(tmp_path: Path, classes: str) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    perf = tools / "perf"
    perf.write_text(PERF, "utf-8")
    perf.chmod(0o755)
    write(tmp_path, classes, 1, profilers='[profilers.blpp-hash]\ncuts = ["loop-header"]')
    path = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    arguments = ("experiment", "mine.toml", "-o", "results")
    done = run(*arguments, directory=tmp_path, extra=path)
    assert done.returncode == 0, done.stderr
    results = tmp_path / "results"
    assert set(read_table(results, "trials")["status"]) == {"ok"}
    (row,) = read_table(results, "counters").to_dict("records")
    (counted,) = (it for it in trials(tmp_path).values() if "counters" in it)
    assert counted["configuration"]["profiler"] == "blpp-hash"
    assert row == {
        "trial": counted["trial"],
        "cycles_per_instruction": 1.5,
        "l1_miss_rate": 0.05,
        "l2_miss_rate": 0.2,
    }
    told = json.loads((results / "experiment.json").read_text("utf-8"))
    assert told["no_hardware_counters"] is None
    perf.write_text("#!/bin/sh\necho 'No permission to count.' >&2; exit 255\n", "utf-8")
    assert run(*arguments, directory=tmp_path, extra=path).returncode == 0
    told = json.loads((results / "experiment.json").read_text("utf-8"))
    assert "No permission to count." in told["no_hardware_counters"]
    # The earlier counts are kept unchanged.
    assert len(read_table(results, "counters")) == 1


SCOPES = """
[profilers.stream]
k = [2]
cuts = ["back-edge"]
scopes = ["all", "loops", "hot"]
[profilers.blpp-hash]
cuts = ["back-edge"]
scopes = ["all", "loops"]
"""


def test_each_scope_has_its_own_rows(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1, profilers=SCOPES)
    assert experiment(tmp_path).returncode == 0
    results = tmp_path / "results"
    table = read_table(results, "trials")
    table = table[~table["profiler"].isin(NATIVES)]
    assert set(table["status"]) == {"ok"}, table["reason"]
    scopes = {name: sorted(rows["scope"]) for name, rows in table.groupby("profiler")}
    assert scopes == {"stream": ["", "hot", "loops"], "blpp-hash": ["", "loops"]}
    items = table.set_index(["profiler", "scope"])["items"]
    assert items["stream", ""] == items["blpp-hash", ""]
    assert items["stream", "loops"] == items["blpp-hash", "loops"] <= items["stream", ""]
    ratios = read_table(results, "ratios")
    mine = ratios[(ratios["profiler"] == "stream") & (ratios["baseline"] == "blpp-hash")]
    assert set(mine["scope"]) == {"", "loops"}
