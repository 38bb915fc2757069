"""The functions ``overlap``, ``bounds``, ``predict`` and ``structure`` return what the verbs print.

Each function gets the same profiles, or the same recording, as the verb of the same name. The
overlap of sequences is also computed here, from the sequences that ``Profile.ngrams`` lists.
"""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import kpath_command as kpath
import kpath_jvm
from kpath_jvm import Profile
from oracle.harness import compile_java
from verb_runs import printed

WORK = kpath.REPOSITORY / "docs" / "verbs" / "Work.java"
RUNS = {
    "small.kpath": ["-k", "4"],
    "large.kpath": ["-k", "3"],
    "ol.kpath": ["--profiler", "ol", "--degree", "1"],
    "s": ["--record"],
}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("recorded")
    compile_java([WORK], directory)
    for name, options in RUNS.items():
        kept = ["s", "--no-profile"] if name == "s" else ["-o", name]
        program = ["--", "java", "-cp", ".", "Work", "3000" if name == "large.kpath" else "300"]
        done = kpath.run("run", "-q", *options, *kept, *program, directory=directory)
        assert done.returncode == 0, done.stderr
    return directory


def of_verb(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed([*words, "--json"]))
    return found


def test_overlap(recorded: Path) -> None:
    paths = [str(recorded / name) for name in ("small.kpath", "large.kpath")]
    told = of_verb("overlap", *paths)
    profiles = Profile.open(paths[0]), Profile.open(paths[1])
    table = kpath_jvm.overlap(*profiles)
    names = ["title", "missing", "overlap", "online_share", "complete_share", "both_paths"]
    assert table[names].to_dict("records") == [
        {name: one[name] for name in names} for one in told["methods"]
    ]
    assert table.attrs["overlap"] == told["overlap"]
    sequences = kpath_jvm.overlap_of_sequences(*profiles)
    assert sequences.to_dict("records") == told["sequences"]
    assert sequences["length"].tolist() == [2, 3]
    for row in sequences.to_dict("records"):
        one, other = (occurrences(profile, row["length"]) for profile in profiles)
        shares = [{it: count / side.total() for it, count in side.items()} for side in (one, other)]
        lesser = sum(min(share, shares[1].get(it, 0.0)) for it, share in shares[0].items())
        assert row["overlap"] == pytest.approx(lesser)
        assert (row["online"], row["complete"]) == (len(one), len(other))
        assert row["both"] == len(one.keys() & other.keys())
    assert sequences["overlap"].between(0.01, 0.99).all()


def occurrences(profile: Profile, length: int) -> Counter[Any]:
    """Returns how often each sequence of ``length`` paths occurred in each method.

    A key has a class, a method's name, and the start, blocks and end of each path.
    """
    found: Counter[Any] = Counter()
    for method, row in profile.methods.iterrows():
        grams = profile.ngrams(int(str(method)))
        for paths, count in grams[grams["length"] == length][["sequence", "count"]].values:
            decoded = [profile.decode(int(str(method)), path) for path in paths]
            told = tuple((path.start, tuple(path.blocks), path.end) for path in decoded)
            found[row["class"], row["name"], told] += count
    return found


def test_bounds_agrees_with_the_verb(recorded: Path) -> None:
    paths = [str(recorded / name) for name in ("ol.kpath", "small.kpath")]
    told = of_verb("bounds", paths[0], "--against", paths[1])
    profiles = Profile.open(paths[0]), Profile.open(paths[1])
    table, pairs = kpath_jvm.bounds(*profiles), kpath_jvm.bounded_pairs(*profiles)
    names = ["title", "pairs", "precise", "definite", "potential", "real", "outside"]
    assert len(told["loops"]) == len(table) > 3
    assert table[names].to_dict("records") == [
        {name: one[name] for name in names} for one in told["loops"]
    ]
    assert [
        pair
        for one in told["loops"]
        for pair in ((it["lower"], it["upper"], it["real"]) for it in one["most"])
    ] == list(pairs[["lower", "upper", "real"]].itertuples(index=False, name=None))
    assert table.attrs["real"] == told["real"]
    assert (pairs["lower"] <= pairs["real"]).all()
    assert (pairs["real"] <= pairs["upper"]).all()


def test_predict_agrees_with_the_verb(recorded: Path) -> None:
    paths = [str(recorded / name) for name in ("large.kpath", "small.kpath")]
    told = of_verb("predict", paths[0], "--train", paths[1])
    table = kpath_jvm.predict(Profile.open(paths[0]).merged(), Profile.open(paths[1]).merged())
    train = told.pop("train")
    for name, value in told.items():
        if name in table.attrs:
            assert table.attrs[name] == value, name
    for name, value in table.attrs["train"].items():
        assert train[name] == value, name
    for name in ("paths", "completions", "predicted_paths", "predicted_completions"):
        assert table[name].sum() == told[name]
    for name in ("trained_paths", "trained_completions", "trained_bytecodes"):
        assert table[name].sum() == train[name]


def test_structure_agrees_with_the_verb(recorded: Path, tmp_path: Path) -> None:
    """Runs the verb and the function in new processes.

    The verb and the function load a JVM into the process that they run in. With a JVM in it, the
    tests' own process would look like a Java program to other tests.
    """
    done = kpath.run(
        "structure", str(recorded / "s"), "-k", "2,4", "--caches", "-q", "-o", "s.json",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        tables = {
            lengths: process.submit(kpath_jvm.structure, recorded / "s", lengths, caches=True)
            for lengths in ((4, 2), (2, 4))
        }
        plain = process.submit(kpath_jvm.structure, str(recorded / "s"), [2]).result()
    for table in (one.result() for one in tables.values()):
        assert list(table.columns) == list(told["rows"][0])
        for row, one in zip(table.to_dict("records"), told["rows"], strict=True):
            assert {name: None if pd.isna(value) else value for name, value in row.items()} == one
        assert table.attrs == {name: value for name, value in told.items() if name != "rows"}
    assert plain["l1_miss_rate"].isna().all()
    with pytest.raises(kpath_jvm.KpathError, match=r"small\.kpath"):
        kpath_jvm.structure(recorded / "small.kpath")
