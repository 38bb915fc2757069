"""Tests the tables of the Python interface against the profile and against each other."""

from pathlib import Path

import pandas as pd
import pytest

import kpath_jvm
from builders.branching import branching_profile
from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.nested import nested_profile
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.scanned import COMMA, NEXT_COMMA, scanned_profile, words
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.covered_together import CoveredTogether, covered_together
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.api.tables import _LOOPS
from kpath_jvm.facts.loops import SCHEMA
from kpath_jvm.profile.forest import Forest, Int32Array
from kpath_jvm.profile.writer import write_profile

FIGURE_3 = "Figure3.run"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return Profile.open(demo_profile(tmp_path_factory.mktemp("api"))).merged()


@pytest.fixture(scope="module")
def branching(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return Profile.open(branching_profile(tmp_path_factory.mktemp("branching")))


def test_methods_are_ranked_by_bytecodes_and_add_up(profile: Profile) -> None:
    table = kpath_jvm.methods(profile)
    assert table["bytecodes"].is_monotonic_decreasing
    assert table["share"].sum() == pytest.approx(1)
    for method, row in table.iterrows():
        paths = kpath_jvm.paths(profile, int(str(method)))
        assert (paths["bytecodes"] * paths["count"]).sum() == row["bytecodes"]
        assert paths["count"].sum() == row["completed"]
        assert len(paths) == row["paths"]
        assert profile.find_method(row["title"].partition("(")[0]) == method


def test_paths_agree_with_the_profile(profile: Profile) -> None:
    table = kpath_jvm.paths(profile, FIGURE_3)
    assert table["name"].tolist() == ["A", "B", "C", "D"]
    assert table["count"].tolist() == [6, 6, 1, 1]
    assert table["share"].sum() == pytest.approx(1)
    first = table.iloc[0]
    decoded = profile.decode(profile.find_method(FIGURE_3), first["path"])
    assert (first["blocks"], first["lines"]) == (decoded.blocks, decoded.lines)
    assert first["decisions"]


def test_decisions_have_the_source_s_text(profile: Profile, tmp_path: Path) -> None:
    # Both branches of the method are on line 9 of the file.
    source = ["class Figure3 {", "  void run(int n) {", *["use(n);"] * 6]
    source += ["do use(i % 2 == 0 ? 1 : 2); while (i < n);", *["use(n);"] * 8, "}", "", ""]
    source += ["int plain(boolean it) {", "if (it)", "return 1;", "else", "return 2;", "} }"]
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "Figure3.java").write_text("\n".join(source))
    table = kpath_jvm.paths(profile, FIGURE_3, [tmp_path])
    assert any("i % 2 == 0: yes" in decisions for decisions in table["decisions"])
    asked = kpath_jvm.branches(profile, FIGURE_3, [tmp_path])
    assert "i % 2 == 0" in set(asked["question"])


def test_missing_sources_give_an_error_of_one_line(profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="does not exist; give a directory or a sources jar"):
        kpath_jvm.paths(profile, FIGURE_3, [tmp_path / "none.jar"])


def test_the_loops_of_a_method_are_among_the_loops_of_all_methods(profile: Profile) -> None:
    everywhere = kpath_jvm.loops(profile)
    own = kpath_jvm.loops(profile, FIGURE_3)
    assert everywhere["bytecodes"].is_monotonic_decreasing
    assert everywhere["share"].sum() <= 1
    row = own.iloc[0]
    assert (row["line"], row["depth"], row["entries"]) == (9, 1, 1)
    same = everywhere[everywhere["method"] == row["method"]].reset_index(drop=True)
    pd.testing.assert_frame_equal(same, own, check_dtype=False)


