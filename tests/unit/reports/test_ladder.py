"""Tests how tables, the summary and the text show methods that were recorded in less detail."""

import io
import json
from pathlib import Path

import pytest

import kpath_jvm
from builders.methods import entries_only, figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice import renderables as advice_parts
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.branches import renderables as branches_parts
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.export.jsonl import write_jsonl
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.markdown.branches import branches_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.prediction.summary import summarise_prediction
from kpath_jvm.reports.prediction.text import renderables as predicted_parts
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    builder = RecordingBuilder(k=4)
    figure = builder.add(figure_3())
    builder.stream(figure, (6, 2, 0, 3))
    builder.auxiliary(figure, entries=1)
    large = builder.add(entries_only())
    builder.auxiliary(large, entries=5)
    reason = "huge-method: 8001 bytes with probes, but --code-limit is 8000"
    cuts = builder.add(
        plain(rung="cuts", reason=reason, rejected=[("full", 8001, reason)], bytes=7900)
    )
    builder.count(cuts, 1, 2)
    builder.auxiliary(cuts, entries=2)
    for size in (66_000, 67_000):
        builder.skip("demo/Full", f"too-large: {size} bytes with probes", f"m{size}")
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "p.kpath")


def test_a_method_without_paths_has_only_entries(profile: Profile) -> None:
    row = profile.methods.loc[profile.find_method("Large.table")]
    assert (row["rung"], row["mode"], row["possible_paths"]) == ("entry", "entry", 0)
    assert (row["entries"], bool(row["entries_counted"])) == (5, True)
    terms = ["handler_entries", "completed", "exits", "abandoned", "unfinished"]
    assert row[terms].tolist() == [0, 0, 0, 0, 0]
    assert row["rejected_rungs"].tolist() == ["full", "chords", "cuts"]
    assert row["rejected_bytes"].tolist() == [9000, -1, 8500]
    assert len(profile.ngrams(profile.find_method("Large.table"))) == 0


def test_the_summary_lists_methods_recorded_in_less_detail(profile: Profile) -> None:
    summary = summarise(profile, ReportOptions())
    by_rung = {"full": 1, "chords": 0, "cuts": 1, "entry": 1}
    assert summary["profiled"]["methods_by_rung"] == by_rung
    assert summary["profiled"]["methods_in_disagreement"] == 0
    assert [method["method"] for method in summary["with_less"]] == ["table", "plain"]
    assert summary["with_less"][0]["rejected"][1] == {"rung": "chords", "bytes": None}
    assert summary["not_profiled"]["reasons"] == [{"reason": "too-large", "methods": 2}]
    json.dumps(summary)


def test_the_text_names_methods_recorded_in_less_detail(profile: Profile) -> None:
    stream = io.StringIO()
    write(stream, 120, *renderables(summarise(profile, ReportOptions())))
    text = stream.getvalue()
    head, _, rest = text.partition("Recorded with less")
    first, rest = " ".join(head.split()), " ".join(rest.split())
    assert (
        "1 method had no room for all probes: only entries are counted, no paths (with all probes "
        "it would exceed --code-limit: 1)" in first
    )
    assert "1 method had no room for all probes: their paths are cut into shorter ones" in first
    assert "docs/size-ladder.md explains it" in first
    assert (
        "entries only Large.table(int), entered 5 times: its loops, paths and bytecodes aren't "
        "counted and are in no table or share, which matters only if a loop in it is hot; with run "
        "--code-limit 8500 the paths would be recorded, but HotSpot then compiles no method that "
        "becomes larger than 8,000 bytes, unless the JVM has -XX:-DontCompileHugeMethods" in first
    )
    assert "rung" not in text
    assert "no paths: huge-method: 9000 bytes with probes, but --code-limit is 8000" in rest
    assert "predicted bytes: shorter paths 8,500, all probes 9,000" in rest
    assert "7,000 to 7,006" in rest


