"""Tests packed k-BLPP in cases that its probes handle specially.

The cases are packed words that are divided into pieces, long contexts, and activations whose ends
the probes don't see.
"""

from pathlib import Path

import pandas as pd
import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.harness import default_java_home, run_command

# The program has random paths, a constructor with a loop, and exceptions that leave loops or are
# caught in them. One method has so many paths that they aren't packed.
PROGRAM = """
class Mixed {
  static int seed = 1, sum;
  static int next(int n) { seed = seed * 1103515245 + 12345; return (seed >>> 16) % n; }
  Mixed(int n) { for (int i = 0; i < n; i++) if (next(2) == 0) sum++; }
  static void random(int n) {
    for (int i = 0; i < n; i++) { if (next(2) == 0) sum++; if (next(3) == 0) sum += 2; } }
  static void leaves(int n) {
    for (int i = 0; ; i++) { if (i % 3 == 0) sum++; if (i == n) throw new RuntimeException(); } }
  static void handles(int n) {
    for (int i = 0; i < n; i++)
      try { if (i % 7 == 3) throw new IllegalStateException(); sum++; }
      catch (IllegalStateException e) { sum--; } }
  static void wide(int n) { for (int i = 0; i < n; i++) { CASES } }
  static int deep(int n) { int s = 0; for (int i = 0; i < 3; i++) s += i; return s + deep(n + 1); }
  public static void main(String[] a) {
    random(200000);
    for (int i = 0; i < 300; i++) {
      new Mixed(i % 40); random(i % 50); handles(i); wide(i % 9);
      try { leaves(i % 70); } catch (RuntimeException e) { sum++; }
    }
    END
  }
}
"""
CASES = " ".join("if (next(2) == 0) sum++;" for _ in range(22))


def recorded(tmp_path: Path, profiler: str, k: int, end: str) -> Path:
    kpath.ensure_jars()
    source = tmp_path / "Mixed.java"
    source.write_text(PROGRAM.replace("CASES", CASES).replace("END", end))
    output = tmp_path / profiler
    options = f"profiler={profiler},k={k},max-paths=4194304,output={output}"
    agent = f"-javaagent:{require_jars().agent}={options}"
    done = run_command([str(default_java_home() / "bin/java"), "-Xverify:all", agent, str(source)])
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    return output


def profile_of(recording: Path) -> Profile:
    profile = recording.with_suffix(".kpath")
    build(BuildRequest(recording, None, profile, False, EngineOptions()))
    return Profile.open(profile)


def by_names(profile: Profile) -> pd.DataFrame:
    """Returns the nodes of the k-IPF, sorted by depth, method name, parent and path.

    A parent is given as its row among the nodes of its depth. Methods are given by name, because
    their numbers may differ from profiler to profiler.
    """
    names = profile.methods.set_index("method")["name"]
    assert names.is_unique
    nodes = profile.ipf.assign(method=profile.ipf["method"].map(names))
    places = pd.Series([-1], index=[-1])
    levels = []
    for _, level in nodes.groupby("depth"):
        ordered = level.assign(parent=level["parent"].map(places)).sort_values(
            ["method", "parent", "path"], ignore_index=True
        )
        places = pd.Series(ordered.index, index=ordered["node"])
        levels.append(ordered.drop(columns="node"))
    return pd.concat(levels, ignore_index=True)


@pytest.mark.parametrize("k", [2, 9, pytest.param(64, marks=pytest.mark.slow)])
def test_counts_are_those_of_k_blpp(k: int, tmp_path: Path) -> None:
    packed, plain = (
        profile_of(recorded(tmp_path, name, k, "")) for name in ("k-blpp-packed", "k-blpp")
    )
    pd.testing.assert_frame_equal(by_names(packed), by_names(plain))
    assert packed.run.completeness.verdict == "exact"
    figures = packed.run.inline
    assert figures is not None
    assert figures.hash_operations is not None
    assert figures.hash_operations < figures.items / 2


def test_the_verdict_names_a_method_that_had_not_ended(tmp_path: Path) -> None:
    profile = profile_of(recorded(tmp_path, "k-blpp-packed", 4, "System.exit(0);"))
    assert profile.run.completeness.verdict == "truncated"
    assert any("Mixed.main had not ended" in why for why in profile.run.completeness.reasons)


def test_paths_are_counted_or_reported_as_lost_when_the_stack_overflows(tmp_path: Path) -> None:
    end = "for (int i = 0; i < 20; i++) try { deep(0); } catch (StackOverflowError e) { sum++; }"
    profile = profile_of(recorded(tmp_path, "k-blpp-packed", 4, end))
    figures = profile.run.inline
    assert figures is not None
    lost = figures.word_lost > 0
    assert profile.run.completeness.verdict == ("lower bounds" if lost else "exact")
    assert profile.methods.set_index("name").loc["deep", "completed"] > 3000