def test_iterations_per_entry_add_up_to_the_entries(profile: Profile) -> None:
    loops = kpath_jvm.loops(profile)
    table = kpath_jvm.iterations_per_entry(profile)
    assert set(table["kind"]) == {"known", "longer", "unfinished"}
    told = 0
    for _, loop in loops.iterrows():
        own = table[(table["method"] == loop["method"]) & (table["loop"] == loop["loop"])]
        assert pd.isna(loop["median_least"]) == own.empty
        told += len(own)
        if not own.empty:
            assert own["entries"].sum() == loop["entries"]
            assert own["share"].sum() == pytest.approx(1)
            # If the loop's only entry is of the kind "longer", this entry made all of the loop's
            # iterations.
            of_all = own["iterations"].max() if len(own) > 1 else loop["iterations"]
            assert loop["median_least"] <= of_all
    assert told == len(table)
    one = kpath_jvm.iterations_per_entry(profile, FIGURE_3)
    assert one[["iterations", "kind", "entries"]].values.tolist() == [[4, "longer", 1]]


def test_sequences_have_their_paths_names(profile: Profile) -> None:
    names = kpath_jvm.paths(profile, FIGURE_3).set_index("path")["name"]
    table = kpath_jvm.sequences(profile, FIGURE_3, top=3)
    assert len(table)
    for _, row in table.iterrows():
        assert row["names"] == " ".join(names[path] for path in row["paths"])
        assert row["covered"] == row["count"] * row["period"]
    assert (kpath_jvm.sequences(profile, k=2)["paths"].map(len) == 2).all()


def profile_of(directory: Path, runs: list[list[int]], k: int) -> Profile:
    """Writes a profile of the k-BLPP paper's Fig. 3, with an activation for each of ``runs``."""
    builder = RecordingBuilder(k=k)
    builder.stream(builder.add(figure_3()), *runs)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def test_common_coverage_counts_each_completion_once(tmp_path: Path) -> None:
    """The expected shares come from the completions in ``runs`` that sequences cover."""
    runs = [[4, *[2, 0, 0] * 9, 2, 2, 0], [4, *[2, 0, 0, 2, 2, 0] * 6, 6]]
    profile = profile_of(tmp_path, runs, k=7)
    table = kpath_jvm.sequences(profile, k=4)
    assert len(table) == 2
    assert "can't be added up" in table.attrs["note"]
    bytecodes = kpath_jvm.paths(profile, 0).set_index("path")["bytecodes"]
    total = kpath_jvm.methods(profile)["bytecodes"].sum()
    for row in range(len(table)):
        covered = [
            run[place]
            for run in runs
            for place in range(len(run))
            if any(
                tuple(run[first : first + len(one)]) == one
                for one in table["paths"][: row + 1]
                for first in range(max(place - len(one) + 1, 0), place + 1)
            )
        ]
        least, most, *of_bytecodes = table.loc[row].iloc[-4:]
        assert least == most == pytest.approx(len(covered) / sum(map(len, runs)))
        wanted = sum(int(bytecodes[path]) for path in covered) / total
        assert of_bytecodes == [pytest.approx(wanted)] * 2


def test_sequences_of_a_selected_method_have_shares_of_the_method(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(figure_3()), [4, *[2, 0, 0] * 9, 6])
    builder.count(builder.add(plain()), 1, 71)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    part = kpath_jvm.select(profile, kpath_jvm.Selection(method=("Figure3.run",))).profile
    of_all, of_method = (kpath_jvm.sequences(one, FIGURE_3) for one in (profile, part))
    assert of_all["covered"].tolist() == of_method["covered"].tolist()
    for name in ("share", "together_least", "together_most"):
        assert (of_all[name] * 100).tolist() == pytest.approx((of_method[name] * 29).tolist())
        assert of_method[name].max() <= 1


def test_common_coverage_may_be_unknown_for_a_part(tmp_path: Path) -> None:
    """The part for the inner loop lacks sequences of the outer loop."""
    profile = nested_profile(tmp_path)
    lacking = {
        line: kpath_jvm.sequences(part)["together_most"].isna()
        for line in (11, 31)
        for part in [kpath_jvm.select(profile, kpath_jvm.Selection(loop=(str(line),))).profile]
    }
    assert lacking[31].all()
    assert len(lacking[31])
    assert not lacking[11].any()