def test_a_method_with_fewer_probes_is_not_listed_as_recorded_with_less(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    reason = "huge-method: 10395 bytes with probes, but --code-limit is 10287"
    rejected = [("full", 10395, reason)]
    builder.count(builder.add(plain(rung="chords", reason=reason, rejected=rejected)), 1, 2)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    summary = summarise(Profile.open(tmp_path / "p.kpath"), ReportOptions())
    assert summary["with_less"] == []
    assert summary["profiled"]["reasons_by_rung"] == {"chords": {"huge-method": 1}}
    stream = io.StringIO()
    write(stream, 120, *renderables(summary))
    text = " ".join(stream.getvalue().split())
    assert (
        "fewer probes 1 method had no room for all probes; everything is recorded all the same "
        "(with all probes it would exceed --code-limit: 1); docs/size-ladder.md explains it" in text
    )
    assert "with less" not in text.lower()


def test_each_verb_that_reads_paths_names_the_methods_without_paths(profile: Profile) -> None:
    """The note doesn't change the verdict, because methods without paths are in no figure."""
    note = (
        "only entries are counted of Large.table(int), entered 5 times: its loops, paths and "
        "bytecodes aren't counted and are in no table or share, which matters only if a loop in it "
        "is hot; with run --code-limit 8500 the paths would be recorded, but HotSpot then compiles "
        "no method that becomes larger than 8,000 bytes, unless the JVM has "
        "-XX:-DontCompileHugeMethods"
    )
    assert profile.completeness.reasons == (*profile.worth_of_counts.reasons, note)
    assert profile.completeness.verdict is profile.worth_of_counts.verdict
    assert profile.merged().completeness == profile.completeness
    assert note in repr(profile)
    options = ReadOptions()
    for document, parts, markdown in (
        (summarise_prediction(profile, None), predicted_parts, None),
        (summarise_prediction(profile, profile)["train"], None, None),
        (summarise_branches(profile, options), branches_parts, branches_markdown),
        (summarise_advice(profile, options), advice_parts, advice_markdown),
    ):
        assert note in document["completeness"]["reasons"]
        if parts is not None:
            stream = io.StringIO()
            write(stream, 120, *parts(document))
            assert note in " ".join(stream.getvalue().split())
        if markdown is not None:
            assert note in "\n".join(markdown(document))
    assert note in kpath_jvm.predict(profile).attrs["completeness"]["reasons"]
    assert note in kpath_jvm.advise(profile).attrs["completeness"]["reasons"]
    other = select(profile, Selection(method=("Figure3.run",)))
    assert other.profile.completeness == profile.worth_of_counts


def test_each_table_of_the_python_api_has_the_verdict(profile: Profile) -> None:
    """The verdict in each table's ``attrs`` names the method without paths."""
    wanted = profile.completeness.document()
    assert "Large.table(int), entered" in wanted["text"]
    run = "Figure3.run"
    one_method = (kpath_jvm.paths, kpath_jvm.branches, kpath_jvm.dependences,
                  kpath_jvm.by_iteration, kpath_jvm.entropies, kpath_jvm.unrolling)  # fmt: skip
    for frame in (
        kpath_jvm.methods(profile),
        kpath_jvm.loops(profile),
        kpath_jvm.iterations_per_entry(profile),
        kpath_jvm.coverage(profile),
        kpath_jvm.coverage_by_length(profile),
        kpath_jvm.sequences(profile),
        kpath_jvm.settled(profile),
        kpath_jvm.always(profile),
        kpath_jvm.predict(profile),
        kpath_jvm.advise(profile),
        kpath_jvm.followers(profile, run, [6]),
        kpath_jvm.overlap(profile, profile),
        kpath_jvm.overlap_of_sequences(profile, profile),
        kpath_jvm.compare_methods(profile, profile),
        kpath_jvm.compare_sequences(profile, profile, run),
        *(table(profile, run) for table in one_method),
    ):
        assert frame.attrs["completeness"] == wanted
    assert kpath_jvm.overlap(profile, profile).attrs["exact_completeness"] == wanted
    assert kpath_jvm.compare_methods(profile, profile).attrs["other_completeness"] == wanted
    part = Selection(method=(run,))
    for table in (kpath_jvm.settled, kpath_jvm.always):
        told = table(profile, selection=part).attrs["completeness"]
        assert told == profile.worth_of_counts.document()


def test_tables_of_a_method_without_paths_are_refused(profile: Profile) -> None:
    wanted = r"only entries are counted of Large.table\(int\), .* --code-limit 8500 the paths"
    options = ReadOptions(selection=Selection(method=("Large.table",)))
    with pytest.raises(KpathError, match=f"has branches: {wanted}"):
        summarise_branches(profile, options)
    for table in (kpath_jvm.branches, kpath_jvm.dependences, kpath_jvm.by_iteration,
                  kpath_jvm.loops, kpath_jvm.iterations_per_entry, kpath_jvm.paths,
                  kpath_jvm.coverage, kpath_jvm.coverage_by_length, kpath_jvm.sequences,
                  kpath_jvm.entropies, kpath_jvm.unrolling):  # fmt: skip
        with pytest.raises(KpathError, match=wanted):
            table(profile, "Large.table")
    assert not kpath_jvm.branches(profile, "Figure3.run").empty


def test_branches_of_a_method_that_never_ran_are_refused(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    builder.add(entries_only())
    write_profile(tmp_path / "never.kpath", builder.build(tmp_path), demo_run())
    never = Profile.open(tmp_path / "never.kpath")
    with pytest.raises(KpathError, match=r"Large.table\(int\), and it was never entered"):
        kpath_jvm.branches(never, "Large.table")


def test_a_report_of_a_method_without_paths_shows_its_entries(profile: Profile) -> None:
    stream = io.StringIO()
    options = ReportOptions(selection=Selection(method=("Large.table",)))
    write(stream, 120, *renderables(summarise(profile, options)))
    text = stream.getvalue()
    assert "no paths of this method are recorded, only its entries" in text
    assert "demo.Figure3" not in text.partition("Recorded with less")[2]
    assert "demo.Large.table(int)" in text.partition("Recorded with less")[2]


def test_an_export_has_no_value_for_unknown_counts(profile: Profile) -> None:
    stream = io.StringIO()
    write_jsonl(profile, stream)
    methods = {entry["method"]: entry for entry in map(json.loads, stream.getvalue().splitlines())}
    assert methods["table"]["entries"] == 5
    assert methods["table"]["abandoned"] is None
    assert methods["table"]["paths"] == {}
    assert (methods["table"]["rung"], methods["run"]["rung"]) == ("entry", "full")
