"""--scope loops: methods with loops are recorded as with all, and nothing else is."""

import pandas as pd
import pytest

import kpath_command as kpath
from kpath_jvm import Profile

Recorded = dict[str, tuple[Profile, str]]


@pytest.fixture(scope="module")
def recorded(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """The profiles of both scopes with what their reports say."""
    directory = tmp_path_factory.mktemp("scope")
    found = {}
    for scope in ("all", "loops"):
        words = ("run", "-q", "-k", "4", "--scope", scope, "-o", f"{scope}.kpath")
        done = kpath.run(*words, "--", "java", "-cp", classes, "Behaviours", directory=directory)
        assert done.returncode == 0, done.stderr
        assert done.stdout == b"sum 16564994\n"
        report = kpath.run("report", f"{scope}.kpath", directory=directory).stdout.decode()
        found[scope] = Profile.open(directory / f"{scope}.kpath"), report
    return found


def _with_loops(profile: Profile) -> pd.Series:
    return profile.methods.index.to_series().isin(profile.loops["method"])


def test_what_is_in_scope_is_recorded_as_ever(recorded: Recorded) -> None:
    everything, loops = recorded["all"][0], recorded["loops"][0]
    assert len(loops.methods) == _with_loops(everything).sum() > 0
    for number, row in loops.methods.iterrows():
        name = f"{row['class'].replace('/', '.')}.{row['name']}{row['descriptor']}"
        other = everything.find_method(name)
        for column in ("entries", "completed", "abandoned"):
            assert row[column] == everything.methods.loc[other, column]
        assert loops.ngrams(number).equals(everything.ngrams(other))


def test_what_is_not_in_scope_is_listed(recorded: Recorded) -> None:
    everything, loops = recorded["all"][0], recorded["loops"][0]
    left = [entry for entry in loops.run.skipped if entry.reason == "out-of-scope: it has no loop"]
    assert len(left) == (~_with_loops(everything)).sum() > 0


def test_the_report_says_so(recorded: Recorded) -> None:
    heads = {scope: " ".join(report.split()) for scope, (_, report) in recorded.items()}
    assert "only methods with loops (--scope loops)" in heads["loops"]
    assert "out-of-scope (" in heads["loops"]
    assert "scope" not in heads["all"]