def test_each_method_s_sequences_are_searched_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One search finds, for each row, what this row and the rows above it cover together."""
    asked: list[int] = []

    def counting(
        forest: Forest, k: int, sequences: list[tuple[int, ...]], costs: Int32Array
    ) -> list[CoveredTogether]:
        asked.append(len(sequences))
        return covered_together(forest, k, sequences, costs)

    monkeypatch.setattr("kpath_jvm.analysis.covered_by_hottest.covered_together", counting)
    runs = [[4, *[2, 0, 0] * 9, 2, 2, 0], [4, *[2, 0, 0, 2, 2, 0] * 6, 6]]
    table = kpath_jvm.sequences(profile_of(tmp_path, runs, k=7), k=4)
    assert len(table) == 2
    assert asked == [2]


def test_outcomes_of_a_branch_add_up_to_the_executions_of_its_block(profile: Profile) -> None:
    paths = kpath_jvm.paths(profile, FIGURE_3)
    table = kpath_jvm.branches(profile, FIGURE_3)
    for block, rows in table[table["ordinal"] > 0].groupby("block"):
        executed = paths[paths["blocks"].map(lambda run, at=block: at in run)]["count"].sum()
        assert rows["count"].sum() == executed
        assert rows["share"].sum() == pytest.approx(1)


def test_rows_of_a_dependence_add_up_to_the_given_outcome(branching: Profile) -> None:
    table = kpath_jvm.dependences(branching, "Two.diamonds")
    keys = ["line", "question", "iterations_ago", "given_line", "given_question", "given_answer"]
    assert len(table) > 8
    for _, rows in table.groupby(keys):
        assert (rows["count"].sum() == rows["of"]).all()
        never = rows["of"] == 0
        assert rows["share"].isna().equals(never)
        assert (rows["share"] * rows["of"])[~never].to_list() == pytest.approx(
            rows["count"][~never]
        )
    first = table.iloc[0]
    assert (first["question"], first["iterations_ago"]) == ("i % 3 == 0", 3)
    numbered = kpath_jvm.by_iteration(branching, "Two.diamonds", least_explained=0.0)
    assert numbered["share"].isna().equals(numbered["of"] == 0)


def test_dependences_that_lack_executions_are_not_exact(tmp_path: Path) -> None:
    """The scanner takes more than k - 1 = 3 paths for a word of 4 or more characters."""
    text = words(13, 400, longest=9)
    table = kpath_jvm.dependences(scanned_profile(tmp_path, 4, text), "demo.Walk.run")
    after = table[(table["line"] == COMMA + 1) & (table["iterations_ago"] == 1)]
    own = after[after["given_line"] == COMMA + 1]
    inner = after[after["given_line"] == NEXT_COMMA + 1]
    assert set(own["unseen"]) == {sum(length >= 4 for length, _ in text)}
    assert not own["exact"].any()
    assert set(inner["unseen"]) == {0}
    assert inner["exact"].all()
    assert inner["count"].sum() == len(text)
    # Each execution of the branch is in the table, is unseen, or came before any outcome of the
    # given branch.
    total = kpath_jvm.branches(scanned_profile(tmp_path / "all", 4, text), "demo.Walk.run")
    executions = total[total["line"] == COMMA + 1]["count"].sum()
    assert set(inner["absent"]) == {executions - len(text)}
    assert set(own["absent"]) == {executions - own["count"].sum() - own["unseen"].iloc[0]}


def test_outcomes_by_iteration_add_up_to_the_branch(branching: Profile) -> None:
    table = kpath_jvm.by_iteration(branching, FIGURE_3)
    assert table["iteration"].max() == branching.k
    counts = kpath_jvm.branches(branching, FIGURE_3).groupby(["question", "answer"])["count"].sum()
    numbered = table.groupby(["question", "answer"])["count"].sum()
    assert numbered.to_dict() == counts.to_dict()
    of_one = table[(table["question"] == "i >= n") & (table["iteration"] == 1)]
    assert dict(zip(of_one["answer"], of_one["share"], strict=True)) == {"yes": 0.0, "no": 1.0}


def test_tables_accept_a_selected_part(profile: Profile) -> None:
    selected = kpath_jvm.select(profile, kpath_jvm.Selection(method=(FIGURE_3,)))
    assert kpath_jvm.methods(selected.profile).index.tolist() == [profile.find_method(FIGURE_3)]


def test_an_unknown_method_gives_an_error_of_one_line(profile: Profile) -> None:
    with pytest.raises(KpathError, match=r"no method Figure3\.rum"):
        kpath_jvm.paths(profile, "Figure3.rum")


def test_edge_profiles_have_loops_and_branches_and_refuse_the_rest(tmp_path: Path) -> None:
    edges = edges_profile(tmp_path)
    found = kpath_jvm.loops(edges)
    wanted = [
        row for method in edges.method_rows.numbers.tolist() for row in loop_rows(edges, method)
    ]
    assert len(found) == len(wanted) > 0
    assert sorted(found["iterations"]) == sorted(row.iterations for row in wanted)
    method = edges.find_method(FIGURE_3)
    assert len(kpath_jvm.branches(edges, method))
    for ask in (
        lambda: kpath_jvm.paths(edges, method),
        lambda: kpath_jvm.sequences(edges),
        lambda: kpath_jvm.dependences(edges, method),
        lambda: kpath_jvm.by_iteration(edges, method),
        lambda: kpath_jvm.iterations_per_entry(edges),
        lambda: kpath_jvm.entropies(edges, method),
        lambda: kpath_jvm.followers(edges, method, []),
        lambda: kpath_jvm.unrolling(edges, method),
        lambda: kpath_jvm.advise(edges),
        lambda: kpath_jvm.tree_of(edges, FIGURE_3, 1),
        lambda: edges.ngrams(FIGURE_3),
    ):
        with pytest.raises(KpathError, match="has counts of edges and no Ball-Larus paths"):
            ask()
    with pytest.raises(KpathError, match="doesn't count the paths that exceptions broke off"):
        kpath_jvm.settled(edges)


def test_a_k_above_the_profile_s_is_an_error(profile: Profile) -> None:
    """Without the error, the profile's own k would be used silently."""
    most = profile.k
    for ask in (
        lambda k: kpath_jvm.sequences(profile, k=k),
        lambda k: kpath_jvm.dependences(profile, FIGURE_3, k=k),
        lambda k: kpath_jvm.by_iteration(profile, FIGURE_3, k=k),
    ):
        ask(most)
        with pytest.raises(KpathError, match=f"at most {most} paths, and k is {most + 1}; give"):
            ask(most + 1)
        # k = 1 leaves only single paths, so there is nothing to report.
        with pytest.raises(
            KpathError, match=f"with k = 1 there is no .*; give a k from 2 to {most}"
        ):
            ask(1)


