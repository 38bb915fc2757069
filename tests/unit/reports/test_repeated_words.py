"""Tests that each output warns where repeated coincidences look predictable."""

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports import advice, report
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.page.method import MethodPages
from kpath_jvm.reports.prediction import summary as prediction
from kpath_jvm.reports.prediction.text import renderables as prediction_text
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.repeated_words import about_marks, mark, perhaps_repeated
from kpath_jvm.reports.summary import ReportOptions, summarise

AGAIN = 40
#: How often other work was done: if it was done once, the repetition is hidden.
OTHERS = (0, AGAIN, 1)
MARK = f"[{TIMES}{AGAIN}]"


def tossed(directory: Path, *, again: int) -> Profile:
    """Returns a profile of a loop in which a coin picks each way; the same tosses occur 40 times.

    ``again`` is the number of other activations. If it's 1, not all counts are multiples of 40. If
    it's 40, all counts are multiples of 40, but there are 80 entries.
    """
    builder = RecordingBuilder(k=12)
    method = builder.add(figure_3())
    coin = random.Random(7)
    tosses = [coin.choice([0, 2]) for _ in range(500)]
    builder.stream(method, [6, *tosses, 1], times=AGAIN)
    if again:
        builder.stream(method, [6, 2, 0, 1], times=again)
    builder.auxiliary(method, entries=AGAIN + again)
    write_profile(directory / "it.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "it.kpath")


@pytest.fixture(scope="module", params=OTHERS, ids=["no others", "40 others", "1 other"])
def profile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return tossed(tmp_path_factory.mktemp("tossed"), again=request.param)


def is_repeated(profile: Profile) -> bool:
    found: bool = kpath_jvm.entropies(profile, 0).attrs["repetitions"] == AGAIN
    return found


def text(*parts: Any) -> str:
    stream = io.StringIO()
    write(stream, 4000, *parts)
    return stream.getvalue()


def outputs(profile: Profile) -> Iterator[tuple[str, str]]:
    options = ReadOptions()
    reported = summarise(profile, ReportOptions())
    yield "report", text(*report.renderables(reported))
    yield "report --markdown", "\n".join(report_markdown(reported))
    advised = summarise_advice(profile, options)
    yield "advise", text(*advice.renderables(advised))
    yield "advise --markdown", "\n".join(advice_markdown(advised))
    yield "the API's advise", kpath_jvm.advise(profile)["advice"].str.cat()
    pages = MethodPages(profile, profile, Costs(profile), profile.k)
    (loop,) = pages.document(0, 100)["loops"]
    yield "page, loops", json.dumps(loop, ensure_ascii=False)
    yield "page, branches", json.dumps(pages.document(0, 100)["branches"])


def test_each_output_warns_of_repeated_coincidences(profile: Profile) -> None:
    """Lists mark the rows, and explain the mark once. The page's loops have the whole warning."""
    for name, found in outputs(profile):
        if name == "page, branches":
            assert ("so this may be a coincidence" in found) == (
                profile.method_rows.row(0)["entries"] == AGAIN
            )
            assert ("may be a coincidence" in found) == is_repeated(profile)
            continue
        if name == "page, loops":
            assert ("may be a coincidence that was repeated: all" in found) == is_repeated(profile)
            assert MARK not in found
            continue
        assert (MARK in found) == is_repeated(profile), name
        if not is_repeated(profile):
            continue
        explained = found.count(f"{MARK}: all counts of the method's sequences are multiples of")
        # A report has two lists with marks: what stands out, and the hottest loops.
        lists = {"advise": 1, "advise --markdown": 1, "report": 2, "report --markdown": 2}
        assert explained == lists.get(name, 0), name


def test_tables_and_documents_have_the_number_of_repetitions(profile: Profile) -> None:
    times = AGAIN if is_repeated(profile) else 1
    assert kpath_jvm.loops(profile)["repetitions"].tolist() == [times]
    assert set(kpath_jvm.advise(profile)["repetitions"]) == {times}
    assert kpath_jvm.dependences(profile, 0).attrs["repetitions"] == times
    assert kpath_jvm.by_iteration(profile, 0).attrs["repetitions"] == times
    (loop,) = summarise(profile, ReportOptions())["loops"]
    assert loop["next_iteration"]["repetitions"] == times
    (advised,) = summarise_advice(profile, ReadOptions())["loops"]
    assert advised["repetitions"] == times


def test_right_guesses_may_be_repeated_coincidences(profile: Profile) -> None:
    found = prediction.summarise_prediction(profile, profile)
    of_all = found["completions"] if is_repeated(profile) else 0
    assert found["train"]["repeated_completions"] == of_all
    warned = "as if they did the same work several times" in text(*prediction_text(found))
    assert warned == is_repeated(profile)
    times = kpath_jvm.predict(profile, profile)["repetitions"].tolist()
    assert times == [AGAIN if is_repeated(profile) else 1]
    # Without training, nothing is guessed from known paths.
    assert prediction.summarise_prediction(profile, None)["train"] is None


def test_unrepeated_work_has_no_warning() -> None:
    assert perhaps_repeated(1) == ""
    assert perhaps_repeated(1_000).endswith(
        "multiples of 1,000, as if the same work was done 1,000 times"
    )


def test_entries_that_did_the_same_are_named() -> None:
    wanted = "; each of the 1,000 entries did the same, as far as k shows, so this may be a "
    assert perhaps_repeated(1_000, 1_000) == f"{wanted}coincidence"
    assert perhaps_repeated(1_000, 2_000) == perhaps_repeated(1_000)
    assert perhaps_repeated(1, 1) == ""


def test_a_list_explains_its_marks_once() -> None:
    assert (mark(1), mark(1_000)) == ("", f" [{TIMES}1,000]")
    assert about_marks([]) == about_marks([1, 1]) == ""
    assert about_marks([1, 20, 20]).startswith(
        f"[{TIMES}20]: all counts of the method's sequences are multiples of 20, as if "
        "the same work was done 20 times, "
    )
    assert about_marks([6, 20]).startswith(
        f"[{TIMES}N]: all counts of the method's sequences are multiples of N, as if "
        "the same work was done N times, "
    )
