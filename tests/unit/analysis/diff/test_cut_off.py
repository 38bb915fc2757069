"""Tests the number of a method's paths that were cut off on each side, in all and per entry."""

from dataclasses import replace
from pathlib import Path

from builders.methods import entries_only
from builders.versions import LEFT, Version, versions_profile
from builders.worlds.profiled import INLINE
from kpath_jvm.analysis.diff.cut_off import cut_off, cut_off_per_entry
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods


def pairs(directory: Path, *cut: int, **run: object) -> dict[str, MethodPair]:
    """Returns the methods of two sides, in pairs, by name.

    In run ``i`` of the new side, exceptions left the method run() ``cut[i]`` times. Only the new
    side has the method other().
    """
    other = Version(name="other").walked(LEFT)
    base = Side([versions_profile(directory, "base", Version().walked(LEFT, times=9), **run)])
    new = Side(
        [
            versions_profile(
                directory, f"new{at}", replace(Version().walked(LEFT, times=6), escapes=number),
                other, entered=[(entries_only(), 3)], **run,
            )
            for at, number in enumerate(cut)
        ]
    )  # fmt: skip
    return {pair.known.name: pair for pair in match_methods(base, new)}


def test_paths_cut_off_are_given_in_all_and_per_entry(tmp_path: Path) -> None:
    found = pairs(tmp_path, 2, 6)
    assert cut_off(found["run"]) == Figure((0.0,), (2.0, 6.0))
    assert cut_off_per_entry(found["run"], (1, 2)) == Figure((0.0,), (0.25, 0.5))
    # If a side lacks the method, the figure is 0 in each of the side's runs.
    assert cut_off_per_entry(found["other"], (1, 2)) == Figure((0.0,), (0.0, 0.0))


def test_unknown_figures_are_none(tmp_path: Path) -> None:
    # Only the entries of the method ``table`` were counted.
    assert cut_off_per_entry(pairs(tmp_path, 1)["table"], (1, 1)) is None
    (tmp_path / "inline").mkdir()
    found = pairs(tmp_path / "inline", 1, inline=INLINE)
    assert cut_off(found["run"]) is None
    assert cut_off_per_entry(found["run"], (1, 1)) is None
