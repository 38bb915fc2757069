"""Tests that all outputs agree about time, and don't mention time if there are no samples."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kpath_jvm
from builders.advisable import advisable_profile
from builders.nested import nested_profile
from builders.timed import DEMO, add_samples, sampled
from json_documents import complaints
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.times import time_rows
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.findings import note, place_of
from kpath_jvm.reports.hot_tables import between
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.times import (
    about_samples,
    difference_words,
    disagreement,
    other_rows,
    outside_words,
    parts_words,
    samples_words,
    time_document,
    time_of_advised,
    times_cover,
    where_words,
)


@pytest.fixture
def timed(demo: Path) -> Profile:
    add_samples(demo, *DEMO, unknown=2)
    return Profile.open(demo)


def test_the_document_has_the_declared_keys(timed: Profile) -> None:
    document = summarise(timed, ReportOptions())
    assert complaints(document, "report") == []
    time = document["time"]
    assert (time["samples"], time["samples_counted"], time["samples_elsewhere"]) == (1002, 890, 112)
    assert time["methods"][0]["title"] == "demo.Figure3.plain(int)"
    assert (time["methods"][0]["difference"], time["few"]) == ("more", False)


def test_times_are_left_out_without_samples(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = Profile.open(demo)
    assert "time" not in summarise(profile, ReportOptions())
    assert page_document(profile, PageOptions()).whole["time"] is None
    for words in ([], ["--format", "md"], ["--json"]):
        assert run_verb(["report", str(demo), *words]) == 0
        assert "Time beside" not in capsys.readouterr().out
    with pytest.raises(KpathError, match="has no samples of time; record it with run --time"):
        kpath_jvm.times(profile)


def test_every_output_has_the_same_shares(
    timed: Profile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shares = TimeShares.of(timed.merged())
    assert shares is not None
    rows = time_rows(timed.merged(), shares.methods)
    assert len(rows) >= 3
    document = summarise(timed, ReportOptions(top=len(rows)))["time"]
    page = page_document(timed, PageOptions()).whole
    of_page = dict(zip(page["methods"]["title"], page["methods"]["time"], strict=True))
    different = dict(page["time"]["different"])
    frame = kpath_jvm.times(timed.merged())
    frame = frame[frame["loop"].isna()].reset_index()
    assert run_verb(["report", str(timed.path), "--top", "20"]) == 0
    text = capsys.readouterr().out.partition("Time beside bytecodes")[2]
    assert run_verb(["report", str(timed.path), "--top", "20", "--format", "md"]) == 0
    markdown = capsys.readouterr().out.partition("Time beside bytecodes")[2]
    for at, row in enumerate(rows):
        method, told = document["methods"][at], of_page[row["title"]]
        assert (method["samples"], method["share_of_time"]) == (row["samples"], row["time_share"])
        assert method["share_of_bytecodes"] == row["share"]
        assert method["interval"] == {"low": row["time_low"], "high": row["time_high"]}
        assert method["words"] == difference_words(row)
        assert method["share_of_all_time"] == row["samples"] / 1002
        assert (
            told["share_of_all"]
            == frame.loc[at]["time_share_of_all"]
            == method["share_of_all_time"]
        )
        assert (told["samples"], told["share"]) == (row["samples"], row["time_share"])
        assert told["between"] == f"{percent(row['time_low'])} to {percent(row['time_high'])}"
        assert told["where"].casefold() == f"{where_words(method)}.".casefold()
        one = frame.loc[at]
        assert (one["method"], one["samples"]) == (row["method"], row["samples"])
        assert (one["time_share"], one["share"]) == (row["time_share"], row["share"])
        assert [*one["lines"]] == row["lines"] == method["lines"]
        assert method["interval_of_all"] == {
            "low": one["time_of_all_low"], "high": one["time_of_all_high"]
        }  # fmt: skip
        assert (
            f"| {percent(method['share_of_all_time'])} | {percent(row['time_share'])} | "
            f"{percent(row['share'])} |" in markdown
        )
        assert percent(row["time_share"]) in text
        if row["difference"]:
            assert method["words"] in " ".join(text.split())
            assert f"**{method['words']}**" in markdown
            assert told["words"] in different[row["title"]]
            assert told["words"].casefold() == f"{method['words']}.".casefold()
        else:
            assert told["words"] is None


def test_texts_have_both_shares(timed: Profile) -> None:
    rows = {one["title"]: one for one in summarise(timed, ReportOptions())["time"]["methods"]}
    more, less = rows["demo.Figure3.plain(int)"], rows["demo.Figure3.run(int)"]
    shares = (
        f"{percent(more['share_of_time'])} of the recorded code's time but "
        f"{percent(more['share_of_bytecodes'])}"
    )
    assert more["words"] == (
        f"takes {shares} of the recorded bytecodes: branches that the processor guesses wrong (the "
        "verb branches says which are hard to guess), waiting for memory, allocating and clearing "
        "arrays, division, calls into native code or the JVM (its garbage collector, too), or "
        "locks; neither a wrong guess nor a cache miss is a bytecode"
    )
    assert (less["difference"], less["words"] is None) == (None, True)


def test_the_time_of_other_code_has_a_row(timed: Profile) -> None:
    time = summarise(timed, ReportOptions())["time"]
    (other,) = other_rows(time)
    share = percent(112 / 1002)
    assert other.text.startswith(
        f"code that isn't recorded: {share} of the sampled time (112 samples); "
    )
    assert "the JDK" in other.where
    # A report's first lines say how to record some of this code.
    assert other.where.endswith(
        "; the most frequent: java.util.HashMap.getNode (90 samples), "
        "demo.Main$$Lambda+0x00007f.run (20 samples)"
    )
    both = other_rows(time | {"samples_in_several_versions": 5})
    assert "several class files" in both[1].where


def test_no_share_is_called_the_most_that_a_change_could_gain(demo: Path) -> None:
    """Less allocation also saves time of the garbage collector, which is in no share."""
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, 12), cpu_seconds=1.25)
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    text = about_samples(time)
    assert "gain" not in text
    assert "shares of the sampled time are of all 12 samples" in text
    assert "of another run, without the agent, of 2.5 s. " in text
    assert "with 95.0 % confidence, the share would be in this range if samples" in text
    option = "-XX:+DebugNonSafepoints"
    assert f"It ran with {option}, so samples in compiled code aren't moved to the next" in text
    for placed, wanted in (
        (False, f"The program's own options turned {option} off: without it, samples"),
        (None, f"It isn't known whether it ran with {option}; without this option, samples"),
    ):
        told = about_samples(time | {"debug_non_safepoints": placed})
        assert wanted in told
        assert "samples in compiled code count for the next safepoint" in told


def test_every_output_has_the_time_outside_loops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    profile = nested_profile(tmp_path)
    name = ("demo/Nested", "run", "()V")
    (method,) = profile.method_rows.by_name[name]
    code = profile.code(method)
    in_loops = {block for loop in code.loops for block in loop.blocks}
    outside = next(first for block, (first, _) in enumerate(code.offsets) if block not in in_loops)
    inside = code.offsets[code.loops[0].header][0]
    add_samples(
        profile.path, sampled(*name, outside, 60, line=7), sampled(*name, outside, 20, line=9),
        sampled(*name, outside, 5), sampled(*name, inside, 15),
        sampled("java/util/A", "b", "()V", 0, 100), below=(sampled(*name, outside, 30, line=9),),
    )  # fmt: skip
    profile = Profile.open(profile.path)
    document = summarise(profile, ReportOptions())
    assert complaints(document, "report") == []
    (row,) = (one for one in document["time"]["methods"] if one["class"] == "demo/Nested")
    found = row["outside_loops"]
    assert (found["samples"], found["samples_below"]) == (85, 30)
    assert (found["share_of_time"], found["share_with_below"]) == (0.85, 115 / 200)
    assert found["lines"] == [
        {"line": 7, "place": "line 7", "samples": 60, "samples_below": 0},
        {"line": 9, "place": "line 9", "samples": 20, "samples_below": 30},
    ]
    words = (
        f"code outside its loops: 42.5 % of the sampled time, 57.5 % with unrecorded code; 85.0 % "
        f"of the recorded code's time ({between(found['interval'])}) "
        f"{'but' if found['difference'] else 'and'} {percent(found['share_of_bytecodes'])} of the "
        "recorded bytecodes; 85 samples, most at line 7 (60), line 9 (20), 30 in unrecorded code "
        "that it called at line 9"
    )
    assert outside_words(found) == words
    for options in ([], ["--format", "md"]):
        assert run_verb(["report", str(profile.path), *options]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert words in out
        # The greater part comes first.
        assert out.index(words) < out.index("own code of the loop")
    page = page_document(profile, PageOptions()).whole
    of_page = dict(zip(page["methods"]["title"], page["methods"]["time"], strict=True))
    assert of_page[row["title"]]["of_lines"] == f"C{words[1:]}."
    frame = kpath_jvm.times(profile)
    (one,) = frame[(frame["loop"] == -1) & (frame["title"] == row["title"])].to_dict("records")
    assert (one["samples"], one["bytecodes"]) == (85, found["bytecodes"])
    of_method = frame[frame["title"] == row["title"]]
    is_part = of_method["loop"].notna()
    assert of_method[is_part]["bytecodes"].sum() == of_method[~is_part]["bytecodes"].sum()


def test_loops_without_samples_are_left_out_and_many_loops_are_counted() -> None:
    def part(samples: int, **changes: Any) -> dict[str, Any]:
        given = {
            "place": "line 3", "samples": samples, "samples_below": 0, "difference": None,
            "share_of_time": samples / 100, "share_of_all_time": samples / 200,
            "share_with_below": samples / 200, "share_of_bytecodes": 0.01,
            "interval": {"low": 0.0, "high": 0.5}, "at_one_instruction": False, "lines": [],
        }  # fmt: skip
        return given | changes

    loops = [part(one) for one in (20, 9, 8, 7, 6, 5, 3, 0, 0)]
    row = {"loops": loops, "outside_loops": part(0)}
    told = parts_words(row, 200)
    assert len(told) == 6
    assert told[0] == (
        "own code of the loop at line 3: 10.0 % of the sampled time; 20.0 % of the recorded code's "
        "time (0.0 % to 50.0 %) and 1.0 % of the recorded bytecodes; 20 samples"
    )
    assert told[-1] == "own code of 2 more loops: 4.0 % of the sampled time"
    # Although it has no samples, a loop with a large share of bytecodes is described.
    differing = part(0, difference="less", share_of_bytecodes=0.4)
    assert len(parts_words({"loops": [*loops[-1:], differing], "outside_loops": None}, 200)) == 1
    below = part(0, samples_below=3, share_with_below=0.015)
    assert parts_words({"loops": [below], "outside_loops": None}, 200) == [
        "own code of the loop at line 3: 0.0 % of the sampled time, 1.5 % with unrecorded code; "
        "0.0 % of the recorded code's time (0.0 % to 50.0 %) and 1.0 % of the recorded bytecodes; "
        "no sample in its own code, 3 in unrecorded code that it called"
    ]


@pytest.mark.parametrize("top", [1, 2, 9])
def test_methods_with_samples_that_are_not_shown_are_counted(
    demo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, top: int
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    below = (sampled("demo/Figure3", "run", "(I)V", 5, 80),
             sampled("demo/Tangle", "spin", "(II)I", 0, 10))  # fmt: skip
    add_samples(demo, *DEMO, below=below)
    profile = Profile.open(demo)
    shares = TimeShares.of(profile.merged())
    assert shares is not None
    time = summarise(profile, ReportOptions(top=top))["time"]
    assert time["methods_sampled"] == 3
    rows = [one for one in shares.methods[:top] if one.samples or one.samples_below]
    own = sum(one.samples for one in rows)
    both = own + sum(one.samples_below or 0 for one in rows)
    told = (
        f"{len(rows)} of the 3 methods that have samples or led to some are shown; these have "
        f"{percent(own / 1000)} of the sampled time, {percent(both / 1000)} with unrecorded code"
    )
    assert (times_cover(time) == told) == (len(rows) < 3)
    assert (times_cover(time) == "") == (len(rows) == 3)
    for options in ([], ["--format", "md"]):
        assert run_verb(["report", str(demo), "--top", str(top), *options]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert (told in out) == (len(rows) < 3)


def test_a_method_s_row_has_its_ranges_and_lines(timed: Profile) -> None:
    rows = summarise(timed, ReportOptions())["time"]["methods"]
    row = next(one for one in rows if one["title"] == "demo.Figure3.plain(int)")
    assert row["interval_of_all"] != row["interval"]
    ranges = (
        f"{between(row['interval_of_all'])} of the sampled time, {between(row['interval'])} of the "
        "recorded code's time"
    )
    assert samples_words(row) == f"700 samples: {ranges}"
    line = {"line": 4, "place": "line 4", "samples": 700, "samples_below": 0}
    told = samples_words(row | {"lines": [line]})
    assert told == f"700 samples, all at one instruction in line 4: {ranges}"
    assert samples_words(row | {"samples": 0, "samples_below": 1}) == (
        "no sample in its own code, 1 in unrecorded code that it called: "
        f"{between(row['interval_of_all'])} of the sampled time"
    )
    # A method with loops has its lines in the texts about its parts.
    assert row["outside_loops"] is None
    assert samples_words(row | {"lines": [line], "outside_loops": {}}) == f"700 samples: {ranges}"


@pytest.mark.parametrize(
    ("own", "below", "text"),
    [
        # Each line has samples of its own, and samples in what it calls.
        ({5: (1, 0)}, 0, "1 sample at line 5"),
        ({5: (3, 0)}, 0, "3 samples, all at line 5"),
        ({5: (3, 0), 6: (2, 0)}, 0, "5 samples, most at line 5 (3), line 6 (2)"),
        ({5: (1, 9), 6: (2, 0)}, 9,
         "3 samples, most at line 6 (2), line 5 (1), 9 in unrecorded code that it called at line "
         "5"),
        ({5: (0, 11)}, 11, "no sample in its own code, 11 in unrecorded code that it called at "
         "line 5"),
        ({5: (0, 1), 6: (0, 1), 7: (0, 4), 8: (0, 1)}, 8,
         "no sample in its own code, 8 in unrecorded code that it called, most at line 7 (4), line "
         "5 (1), line 6 (1)"),
        ({}, 2, "no sample in its own code, 2 in unrecorded code that it called"),
        ({}, 0, "0 samples"),
    ],
)  # fmt: skip
def test_samples_have_their_lines(own: dict[int, tuple[int, int]], below: int, text: str) -> None:
    lines = [
        {"line": line, "place": f"line {line}", "samples": here, "samples_below": called}
        for line, (here, called) in own.items()
    ]
    part = {
        "samples": sum(here for here, _ in own.values()), "samples_below": below, "lines": lines,
        "at_one_instruction": False,
    }  # fmt: skip
    assert where_words(part) == text


@pytest.mark.parametrize(
    ("counts", "named"),
    [((9, 4, 2, 1), 3), ((9, 4, 2), 3), ((9, 4, 2, 2), 2), ((9, 2, 2, 2), 1), ((1, 1, 1, 1), 0)],
)
def test_a_method_is_named_only_if_it_has_more_samples_than_the_unnamed(
    demo: Path, counts: tuple[int, ...], named: int
) -> None:
    places = [
        sampled("java/util/A", f"m{place}", "()V", 0, count) for place, count in enumerate(counts)
    ]
    add_samples(demo, *places)
    found = summarise(Profile.open(demo), ReportOptions())["time"]["most_elsewhere"]
    assert [one["samples"] for one in found] == list(counts[:named])


@pytest.mark.parametrize("words", [[], ["--format", "md"], ["--json"]])
def test_a_run_without_samples_has_no_shares_of_time(
    demo: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    add_samples(demo)
    assert run_verb(["report", str(demo), *words]) == 0
    out = capsys.readouterr().out
    if words == ["--json"]:
        time = json.loads(out)["time"]
        assert {(one["share_of_time"], one["interval"]) for one in time["methods"]} == {
            (None, None)
        }
    else:
        assert "Too few to rank by: 100 samples in" in " ".join(out.split())
    assert page_document(Profile.open(demo), PageOptions()).whole["time"] is not None


def test_filters_do_not_change_shares(timed: Profile) -> None:
    whole = summarise(timed, ReportOptions())["time"]
    choice = Selection(method=("Figure3.run",))
    selected = select(timed.merged(), choice)
    times = TimeShares.of(selected.whole)
    assert times is not None
    part = time_document(selected, times, 10)
    assert [one["title"] for one in part["methods"]] == ["demo.Figure3.run(int)"]
    assert part["methods"][0] in whole["methods"]
    assert part["samples_counted"] == whole["samples_counted"]


def _first_lines(profile: Profile, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Returns what a report says before its first list."""
    assert run_verb(["report", str(profile.path), *words]) == 0
    first, found, _ = capsys.readouterr().out.partition("Hottest loops")
    assert found
    return " ".join(first.split())


