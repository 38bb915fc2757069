"""Tests what the HTML page says about the whole profile."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.looping import profile_of, random_program
from builders.methods import FIGURE_3_STREAM, entries_only, figure_3, plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.settled import settled_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.run import JvmEntry, ThreadEntry
from kpath_jvm.reports.loop_words import over_all_loops, share_of_loops
from kpath_jvm.reports.output import as_sentence
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise


@pytest.fixture
def opened(demo: Path) -> Profile:
    return Profile.open(demo)


def test_the_document_has_only_plain_values(opened: Profile) -> None:
    document = page_document(opened, PageOptions())
    assert document.title == "dacapo eclipse (stand-in), size default"
    for part in (document.whole, *document.methods):
        assert json.loads(json.dumps(part, allow_nan=False)) == part


def test_methods_are_listed_by_cost_and_each_has_its_details(opened: Profile) -> None:
    document = page_document(opened, PageOptions())
    methods, merged = document.whole["methods"], opened.merged()
    assert methods["cost"] == sorted(methods["cost"], reverse=True)
    total = Costs(merged).total
    assert document.whole["totals"]["cost"] == total == sum(methods["cost"])
    entered = {row["method"] for row in merged.method_rows if row["entries"] or row["completed"]}
    assert len(methods["title"]) == len(entered) == document.whole["totals"]["entered"]
    shown = [page for page in methods["page"] if page >= 0]
    assert shown == list(range(len(document.methods)))
    for place, page in enumerate(methods["page"]):
        assert (page >= 0) == (methods["completed"][place] > 0)
        if page >= 0:
            counts = document.methods[page]["paths"]["counts"]
            assert sum(counts) == methods["completed"][place]
            assert len(counts) == methods["paths"][place]


def test_loops_name_their_methods(opened: Profile) -> None:
    whole = page_document(opened, PageOptions()).whole
    titles = {whole["methods"]["title"][loop["method"]] for loop in whole["loops"]}
    assert "demo.Figure3.run(int)" in titles
    assert sum(loop["cost"] for loop in whole["loops"]) <= whole["totals"]["cost"]


def test_loops_of_methods_without_details_are_counted(opened: Profile) -> None:
    every = page_document(opened, PageOptions()).whole
    assert every["totals"]["loops"] == len(every["loops"]) >= 3
    one = page_document(opened, PageOptions(top=1)).whole
    assert one["totals"]["loops"] == every["totals"]["loops"] > len(one["loops"])
    assert one["totals"]["detailed"] == 1


def test_the_hottest_loops_are_those_of_the_whole_profile(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.stream(builder.add(figure_3()), FIGURE_3_STREAM)
    costly = builder.add(plain(mode=figure_3().mode, counters=figure_3().counters))
    builder.stream(costly, *[[0]] * 1000)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    page = page_document(profile, PageOptions(top=1)).whole
    (loop,) = summarise(profile, ReportOptions(top=1))["loops"]
    assert page["methods"]["title"][0] != loop["title"]
    (shown,) = page["loops"]
    assert (page["methods"]["title"][shown["method"]], shown["loop"]) == (
        loop["title"],
        loop["number"],
    )
    assert page["loops_ranked"] == 1
    assert page["methods"]["page"] == [0, 1]


def test_texts_about_loops_are_the_same_as_in_reports(opened: Profile) -> None:
    demo = page_document(opened, PageOptions()).whole
    summary = summarise(opened, ReportOptions())
    told = share_of_loops(summary["work"], summary["known"])
    assert demo["about_loops"][0] == as_sentence(told)
    with profile_of(random_program(40, 0.01), 3) as profile:
        page = page_document(profile, PageOptions(top=1000)).whole
        reported = summarise(profile, ReportOptions())
        ways = over_all_loops(reported)
        assert " loops listed, weighted" in ways
        assert page["about_loops"][1] == as_sentence(
            ways.replace(" loops listed", " loops that cost most")
        )
        # With a smaller k, the page says the same as a report with that k.
        shorter = page_document(profile, PageOptions(k=2, top=1000))
        reported = summarise(profile, ReportOptions(k=2, top=1000))["loops"]
        rows = {(one["title"], one["number"]): one["next_iteration"] for one in reported}
        titles = shorter.whole["methods"]["title"]
        assert rows == {
            (titles[one["method"]], one["loop"]): one["next_iteration"]
            for one in shorter.whole["loops"]
        }


def test_the_extent_of_the_page_is_given(opened: Profile) -> None:
    document = page_document(opened, PageOptions(top=1, nodes=3))
    assert len(document.methods) == 1
    assert (
        "has details of 1 of them: of the 1 method that cost most (--top)"
        in (document.whole["extent"])
    )
    assert "at most 3 sequences of each method (--nodes)" in document.whole["extent"]
    no_page = document.whole["methods"]["no_page"]
    assert no_page[1][0] == "not in --top"
    assert "details of the 1 method that cost most" in no_page[1][1]
    assert ["no paths", "No path of this method was completed."] in no_page
    assert len(document.whole["methods"]["title"]) > 2


def test_unprofiled_and_partly_profiled_methods_are_listed(tmp_path: Path, opened: Profile) -> None:
    whole = page_document(opened, PageOptions()).whole
    assert whole["not_profiled"]["asked"] == "Not asked for: the JDK; excluded: demo.generated.*"
    assert {"reason": "no code: native", "classes": 0, "methods": 2} in (
        whole["not_profiled"]["reasons"]
    )
    builder = RecordingBuilder()
    method = builder.add(entries_only())
    builder.auxiliary(method, entries=5)
    target = tmp_path / "less.kpath"
    write_profile(target, builder.build(tmp_path), demo_run())
    less = page_document(Profile.open(target), PageOptions()).whole
    assert less["with_less"] == [
        {
            "title": "demo.Large.table(int)",
            "meaning": "only entries are counted, no paths",
            "reason": "huge-method: 9000 bytes with probes, but --code-limit is 8000",
            "entries": 5,
        }
    ]
    assert less["methods"]["no_page"] == [
        ["only entries", "No paths of this method are recorded, only its entries are counted."]
    ]
    assert less["loops"] == []


def test_a_profile_without_entries_has_a_message(tmp_path: Path, opened: Profile) -> None:
    assert page_document(opened, PageOptions()).whole["empty"] is None
    builder = RecordingBuilder()
    builder.add(figure_3())
    target = tmp_path / "empty.kpath"
    write_profile(target, builder.build(tmp_path), demo_run())
    whole = page_document(Profile.open(target), PageOptions()).whole
    assert whole["empty"].startswith("No method was entered while it was recorded")
    assert whole["totals"]["entered"] == 0


def test_notes_name_uncounted_paths(opened: Profile) -> None:
    methods = page_document(opened, PageOptions()).whole["methods"]
    notes = dict(zip(methods["title"], methods["notes"], strict=True))
    assert notes["demo.Figure3.run(int)"] == []
    assert notes["demo.Tangle.spin(int, int)"] == [
        "Irreducible: some of its loops have several entries."
    ]
    (lost,) = notes["demo.Shaky.stuck()"]
    assert lost.startswith("Paths that aren't counted here: 1 ")


def test_a_selection_is_named_and_has_its_own_totals(opened: Profile) -> None:
    options = PageOptions(selection=Selection(method=("Figure3.run",)))
    whole = page_document(opened, options).whole
    assert whole["methods"]["title"] == ["demo.Figure3.run(int)"]
    assert whole["shown"] == "method Figure3.run"
    assert whole["totals"]["cost"] < whole["totals"]["all_cost"]
    everything = page_document(opened, PageOptions()).whole
    assert everything["shown"] is None
    assert everything["totals"]["cost"] == everything["totals"]["all_cost"]
    assert everything["totals"]["all_cost"] == whole["totals"]["all_cost"]


def test_texts_about_settled_branches_ignore_the_selection(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    told = []
    for selection in (Selection(), Selection(method=("Always.diamonds",))):
        for page in page_document(profile, PageOptions(selection=selection)).methods:
            told += [
                text
                for branch in page["branches"]
                for text in branch["dependence"]
                if text.startswith("told nothing new: yes in all 2,000 executions")
            ]
    assert len(told) == 2
    assert told[0] == told[1]


def test_jvms_and_threads_are_listed_by_completions(tmp_path: Path) -> None:
    threads = [
        ThreadEntry(
            thread=number, name=f"worker \u202e{number}", kind="thread", completed=completed,
            entries=1, profile=f"thread-{number}",
        )
        for number, completed in ((1, 10), (2, 30))
    ]  # fmt: skip
    profile = Profile.open(demo_profile(tmp_path))
    profile.run = replace(profile.run, per_thread=tuple(threads))
    whole = page_document(profile, PageOptions()).whole
    assert whole["threads"] == [
        {"number": 2, "name": "worker \\u202e2", "completed": 30, "share": 0.75},
        {"number": 1, "name": "worker \\u202e1", "completed": 10, "share": 0.25},
    ]
    assert whole["jvms"] == []
    jvms = [
        JvmEntry(
            pid=pid, parent_pid=None, main="a.B", java_version="21", started="2026-01-02T03:04:05Z",
            completeness=Completeness(), events=0, threads=1, lost_events=0, name=f"jvm {pid}",
            completed=completed, profile=None,
        )
        for pid, completed in ((7, 0), (8, 5))
    ]  # fmt: skip
    profile.run = replace(profile.run, jvms=tuple(jvms))
    whole = page_document(profile, PageOptions()).whole
    assert whole["jvms"] == [
        {"number": 8, "name": "jvm 8", "completed": 5, "share": 1.0},
        {"number": 7, "name": "jvm 7", "completed": 0, "share": 0.0},
    ]


def test_k_may_be_smaller_than_the_recorded_one_but_not_larger(opened: Profile) -> None:
    document = page_document(opened, PageOptions(k=1))
    assert all(set(method["forest"]["parents"]) <= {0} for method in document.methods)
    with pytest.raises(KpathError, match="-k 9 is more than the profile's k = 4"):
        page_document(opened, PageOptions(k=9))


def test_versions_of_several_loaders_are_merged_by_default(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    for loader in ("one", "two"):
        method = builder.add(figure_3(loader=loader, counters=()))
        builder.stream(method, (6, 2, 3))
    target = tmp_path / "loaders.kpath"
    write_profile(target, builder.build(tmp_path), demo_run())
    profile = Profile.open(target)
    for merge, methods, paths, nodes, text in (
        (True, 1, 3, 6, "1 method (2 versions, --no-merge shows each) of 1 class, 1 entered; "),
        (False, 2, 6, 12, "2 methods of 2 classes, 2 entered; "),
    ):
        document = page_document(profile, PageOptions(merge=merge))
        assert len(document.methods) == methods
        # The figures at the top of the page agree with the figures about the recording.
        totals = document.whole["totals"]
        assert [totals[name] for name in ("methods", "entered", "paths", "nodes")] == [
            methods, methods, paths, nodes
        ]  # fmt: skip
        profiled = dict(row[:2] for row in document.whole["header"])["profiled"]
        assert profiled.startswith(text)
        assert f"({paths} distinct paths, {nodes} distinct sequences of 1 to 4 paths)" in profiled


def test_an_empty_profile_has_a_page(tmp_path: Path) -> None:
    path = tmp_path / "none.kpath"
    write_profile(path, RecordingBuilder().build(tmp_path), demo_run())
    document = page_document(Profile.open(path), PageOptions())
    assert not document.methods
    assert document.whole["methods"]["title"] == []
