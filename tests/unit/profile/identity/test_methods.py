"""Tests a method's identity: its name, its version, and which differences between loaders count."""

from pathlib import Path
from typing import Any

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.identity.methods import (
    Loaders,
    MethodName,
    MethodNumbers,
    MethodVersion,
    names_of,
    versions_of,
)
from kpath_jvm.profile.writer import write_profile

LOADERS = ("web@1", "web@2", "app")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("app", "app"), ("a.B$Loader@1a2b", "a.B$Loader"), ("a@b.C", "a@b.C"), ("x@y@12", "x@y")],
)
def test_loaders_are_identified_by_their_class(name: str, kind: str) -> None:
    assert Loaders.KINDS.name_of(name) == kind
    assert Loaders.EACH.name_of(name) == name
    assert Loaders.NONE.name_of(name) == ""


def profile(directory: Path, *changes: dict[str, Any]) -> Profile:
    """Writes a profile of versions of ``figure_3()``, one for each of the given changes."""
    builder = RecordingBuilder()
    for one in changes:
        builder.add(figure_3(**one))
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


@pytest.mark.parametrize(
    ("loaders", "wanted"),
    [
        (Loaders.EACH, [0, 1, 2]),
        (Loaders.KINDS, [0, 0, 1]),
        (Loaders.NONE, [0, 0, 0]),
    ],
)
def test_loaders_distinguish_versions(tmp_path: Path, loaders: Loaders, wanted: list[int]) -> None:
    found = profile(tmp_path, *({"loader": one} for one in LOADERS))
    numbers, new = MethodNumbers().add(versions_of(found.table("methods"), loaders))
    assert numbers.tolist() == wanted
    assert new == [wanted.index(number) for number in sorted(set(wanted))]


@pytest.mark.parametrize(
    "changes",
    [{"digest": "other"}, {"name": "other"}, {"descriptor": "()V"}, {"cuts": [(0, 1)]}],
)
def test_a_difference_makes_another_version(tmp_path: Path, changes: dict[str, Any]) -> None:
    found = profile(tmp_path, {}, changes)
    one, other = versions_of(found.table("methods"), Loaders.NONE)
    assert one != other
    assert (one.of_any_file == other.of_any_file) == ("digest" in changes)
    assert (one.named == other.named) == ("digest" in changes or "cuts" in changes)
    assert (one.declaring == other.declaring) == ("digest" not in changes)
    assert names_of(found.table("methods")) == [one.named, other.named]


def test_numbers_continue_from_profile_to_profile() -> None:
    def version(name: str) -> MethodVersion:
        return MethodVersion("a/C", name, "()V", "1", "app", "2", 8)

    numbers = MethodNumbers()
    assert numbers.get(version("x")) is None
    found, new = numbers.add(map(version, "xyx"))
    assert (found.tolist(), new) == ([0, 1, 0], [0, 1])
    found, new = numbers.add(map(version, "zy"))
    assert (found.tolist(), new) == ([2, 1], [0])
    assert [one.named for one in numbers.known] == [
        MethodName("a/C", name, "()V") for name in "xyz"
    ]
    assert numbers.get(version("y")) == 1