def test_the_first_lines_name_where_time_and_bytecodes_differ(
    timed: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    time = summarise(timed, ReportOptions())["time"]
    row, *others = time["disagreeing"]
    assert (row["title"], row["number"], row["difference"]) == (
        "demo.Figure3.plain(int)", None, "more",
    )  # fmt: skip
    assert {one["difference"] for one in others} == {"less"}
    takes = (
        f"takes {percent(row['share_of_time'])} of the recorded code's time but "
        f"{percent(row['share_of_bytecodes'])} of the recorded bytecodes "
        f"({row['samples']:,} samples: {between(row['interval'])})"
    )
    text = _first_lines(timed, capsys)
    assert f"time differs from the bytecodes: demo.Figure3.plain(int) {takes}; " in text
    assert "(see Time beside bytecodes)" in text
    markdown = _first_lines(timed, capsys, "--format", "md")
    assert f"> **Time** differs from the bytecodes: `demo.Figure3.plain(int)` {takes}; " in markdown
    # If a report has the section "Time beside bytecodes", its first lines have this text, too. The
    # text is about the methods in the section.
    for words in (["--method", "Figure3.plain"], ["--top", "1"], ["--sort", "time"]):
        assert takes in _first_lines(timed, capsys, *words)
    assert takes not in _first_lines(timed, capsys, "--method", "Figure3.run")


@pytest.mark.parametrize(("factor", "is_said"), [(1, False), (30, True)])
def test_nothing_is_said_that_the_samples_do_not_show(
    demo: Path, capsys: pytest.CaptureFixture[str], factor: int, is_said: bool
) -> None:
    """If each block has as many samples as bytecodes, time and bytecodes agree everywhere.

    If one method has 30 times as many samples, time and bytecodes differ, and the report says so.
    """
    profile = Profile.open(demo)
    names = profile.method_rows.tuples(("class", "name", "descriptor"))
    counts = BlockCounts(profile)
    places = [
        sampled(
            *names[method], offset, int(bytecodes) * (factor if names[method][1] == "plain" else 1)
        )
        for method, offset, bytecodes in zip(
            profile.table("blocks").column("method").to_pylist(),
            profile.table("blocks").column("first_offset").to_pylist(),
            counts.bytecodes.most.tolist(),
            strict=True,
        )
        if bytecodes
    ]
    add_samples(demo, *places)
    assert ("time differs" in _first_lines(Profile.open(demo), capsys)) is is_said


def test_differences_of_loops_and_methods_are_described() -> None:
    rows = [
        {"title": "A.a()", "number": 1, "place": "line 7", "share_of_time": 0.5,
         "share_of_bytecodes": 0.1, "samples": 50, "interval": {"low": 0.4, "high": 0.6}},
        {"title": "A.b()", "number": 0, "place": None, "share_of_time": 0.01,
         "share_of_bytecodes": 0.3, "samples": 1, "interval": {"low": 0.0, "high": 0.05}},
        {"title": "A.c()", "number": None, "place": None, "share_of_time": 0.1,
         "share_of_bytecodes": 0.2, "samples": 10, "interval": {"low": 0.05, "high": 0.2}},
        {"title": "A.d()", "number": None, "place": None, "share_of_time": 0.1,
         "share_of_bytecodes": 0.2, "samples": 10, "interval": {"low": 0.05, "high": 0.2}},
    ]  # fmt: skip
    assert disagreement({"disagreeing": []}) is None
    assert disagreement({"disagreeing": rows}) == (
        "differs from the bytecodes: the loop at line 7 of A.a() takes 50.0 % of the recorded "
        "code's time but 10.0 % of the recorded bytecodes (50 samples: 40.0 % to 60.0 %); a loop "
        "of A.b() takes 1.0 % of the recorded code's time but 30.0 % of the recorded bytecodes (1 "
        "sample: 0.0 % to 5.0 %); A.c() takes 10.0 % of the recorded code's time but 20.0 % of the "
        "recorded bytecodes (10 samples: 5.0 % to 20.0 %); and 1 more (see Time beside bytecodes)"
    )


def test_the_order_by_time_is_that_of_the_samples(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    # The places lie before, in and after the two loops of Nested.run, and in Figure3.run's loop.
    random = Random(4)
    places = [sampled("demo/Nested", "run", "()V", at, random.randint(20, 90)) for at in range(11)]
    places.append(sampled("demo/Figure3", "run", "(I)V", 5, 77))
    elsewhere = sampled("java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", 0, 25)
    add_samples(profile.path, *places, elsewhere)
    profile = Profile.open(profile.path)
    documents = {
        order: summarise(profile, ReportOptions(order=order)) for order in ("cost", "time")
    }
    for document in documents.values():
        assert complaints(document, "report") == []
    by_time, by_cost = documents["time"], documents["cost"]
    counted = sum(place.count for place in places)
    rows = profile.method_rows
    methods: Counter[str] = Counter()
    loops: Counter[tuple[str, int]] = Counter()
    for place in places:
        (method,) = rows.by_name[place.class_name, place.name, place.descriptor]
        methods[rows.title(method)] += place.count
        code = profile.code(method)
        around = [
            (len(loop.blocks), number)
            for number, loop in enumerate(code.loops)
            if any(code.offsets[it][0] <= place.offset <= code.offsets[it][1] for it in loop.blocks)
        ]
        if around:
            loops[rows.title(method), min(around)[1]] += place.count
    assert len(set(loops.values())) >= 3
    for name, own, key in (
        ("methods", methods, lambda row: row["title"]),
        ("loops", loops, lambda row: (row["title"], row["number"])),
    ):
        found = by_time[name]
        of_all = [row.pop("share_of_all_time") for row in found]
        assert of_all == [own[key(row)] / (counted + 25) for row in found]
        shares = [row.pop("share_of_time") for row in found]
        assert shares == [own[key(row)] / counted for row in found] == sorted(shares, reverse=True)
        # Without their shares of time, the rows are those of the order by cost.
        assert sorted(found, key=key) == sorted(by_cost[name], key=key)
        assert found != by_cost[name]
    assert by_time["paths"] == by_cost["paths"]


def test_rows_without_samples_come_last_in_the_order_of_cost(
    timed: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    document = summarise(timed, ReportOptions(order="time"))
    without = [row for row in document["methods"] if not row["share_of_time"]]
    assert len(without) >= 2
    assert document["methods"][-len(without) :] == without
    costs = [row["bytecodes"] for row in without]
    assert costs == sorted(costs, reverse=True)
    for words, heading in (([], "Hottest methods, by time"), (["--format", "md"], "by time")):
        assert run_verb(["report", str(timed.path), "--sort", "time", *words]) == 0
        out = capsys.readouterr().out
        assert heading in out
        assert "Hottest paths, by bytecodes" in out
        assert "code's time" in out.partition("Hottest methods")[0]
        assert "of the sampled time" in out.partition("Hottest methods")[0]


def test_without_samples_there_is_no_order_by_time(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for samples, why in (
        ([], "has no samples of time; record it with run --time"),
        (
            [sampled("java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", 0, 99)],
            "has no samples in methods whose bytecodes are counted; sample a run that has more CPU "
            "time",
        ),
    ):
        if samples:
            add_samples(demo, *samples)
        for top in ("1", "5"):
            assert run_verb(["report", str(demo), "--sort", "time", "--top", top]) == 2
            captured = capsys.readouterr()
            assert captured.out == ""
            (line,) = captured.err.splitlines()
            assert f"--sort time: {demo} {why}" in line


@pytest.mark.parametrize(
    ("count", "heading"),
    [(1, ", by time (only 1 sample: too few to rank by)"),
     (99, ", by time (only 99 samples: too few to rank by)"), (100, ", by time")],
)  # fmt: skip
@pytest.mark.parametrize("words", [[], ["--format", "md"]])
def test_headings_warn_of_an_order_by_few_samples(
    demo: Path, capsys: pytest.CaptureFixture[str], count: int, heading: str, words: list[str]
) -> None:
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, count))
    assert run_verb(["report", str(demo), "--sort", "time", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    for rows in ("loops", "methods"):
        assert [one for one in lines if one.endswith(f"Hottest {rows}{heading}")]


def test_advice_and_report_have_the_same_times_of_loops(
    timed: Profile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    of_report = {
        (method["title"], loop["line"]): loop
        for method in summarise(timed, ReportOptions(top=100))["time"]["methods"]
        for loop in method["loops"]
    }
    document = summarise_advice(timed, ReadOptions(top=100))
    assert complaints(document, "advise") == []
    assert run_verb(["advise", str(timed.path), "--top", "100"]) == 0
    text = capsys.readouterr().out
    assert run_verb(["advise", str(timed.path), "--top", "100", "--format", "md"]) == 0
    markdown = capsys.readouterr().out
    run = "demo.Figure3.run(int)"
    loops = {one["title"]: one for one in document["loops"] if one["time"]["samples"]}
    # Of the 890 samples in recorded code, 40 are in the loop of Figure3.run.
    assert [*loops] == [run]
    assert (loops[run]["time"]["samples"], loops[run]["time"]["share_of_time"]) == (40, 40 / 890)
    for loop in document["loops"]:
        row = of_report[loop["title"], loop["loop"]["header_line"]]
        assert loop["time"] == {key: row[key] for key in loop["time"]}
        assert loop["time"]["share_of_bytecodes"] == loop["share_of_all"]
        interval = f"{percent(row['interval']['low'])} to {percent(row['interval']['high'])}"
        shares = (
            f"{percent(loop['share_of_all'])} of the recorded bytecodes"
            f"{' but' if row['difference'] else ','} {percent(row['share_of_time'])} of the "
            f"recorded code's time ({interval})"
        )
        assert f"{shares}  {loop['title']}" in text
        assert f"`{loop['title']}`: {shares}" in markdown
    for output in (text, markdown):
        told = " ".join(output.split())
        assert "are of the 890 samples in methods whose bytecodes are counted" in told
        assert "Loops are ordered by bytecodes; report --sort time orders them by time" in told
    frame = kpath_jvm.advise(timed)
    assert set(frame["time_share"]) <= {one["time"]["share_of_time"] for one in document["loops"]}


def test_advice_warns_of_too_few_samples(demo: Path) -> None:
    document = summarise_advice(Profile.open(demo), ReadOptions())
    assert document["time"] is None
    assert all(one["time"] is None for one in document["loops"])
    add_samples(demo, sampled("demo/Figure3", "run", "(I)V", 5, 12))
    document = summarise_advice(Profile.open(demo), ReadOptions())
    (told,) = {
        time_of_advised(one, document["time"])
        for one in document["loops"]
        if one["time"]["samples"]
    }
    assert told == ", 12 of 12 samples in recorded code"
    add_samples(demo)
    document = summarise_advice(Profile.open(demo), ReadOptions())
    assert {time_of_advised(one, document["time"]) for one in document["loops"]} == {
        ", an unknown share of the recorded code's time (it has no samples)"
    }


def test_findings_about_loops_have_the_time_of_the_loop(tmp_path: Path) -> None:
    path = advisable_profile(tmp_path)
    untimed = Profile.open(path)
    before = summarise(untimed, ReportOptions())["findings"]
    assert all(one["time"] is None for one in before["found"])
    of_loops = {(one["title"], one["number"]): one for one in before["found"] if one["place"]}
    first = next(one for key, one in of_loops.items() if key[1] is not None)
    number = next(
        at for at in untimed.method_rows.numbers.tolist()
        if untimed.method_rows.identity(at)["title"] == first["title"]
    )  # fmt: skip
    code = untimed.code(number)
    offset = code.offsets[code.loops[first["number"]].header][0]
    place = (first["class"].replace(".", "/"), first["method"], first["descriptor"])
    add_samples(path, sampled(*place, offset, 150), sampled("java/util/A", "b", "()V", 0, 50))
    found = summarise(Profile.open(path), ReportOptions(order="time"))["findings"]
    assert [one["text"] for one in found["found"]] == [one["text"] for one in before["found"]]
    for one in found["found"]:
        if one["number"] is None:
            assert one["time"] is None
            continue
        is_sampled = (one["title"], one["number"]) == (first["title"], first["number"])
        share = 1.0 if is_sampled else 0.0
        assert one["time"] is None or one["time"]["share_of_time"] == share
    sampled_one = next(one for one in found["found"] if one["time"] is not None)
    told = f"{percent(sampled_one['time']['share_of_time'])} of the recorded code's time ("
    assert told in place_of(sampled_one, found["samples"])
    assert "in the order of their bytecodes" in note(found)
    assert "in the order of their bytecodes" not in note(before)
