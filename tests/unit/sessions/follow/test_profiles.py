"""Tests that a merged profile of several JVMs says only once why a class was left out."""

from pathlib import Path

from msgspec.structs import replace

from builders.checked import checked
from builders.recordings import demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.run import RunRecord
from kpath_jvm.sessions.follow.profiles import write_whole

HIDDEN = {"kind": "skipped", "class": "a/Plug", "name": None, "descriptor": None, "reason": "why"}


def _profile(parts: Path, name: str, loader: str) -> Profile:
    recorded = demo_recording().build(parts.parent)
    with recorded.methods_path.open("a") as file:
        file.write(checked({**HIDDEN, "loader": loader}))
    write_profile(parts / name, recorded, demo_run())
    return Profile.open(parts / name)


def _left_out(tmp_path: Path, *loaders: str) -> list[str]:
    parts = tmp_path / "-".join(("parts", *loaders))
    parts.mkdir()
    found = [_profile(parts, f"{at}.kpath", loader) for at, loader in enumerate(loaders)]
    run: RunRecord = replace(demo_run(), jvms=())
    output = tmp_path / f"{len(loaders)}.kpath"
    write_whole(output, found, run, parts, force=False)
    skipped = Profile.open(output).run.skipped
    return [entry.loader for entry in skipped if entry.class_name == "a/Plug"]


def test_reasons_of_several_jvms_are_listed_once(tmp_path: Path) -> None:
    assert _left_out(tmp_path, "a.Loader@1f", "a.Loader@2e", "app") == ["a.Loader", "app"]


def test_a_loader_of_one_jvm_keeps_its_whole_name(tmp_path: Path) -> None:
    assert _left_out(tmp_path, "a.Loader@1f") == ["a.Loader@1f"]
