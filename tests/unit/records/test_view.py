"""Tests how a profile describes itself."""

from pathlib import Path

from builders.recordings import demo_profile
from kpath_jvm import Profile


def test_one_line_says_what_it_is_of_and_how_exact(tmp_path: Path) -> None:
    path = demo_profile(tmp_path)
    assert repr(Profile.open(path)) == (
        f"<Profile {path} of dacapo eclipse (stand-in), size default: k 4, completeness exact, "
        "methods 7, executed paths 21, k-IPF nodes 60>"
    )


def test_the_table_for_jupyter_is_escaped(tmp_path: Path) -> None:
    hostile = ("java", "<script>alert(1)</script>\x1b[31m")
    profile = Profile.open(demo_profile(tmp_path, command=hostile, workload=None))
    shown = profile._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "\x1b" not in shown + repr(profile)
    assert shown.count("<tr>") == shown.count("</tr>") == 7
