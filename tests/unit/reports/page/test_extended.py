"""Tests a method's extended paths on the HTML page."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.extended import extended_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.page.extended import TOLD, extended_document


def document(profile: Profile, method: int = 0, selection: Selection = ALL) -> Any:
    return extended_document(ExtendedRows(select(profile, selection)), method, profile.code(method))


def test_paths_are_grouped_by_loop_with_each_iterations_decisions(tmp_path: Path) -> None:
    found = document(extended_profile(tmp_path))
    assert found["title"] == "Overlapping paths"
    assert [(one["title"], one["count"], one["left"]) for one in found["groups"]] == [
        ("across iterations, loop at line 9", 20, 0), ("into a call, at any site", 4, 0),
    ]  # fmt: skip
    first, second = found["groups"][0]["rows"]
    assert (first["name"], first["count"], first["share"], first["estimate"]) == (
        "X1", 15, 0.75, 22.5,
    )  # fmt: skip
    assert (second["name"], second["blocks"]) == ("X2", [0, 1, 2, 4, 1, 3, 4, 5])
    assert second["parts"] == [
        ["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: no"],
        ["line 9 #1 i % 2 == 0: no", "line 9 #2 i >= n: yes"],
    ]
    # The last decision, which leads back to the loop's header, is shown, too.
    assert first["parts"] == [["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: no"]]
    assert second["all_lines"] == [8, 9, 10, 11, 13, 15, 17]
    (call,) = found["groups"][1]["rows"]
    assert call["other"]["title"] == "demo.Figure3.plain(int)"


def test_a_method_without_extended_paths_has_no_document(tmp_path: Path) -> None:
    assert document(extended_profile(tmp_path), 1) is None


def test_a_loop_is_one_node_in_paths_outside_of_it(tmp_path: Path) -> None:
    """The decisions in the loop's header belong to the paths in the loop."""
    profile = written(
        tmp_path,
        [
            ("window", -1, "entry", "exit", (0, 1, 5), 3),
            ("window", -1, "entry", "exit", (0, 1), 1),
            ("window", 1, "loop 1", "leave 5", (1, 2, 4), 2),
        ],
    )
    found = document(profile)
    assert found["title"] == "Structural paths"
    outline, loop = found["groups"]
    assert (outline["title"], loop["title"]) == (
        "structural path, outside of loops", "structural path, loop at line 9",
    )  # fmt: skip
    assert [row["parts"] for row in outline["rows"]] == [
        [["loop at line 9: left to line 17"]], [["loop at line 9: left to the exit"]],
    ]  # fmt: skip
    assert loop["rows"][0]["parts"] == [["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: yes"]]


def test_only_the_hottest_paths_are_listed(tmp_path: Path) -> None:
    rows = [("iterations", 0, "loop 1", "loop 1", (1, 2, 4), 5 + n) for n in range(TOLD + 3)]
    (group,) = document(written(tmp_path, rows))["groups"]
    assert (len(group["rows"]), group["left"], group["left_count"]) == (TOLD, 3, 5 + 6 + 7)
    assert group["rows"][0]["name"] == "X1"


def test_only_selected_paths_are_listed(tmp_path: Path) -> None:
    profile = extended_profile(tmp_path)
    assert document(profile, 0, Selection(method=("Figure3.plain",))) is None
    assert document(profile, 0, Selection(method=("Figure3.run",))) == document(profile)


def written(directory: Path, rows: list[tuple[Any, ...]]) -> Profile:
    """Returns a profile of ``figure_3()`` that has ``rows`` as extended paths."""
    builder = RecordingBuilder(k=1)
    figure = builder.add(figure_3())
    builder.stream(figure, (6, 3))
    builder.auxiliary(figure, entries=1)
    extended = [ExtendedPath(figure.first_id, number, *row) for number, row in enumerate(rows)]
    recorded = replace(builder.build(directory), extended=extended)
    write_profile(directory / "rows.kpath", recorded, demo_run(workload=None))
    return Profile.open(directory / "rows.kpath")
