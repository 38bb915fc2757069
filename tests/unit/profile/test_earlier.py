"""Tests that an earlier profile is set aside, and kept until the new profile is written."""

from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.earlier import EarlierProfile, earlier_set_aside


def recorded(directory: Path) -> Path:
    return versions_profile(directory, "p", Version().walked(LEFT)).path


def names(directory: Path) -> list[str]:
    return sorted(one.name for one in directory.iterdir() if one.name.startswith("p.kpath"))


def test_an_earlier_profile_is_renamed_if_writing_fails(tmp_path: Path) -> None:
    for number in ("", "-2", "-3"):
        place = recorded(tmp_path)
        with (
            pytest.raises(KpathError) as failure,
            earlier_set_aside(place, replace=True),
        ):
            raise KpathError("no", 125)
        assert str(failure.value) == f"no; the earlier profile is {place}.earlier{number} now"
        assert failure.value.messages == (str(failure.value),)
        assert failure.value.exit_status == 125
    assert names(tmp_path) == ["p.kpath.earlier", "p.kpath.earlier-2", "p.kpath.earlier-3"]


def test_a_new_profile_survives_a_later_error(tmp_path: Path) -> None:
    place = recorded(tmp_path)

    def replaced() -> None:
        with earlier_set_aside(place, replace=True):
            place.rename(tmp_path / "gone")
            recorded(tmp_path)
            raise KpathError("later")

    with pytest.raises(KpathError, match=r"^later$"):
        replaced()
    assert names(tmp_path) == ["p.kpath"]


def test_an_earlier_profile_is_dropped_for_the_new_one(tmp_path: Path) -> None:
    place = recorded(tmp_path)
    earlier = EarlierProfile(place, replace=True)
    earlier.set_aside()
    assert names(tmp_path) == ["p.kpath.earlier"]
    earlier.drop()
    assert names(tmp_path) == []
    assert earlier.told() == ""


@pytest.mark.parametrize("replace", [True, False])
def test_a_directory_that_may_not_be_replaced_stays(tmp_path: Path, replace: bool) -> None:
    """Without --force nothing is touched. With --force, only a profile may be replaced."""
    place = tmp_path / "p.kpath"
    if replace:
        place.mkdir()
    else:
        recorded(tmp_path)
    with pytest.raises(KpathError, match=r"^no$"), earlier_set_aside(place, replace=replace):
        raise KpathError("no")
    assert names(tmp_path) == ["p.kpath"]


def test_an_earlier_profile_that_cannot_be_renamed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = recorded(tmp_path)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    told = EarlierProfile(place, replace=True).told()
    assert told == (
        f"; {place} is still the earlier profile, which can't be renamed: Permission denied"
    )
    with (
        pytest.raises(KpathError) as failure,
        earlier_set_aside(place, replace=True) as earlier,
    ):
        earlier.make_way()
    assert str(failure.value) == (
        f"the new profile can't be named {place}, so nothing was run; choose another name with -o"
        f"{told}"
    )
