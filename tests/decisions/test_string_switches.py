"""Tests that no advice is about the hashes and comparisons that javac adds to string switches."""

from pathlib import Path

import pytest

from decisions.recorded import java_home, record
from kpath_jvm import branches
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.source.annotation import SourceTexts

JAVA = """public class Labels {
    static int sum(String[] all) {
        int sum = 0;
        for (String one : all)
            switch (one) {
                case "a": case "b": sum++; break;
                case "Aa": sum += 2; break;
                case "BB": sum += 3;
            }
        return sum;
    }

    public static void main(String[] arguments) {
        String[] all = new String[1200];
        for (int i = 0; i < all.length; i++)
            all[i] = new String[] {"a", "b", "Aa", "zz"}[i % 4];
        int sum = 0;
        for (int i = 0; i < 5; i++)
            sum += sum(all);
        System.out.println(sum);
    }
}
"""


@pytest.fixture(scope="module", params=[False, True], ids=["oldest", "newest"])
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("labels")
    record(directory, "Labels", JAVA, java_home(newest=request.param), k=4)
    return directory


@pytest.mark.parametrize("with_sources", [False, True])
def test_no_advice_is_about_javacs_comparisons(recorded: Path, with_sources: bool) -> None:
    profile = Profile.open(recorded / "p.kpath")
    sources = SourceTexts([recorded]) if with_sources else None
    document = summarise_advice(profile, ReadOptions(), sources)
    (loop,) = (one for one in document["loops"] if one["method"] == "sum")
    asked = {
        one["question"]
        for one in (
            *loop["unrolling"]["turns"], *loop["peeling"]["branches"], *loop["unswitching"],
            *loop["histories"],
        )
    }  # fmt: skip
    (switch,) = (one for one in asked if one.startswith("switch ("))
    assert switch == ("switch (one)" if with_sources else "switch (local 7)")
    settled = [*document["settled"]]
    for one in summarise_branches(profile, ReadOptions(), sources)["methods"]:
        settled += [*one["settled"], *one["dependences"]]
    text = str(settled)
    assert "hashCode" not in text
    assert "equals" not in text
    # Paths through the same case are distinguished by javac's comparisons.
    shown = [", ".join(one["apart"]) for one in loop["paths"]]
    assert len(set(shown)) == len(shown)
    assert all(not one["unmatched_lines"] for one in loop["paths"])


def test_tables_with_sources_show_only_the_questions_of_the_source(recorded: Path) -> None:
    table = branches(Profile.open(recorded / "p.kpath"), "Labels.sum", [recorded])
    assert set(table["question"]) == {"another element", "switch (one)"}
