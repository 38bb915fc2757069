"""Tests the first fields of a document, which say what the document is about."""

from pathlib import Path

from builders.recordings import demo_profile
from kpath_jvm import Profile, Selection, select
from kpath_jvm.reports.reading import ReadOptions, about


def test_the_first_fields_name_the_profile_and_the_selection(tmp_path: Path) -> None:
    path = demo_profile(tmp_path)
    profile = Profile.open(path)
    whole = about(profile, 4, select(profile, ReadOptions().selection))
    assert whole == {
        "profile": str(path), "title": "dacapo eclipse (stand-in), size default", "thread": None,
        "selection": None, "k": 4, "completeness": profile.completeness.document(),
    }  # fmt: skip
    part = about(profile, 2, select(profile, Selection(method=("Figure3.run",))))
    assert part == whole | {"selection": "method Figure3.run", "k": 2}
