"""Profiles are the same whether classes are instrumented or taken from the class cache."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from oracle.harness import compile_java

#: Sets of options. With each set, the agent instruments classes differently.
OPTIONS = (
    (),
    ("--profiler", "k-blpp-packed", "-k", "4"),
    pytest.param(("--no-packing",), marks=pytest.mark.slow),
    pytest.param(("--scope", "loops"), marks=pytest.mark.slow),
    pytest.param(("--cut", "loop-header"), marks=pytest.mark.slow),
)


def packs(caches: Path) -> list[Path]:
    return sorted((caches / "kpath-jvm" / "classes").glob("*.classes"))


def profiled(classes: str, directory: Path, *words: str, main: tuple[str, ...]) -> Profile:
    """Records a program, with the class cache in the directory, and returns the profile."""
    done = kpath.run(
        "run", "-q", "--no-report", "--force", "-o", "p.kpath", *words, "--", "java", "-cp",
        classes, *main, directory=directory, extra={"XDG_CACHE_HOME": str(directory / "caches")},
    )  # fmt: skip
    assert (done.returncode, kpath.own_lines(done.stderr)) == (0, []), done.stderr
    return Profile.open(directory / "p.kpath")


def content(profile: Profile) -> Iterator[pd.DataFrame]:
    """Yields the tables that are compared.

    The number at the end of a loader's name is dropped, because it differs from run to run.
    """
    methods = profile.methods.copy()
    methods["loader"] = methods["loader"].str.partition("@")[0]
    yield methods
    yield profile.paths
    yield profile.loops
    for number in methods.index:
        yield profile.ngrams(number)


def assert_same(one: Profile, other: Profile) -> None:
    for left, right in zip(content(one), content(other), strict=True):
        pd.testing.assert_frame_equal(left, right)
    assert str(one.run.completeness.verdict) == str(other.run.completeness.verdict) == "exact"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a directory whose cache several tests share. Each test uses different options."""
    return tmp_path_factory.mktemp("shared")


@pytest.mark.parametrize("words", OPTIONS, ids=lambda words: " ".join(words) or "defaults")
def test_cached_classes_give_the_same_profile(
    classes: str, shared: Path, words: tuple[str, ...]
) -> None:
    main = ("Behaviours",)
    before = len(packs(shared / "caches"))
    without = profiled(classes, shared, *words, "--class-cache", "0", main=main)
    assert len(packs(shared / "caches")) == before
    filling = profiled(classes, shared, *words, main=main)
    kept = {path: path.stat().st_size for path in packs(shared / "caches")}
    assert len(kept) == before + 1
    cached = profiled(classes, shared, *words, main=main)
    assert {path: path.stat().st_size for path in packs(shared / "caches")} == kept
    assert_same(without, filling)
    assert_same(without, cached)


@pytest.mark.slow
def test_cached_classes_get_other_ids_and_loaders(classes: str, tmp_path: Path) -> None:
    # In this run, Behaviours is loaded first. In the later runs, it is loaded after other classes,
    # and by two loaders.
    profiled(classes, tmp_path, main=("Behaviours",))
    for order in ((), ("own",)):
        main = ("Twice", classes, *order)
        cached = profiled(classes, tmp_path, main=main)
        without = profiled(classes, tmp_path, "--class-cache", "0", main=main)
        assert_same(without, cached)
        assert cached.methods["class"].eq("Behaviours").sum() % 2 == 0


@pytest.mark.slow
def test_a_damaged_cache_is_replaced(classes: str, tmp_path: Path) -> None:
    main = ("Behaviours",)
    first = profiled(classes, tmp_path, main=main)
    (pack,) = packs(tmp_path / "caches")
    whole = pack.read_bytes()
    for place in (2, len(whole) // 2):
        (pack,) = packs(tmp_path / "caches")
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        pack.write_bytes(damaged)
        assert_same(first, profiled(classes, tmp_path, main=main))
        assert b"".join(path.read_bytes() for path in packs(tmp_path / "caches")) == whole


@pytest.mark.slow
def test_a_changed_class_is_instrumented_again(tmp_path: Path) -> None:
    source = tmp_path / "Same.java"
    counts = []
    for limit in (3, 30):
        source.write_text(
            "class Same { public static void main(String[] a) {"
            f" for (int i = 0; i < {limit}; i++) {{ }} }} }}\n"
        )
        compile_java([source], tmp_path)
        profile = profiled(str(tmp_path), tmp_path, main=("Same",))
        counts.append(profile.methods.loc[profile.find_method("Same.main"), "completed"])
    assert counts == [4, 31]


def test_an_unusable_cache_is_logged(classes: str, tmp_path: Path) -> None:
    (tmp_path / "caches").touch()
    done = kpath.run_agent_alone(
        classes,
        "Behaviours",
        directory=tmp_path,
        extra={"XDG_CACHE_HOME": str(tmp_path / "caches")},
    )
    assert done.returncode == 0
    log = (tmp_path / "app.recording" / "agent.log").read_text("utf-8")
    assert "instrumented classes aren't kept for other runs: " in log
    assert len(log.splitlines()) == 1
