"""Tests what the HTML page says about which iteration follows which."""

from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.nested import nested_profile
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.page import iterations
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.page.iterations import iteration_documents
from kpath_jvm.reports.page.loops import loop_documents


def test_nodes_have_the_names_of_paths(profile: Profile, figure: int) -> None:
    names = names_of_paths(profile, figure)
    loops = loop_documents(profile, figure, names, None)
    document = iteration_documents(profile, figure, names, 4, loops)
    assert (document["why_not"], document["left"]) == (None, 0)
    (flow,) = document["flows"]
    # The stream is 6 2 0 0 2 2 0 0 2 2 0 0 2 3. A is path 0, and B is path 2.
    assert flow["nodes"] == [
        ["entry", "entry", 1, 0],
        *(["path", names[path], count, 1] for path, count in ((0, 6), (2, 6), (3, 1), (6, 1))),
        ["exit", "exit", 1, 0],
    ]
    assert flow["arrows"] == [
        [0, 4, 1], [1, 1, 3], [1, 2, 3], [2, 1, 3], [2, 2, 2], [2, 3, 1], [3, 5, 1], [4, 2, 1],
    ]  # fmt: skip
    assert (flow["completions"], flow["steps"]) == (14, 13)


def test_exceptions_that_a_loop_catches_are_named(profile: Profile) -> None:
    method = profile.find_method("Shaky$Inner.retry")
    names = names_of_paths(profile, method)
    document = iteration_documents(
        profile, method, names, 4, loop_documents(profile, method, names, None)
    )
    (flow,) = document["flows"]
    kinds = {kind: (label, count) for kind, label, count, _ in flow["nodes"] if kind != "path"}
    assert kinds["caught"] == ("caught", 2)


def test_flows_need_pairs_of_paths(profile: Profile, figure: int) -> None:
    names = names_of_paths(profile, figure)
    loops = loop_documents(profile, figure, names, None)
    document = iteration_documents(profile, figure, names, 1, loops)
    assert document["flows"] == []
    assert "k = 1" in document["why_not"]


def test_the_costliest_loops_are_drawn(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    names = names_of_paths(profile, 0)
    loops = loop_documents(profile, 0, names, None)
    document = iteration_documents(profile, 0, names, 4, loops)
    order = sorted(loops, key=lambda one: -one["cost"])
    assert [flow["loop"] for flow in document["flows"]] == [one["loop"] for one in order]
    many = [{**order[0], "cost": cost} for cost in range(iterations.MOST_LOOPS + 3)]
    document = iteration_documents(profile, 0, names, 4, many)
    assert len(document["flows"]) == iterations.MOST_LOOPS
    assert document["left"] == 3


def test_flows_do_not_depend_on_the_selection(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    whole = page_document(profile, PageOptions())
    flows = {
        flow["loop"]: flow
        for method in whole.methods
        for flow in method["iterations"]["flows"]
        if len(method["loops"]) == 2
    }
    part = page_document(
        profile, PageOptions(selection=Selection(method=("Nested.run",), loop=("31",)))
    )
    (method,) = part.methods
    shown = {flow["loop"]: flow for flow in method["iterations"]["flows"]}
    assert shown[1] == flows[1]


@pytest.mark.parametrize(
    ("profiler", "words"),
    [
        ("stream", "A path that is “not counted” wasn't completed."),
        ("kiter", "is beyond a back edge across which the profiler counts no sequences"),
    ],
)
def test_the_text_on_uncounted_iterations_depends_on_the_profiler(
    tmp_path: Path, profiler: str, words: str
) -> None:
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(figure_3()), [6, 2, 2])
    run = demo_run(options={"profiler": profiler})
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), run)
    found = Profile.open(tmp_path / "it.kpath")
    (method,) = found.method_rows.numbers.tolist()
    names = names_of_paths(found, method)
    document = iteration_documents(
        found, method, names, 4, loop_documents(found, method, names, None)
    )
    assert ["uncounted-after", "not counted", 1, 0] in document["flows"][0]["nodes"]
    assert words in document["uncounted"]
