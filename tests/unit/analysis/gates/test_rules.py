"""Rules on a made-up profile: figures by hand."""

from pathlib import Path
from typing import Any

import pytest

from builders.branching import branching_profile
from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.gates.rules import Rule, Verdict, check
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.errors import KpathError


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    run = Version().walked(LEFT, LEFT, RIGHT).walked(LEFT)
    return versions_profile(tmp_path, "p", run, Version(name="other").walked(), Version(name="no"))


def value(profile: Profile, figure: Any, where: str, **more: Any) -> float | None:
    (found,) = check(profile, [Rule(figure, where, "a rule", **more)])
    return found.value


@pytest.mark.parametrize(
    ("figure", "where", "more", "expected"),
    [
        # Ten instructions a block: 15 blocks and 7 of run, 3 of other.
        ("bytecodes", "Work.run", {}, 220),
        ("share", "run", {}, 220 / 250),
        ("share", "Work.*", {}, 1),
        ("entries", "run", {}, 2),
        ("entries", "no", {}, 0),
        # Block b is on line b + 1.
        ("iterations", "run:2", {}, 2),
        ("iterations", "no:2", {}, None),
        ("outcome", "run:3", {}, 0.75),
        ("outcome", "run:3", {"answer": "no"}, 0.25),
        ("outcome", "run:3", {"ordinal": 1}, 0.75),
        ("path", "run", {"through": (4,)}, 3),
        ("path", "run", {"through": (2, 5, 6)}, 1),
        # In that order.
        ("path", "run", {"through": (6, 5)}, 0),
        ("path", "run", {"through": (4, 5)}, 0),
        ("share", "nowhere", {"may_be_missing": True}, 0),
    ],
)
def test_figures(
    profile: Profile, figure: str, where: str, more: dict[str, Any], expected: float | None
) -> None:
    assert value(profile, figure, where, **more) == expected


@pytest.mark.parametrize(
    ("figure", "where", "more", "message"),
    [
        ("share", "nowhere", {}, "rule 'a rule': no method nowhere in the profile"),
        ("iterations", "run:3", {}, "no loop begins at line 3 of run"),
        ("iterations", "run", {}, "'run' is no line; write 42"),
        ("outcome", "run:4", {}, "no branch at line 4 of run"),
        ("outcome", "run:99", {}, "no code at line 99 of run"),
        ("outcome", "run:3", {"ordinal": 2}, "no branch #2 at run:3"),
        ("outcome", "run:3", {"answer": "7"}, "no answer '7'; there are: yes, no"),
    ],
)
def test_places_that_mean_nothing(
    profile: Profile, figure: str, where: str, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(KpathError) as failure:
        value(profile, figure, where, **more)
    assert message in str(failure.value)
    assert failure.value.exit_status == 2


def test_a_switch_is_answered_by_keys(tmp_path: Path) -> None:
    profile = Profile.open(branching_profile(tmp_path))
    rows = profile.decisions
    (at,) = rows.index[rows["operator"] == "switch"]
    method, block = (int(rows.loc[at, name]) for name in ("method", "block"))
    line = profile.code(method).lines.of_block(block)[-1]
    name = profile.methods.loc[method, "name"]
    (row,) = [one for one in branch_outcomes(profile, method) if one.block == block]
    shares = dict(zip(row.targets, row.shares, strict=True))
    assert len(set(shares.values())) > 1
    answers = [*map(str, rows.loc[at, "keys"]), "default"]
    for answer, target in zip(answers, rows.loc[at, "targets"], strict=True):
        assert value(profile, "outcome", f"{name}:{line}", answer=answer) == shares[target]


@pytest.mark.parametrize(
    ("figure", "least", "most", "kept"),
    [
        (5, None, 5, True), (5, None, 4.9, False), (5, 5, None, True), (5, 5.1, None, False),
        (5, 1, 9, True), (None, 1, 9, True),
    ],
)  # fmt: skip
def test_bounds(figure: float | None, least: float | None, most: float | None, kept: bool) -> None:
    assert Verdict(Rule("share", "m", "r", least, most), figure).is_kept == kept