def test_profiles_of_single_paths_have_no_sequences(tmp_path: Path) -> None:
    single = Profile.open(demo_profile(tmp_path, k=1))
    for ask in (
        lambda: kpath_jvm.sequences(single),
        lambda: kpath_jvm.dependences(single, FIGURE_3),
        lambda: kpath_jvm.by_iteration(single, FIGURE_3),
        lambda: kpath_jvm.unrolling(single, FIGURE_3),
    ):
        with pytest.raises(KpathError, match=r"has single paths only \(k = 1\)"):
            ask()


def test_n_grams_of_a_method_are_found_by_its_name(profile: Profile) -> None:
    assert profile.ngrams(FIGURE_3).equals(profile.ngrams(profile.find_method(FIGURE_3)))


def test_every_public_name_has_a_docstring() -> None:
    assert dir(kpath_jvm) == sorted(kpath_jvm.__all__)
    for name in kpath_jvm.__all__:
        found = getattr(kpath_jvm, name)
        assert name == "__version__" or found.__doc__, name
        assert name in dir(kpath_jvm)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = kpath_jvm.nothing


def test_each_fact_of_a_loop_has_a_column() -> None:
    per_entry = {
        "entries_by_iterations", "entries_longer", "entries_unfinished", "longer_at_least",
        "longer_mean",
    }  # fmt: skip
    # These facts are in the tables of paths, sequences and blocks, or repeat another column.
    left_out = {"completions", "header_block", "paths_executed", "place", "sequence_count"}
    assert set(SCHEMA.names) - set(_LOOPS) == per_entry | left_out
