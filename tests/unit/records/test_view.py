"""Tests how a profile describes itself."""

from pathlib import Path

from builders.recordings import demo_profile
from kpath_jvm import Profile, Selection, select
from kpath_jvm.reports.summary import ReportOptions, summarise


def test_repr_names_the_program_and_the_verdict(tmp_path: Path) -> None:
    path = demo_profile(tmp_path)
    assert repr(Profile.open(path)) == (
        f"<Profile {path} of dacapo eclipse (stand-in), size default: k 4, completeness exact, "
        "methods 6 (7 versions), executed paths 18, k-IPF nodes 51>"
    )


def test_repr_has_the_reports_sizes(tmp_path: Path) -> None:
    """The versions of a method count as one method; their paths and nodes are added up."""
    profile = Profile.open(demo_profile(tmp_path))
    told = summarise(profile, ReportOptions())["profiled"]
    assert told["versions"] == len(profile.method_rows) > told["methods"]
    paths = f"executed paths {told['paths_executed']}, k-IPF nodes {told['ipf_nodes']}>"
    assert f"methods {told['methods']} ({told['versions']} versions), {paths}" in repr(profile)
    assert f"methods {told['methods']}, {paths}" in repr(profile.merged())
    assert f">{told['methods']} ({told['versions']} versions)</td>" in profile._repr_html_()


def test_repr_of_a_selection_has_the_selections_sizes(tmp_path: Path) -> None:
    whole = Profile.open(demo_profile(tmp_path))
    assert ", methods 1, " in repr(select(whole, Selection(method=("stuck",))).profile)


def test_the_table_for_jupyter_is_escaped(tmp_path: Path) -> None:
    hostile = ("java", "<script>alert(1)</script>\x1b[31m")
    profile = Profile.open(demo_profile(tmp_path, command=hostile, workload=None))
    shown = profile._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "\x1b" not in shown + repr(profile)
    assert shown.count("<tr>") == shown.count("</tr>") == 7
