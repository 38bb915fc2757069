"""With a low limit for the size of code, methods of a small program are recorded in less detail."""

import pytest

import kpath_command as kpath
from kpath_jvm import Profile

LIMIT = 64


@pytest.fixture(scope="module")
def profiles(
    classes: str, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Profile, Profile, str]:
    directory = tmp_path_factory.mktemp("ladder")
    found = []
    for name, options in (("full", ()), ("less", ("--code-limit", str(LIMIT)))):
        words = ("run", "-q", "-k", "4", "-o", f"{name}.kpath", *options)
        done = kpath.run(*words, "--", "java", "-cp", classes, "Behaviours", directory=directory)
        assert done.returncode == 0, done.stderr
        assert done.stdout == b"sum 16564994\n"
        found.append(Profile.open(directory / f"{name}.kpath"))
    report = kpath.run("report", "less.kpath", directory=directory)
    return found[0], found[1], report.stdout.decode()


def test_no_method_within_the_limit_grows_beyond_it(
    profiles: tuple[Profile, Profile, str],
) -> None:
    """A method that exceeds the limit even without probes is recorded in full.

    HotSpot never compiles such a method, with probes or without.
    """
    _, less, _ = profiles
    is_small = less.methods["bytes"] <= LIMIT
    small, large = less.methods[is_small], less.methods[~is_small]
    assert (small["instrumented_bytes"] >= small["bytes"]).all()
    assert (small["instrumented_bytes"] <= LIMIT).all()
    assert "entry" in set(small["rung"])
    assert set(large["rung"]) == {"full"}
    assert (large["instrumented_bytes"] > large["bytes"]).all()


def test_what_is_recorded_equals_the_full_recording(
    profiles: tuple[Profile, Profile, str],
) -> None:
    full, less, _ = profiles
    skipped = {(entry.class_name, entry.name) for entry in less.run.skipped}
    compared = 0
    for number, row in less.methods.iterrows():
        assert (row["class"], row["name"]) not in skipped
        other = full.find_method(
            f"{row['class'].replace('/', '.')}.{row['name']}{row['descriptor']}"
        )
        assert row["entries"] == full.methods.loc[other, "entries"]
        if row["rung"] == "entry":
            assert (row["entries_counted"], row["completed"]) == (True, 0)
        else:
            assert less.ngrams(number).equals(full.ngrams(other))
        compared += 1
    assert compared + len(skipped) == len(full.methods)


def test_the_report_mentions_what_is_missing(profiles: tuple[Profile, Profile, str]) -> None:
    _, less, report = profiles
    entry = int((less.methods["rung"] == "entry").sum())
    head = " ".join(report.partition("Hottest loops")[0].split())
    methods = f"{entry} method{'s' * (entry != 1)}"
    assert f"{methods} had no room for all probes: only entries are counted" in head
    assert "Recorded with less" in report
    assert "no paths: huge-method: " in report
