"""Charts: their data to the digit, that they can be drawn and read, and that files repeat."""

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM
from builders.recordings import demo_profile
from experiment_builder import build_results
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import draw_all, style
from kpath_jvm.evaluation.figures.catalogue import CHARTS
from kpath_jvm.evaluation.figures.charts.figure04_tree import (
    TreeRequest,
    draw_tree,
    tree_data,
    turning_point,
)
from kpath_jvm.evaluation.figures.drawing import Drawing, drawing, select
from kpath_jvm.evaluation.figures.plots.bars import Axis, grouped_bars
from kpath_jvm.evaluation.figures.plots.strips import outliers
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import BENCHMARK, Results, View, is_named, labels
from kpath_jvm.evaluation.results.tables import read_table, write_table
from kpath_jvm.profile.forest import canonical

NAMES = (
    "avrora", "eclipse", "hsqldb", "sunflow", "xalan", "compress", "scimark.monte_carlo",
    "heapsort",
)  # fmt: skip
#: What the made-up results hold no data for.
WITHOUT = {"figure04", "figure08-array"}
DRAWN = [chart.name for chart in CHARTS if chart.name not in WITHOUT]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(build_results(tmp_path_factory.mktemp("results"), NAMES, official=("xalan",)))


@pytest.mark.parametrize("name", DRAWN)
def test_the_data_of_a_chart(
    results: Results, name: str, golden: Callable[[str, str], None]
) -> None:
    data = drawing(results, name).data
    golden(f"figures/{name}.csv", data.to_csv(index=False, float_format="%.6g"))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_can_be_read(results: Results, name: str) -> None:
    figure = drawing(results, name).figure()
    check_texts(figure)


@pytest.mark.filterwarnings("error")
def test_charts_of_one_benchmark_can_be_read(tmp_path: Path) -> None:
    few = Results(build_results(tmp_path, ("heapsort",)))
    for name in ("figure08-overhead", "figure09", "figure10", "memory-resident", "trials"):
        check_texts(drawing(few, name).figure())


def check_texts(figure: Figure) -> None:
    """No text is smaller than 7 points, outside of the figure, or on another one."""
    with style.styled():
        figure.draw_without_rendering()
    texts = [text for text in visible_texts(figure) if text.get_text().strip()]
    assert texts
    boxes = []
    for text in texts:
        assert text.get_fontsize() >= style.FONT_SIZE, text
        box = text.get_window_extent()
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= figure.bbox.x1 + 1, text
        assert box.y1 <= figure.bbox.y1 + 1, text
        # The boxes of slanted labels overlap where their letters do not.
        if text.get_rotation() in (0, 90):
            boxes.append((text, box))
    for (one, a), (other, b) in combinations(boxes, 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert wide < 2 or high < 2, (one.get_text(), other.get_text())


def visible_texts(figure: Figure) -> Iterator[Text]:
    """Yield the texts that are drawn: matplotlib keeps labels of ticks that are out of sight."""
    unseen = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not axes.axison or not low <= tick.get_loc() <= high:
                    unseen |= {tick.label1, tick.label2}
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        if text.get_visible() and text not in unseen:
            yield text


def test_files_repeat_and_are_listed(results: Results) -> None:
    first = draw_all(results.path, ["figure09-law"])
    kept = {path: path.read_bytes() for path in first}
    assert draw_all(results.path, ["figure09-law"]) == first
    assert {path: path.read_bytes() for path in first} == kept
    assert draw_all(results.path, ["figure09-law"], processes=2) == first
    assert {path: path.read_bytes() for path in first} == kept
    names = {path.name for path in first}
    assert {f"figure09-law.{kind}" for kind in ("png", "svg", "pdf", "csv")} <= names
    assert "figure09-law-back-edge.svg" in names
    draw_all(results.path, ["figure14"])
    listed = json.loads((results.path / "figures/figures.json").read_text())
    assert [entry["name"] for entry in listed] == [
        "figure09-law", "figure09-law-back-edge", "figure14", "figure14-back-edge",
    ]  # fmt: skip
    assert "means of stand-in results: k = 2 " in listed[2]["alt"]
    assert "cut at loop headers" in listed[2]["note"]
    assert "cut at back edges" in listed[3]["note"]
    assert "quick" in listed[0]["note"]


def test_what_cannot_be_drawn_is_listed_with_its_reason(results: Results) -> None:
    written = draw_all(results.path, ["figure08-array", "4"])
    assert [path.name for path in written] == ["figures.json"]
    reasons = {
        entry["name"]: entry["reason"] for entry in json.loads(written[-1].read_text())
        if not entry["drawn"]
    }  # fmt: skip
    assert "no ratio of timed_wall to blpp-array" in reasons["figure08-array"]
    assert "no profile of eclipse with k = 11" in reasons["figure04"]
    with pytest.raises(KpathError, match="cannot draw figure08-array: tables/ratios"):
        drawing(results, "figure08-array")


def test_one_benchmark_is_drawn_without_averages(tmp_path: Path) -> None:
    build_results(tmp_path, names=("serial",), official=())
    drawn = {path.name for path in draw_all(tmp_path, ["table1", "9"])}
    assert {"table1.csv", "figure09.csv"} <= drawn


def test_official_programs_are_named_and_no_asterisk_is_explained(tmp_path: Path) -> None:
    build_results(tmp_path, names=("serial", "xalan"), official=("serial", "xalan"))
    told = json.loads((tmp_path / "experiment.json").read_text())
    (tmp_path / "experiment.json").write_text(json.dumps({**told, "mode": "custom", "name": "my"}))
    mixed = Results(tmp_path)
    for name in ("figure09", "table1"):
        note = drawing(mixed, name).note
        assert "Experiment: my. Official programs of dacapo, spec. * A stand-in" in note
    for name in ("trials", "structure", "ratios"):
        rows = read_table(tmp_path, name)
        official = rows[rows["kind"] == "official"].astype(object)
        write_table(tmp_path, name, official.where(official.notna(), None).to_dict("records"))
    for name in ("figure09", "table1"):
        note = drawing(Results(tmp_path), name).note
        assert note.endswith("Official programs of dacapo, spec.")


def test_results_without_tables_get_one_line(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="holds no measurements"):
        draw_all(tmp_path)
    with pytest.raises(KpathError, match="is not a directory"):
        draw_all(tmp_path / "none")


def test_figures_are_chosen_by_number_and_name() -> None:
    assert [chart.name for chart in select(["9"])] == ["figure09", "figure09-law"]
    assert [chart.name for chart in select(["figure9", "fig09"])] == ["figure09", "figure09-law"]
    assert [chart.name for chart in select(["figure09"])] == ["figure09"]
    names = [chart.name for chart in select(["overhead"])]
    assert names == ["overhead-wall", "overhead-whole", "overhead-cpu"]
    assert [chart.name for chart in select(["table1"])] == ["table1"]
    for wrong in ("15", "figure15", "", "overheads"):
        with pytest.raises(KpathError, match="no figure"):
            select([wrong])


ROW = {
    "suite": "dacapo", "kind": "stand-in", "size": "small", "jvm": "17", "cut": "loop-header",
    "status": "ok", "blpp_hash_operations": 100, "blpp_entries": 5, "blpp_paths": 5,
}  # fmt: skip
VIEW = View("17", "small", "loop-header")


def test_ratios_and_means_by_hand(tmp_path: Path) -> None:
    rows = [
        {**ROW, "benchmark": "a", "k": 2, "hash_operations": 100},
        {**ROW, "benchmark": "a", "k": 3, "hash_operations": 60},
        {**ROW, "benchmark": "b", "k": 2, "hash_operations": 100},
        {**ROW, "benchmark": "b", "k": 3, "hash_operations": 80},
        {**ROW, "benchmark": "c", "k": 2, "hash_operations": 10},
        {**ROW, "benchmark": "c", "k": 3, "status": "memory"},
        {**ROW, "benchmark": "a", "k": 2, "hash_operations": 100, "kind": "official"},
        {**ROW, "benchmark": "a", "k": 3, "hash_operations": 20, "kind": "official"},
        {**ROW, "benchmark": "b", "k": 2, "hash_operations": 100, "kind": "official"},
        {**ROW, "benchmark": "b", "k": 3, "hash_operations": 40, "kind": "official"},
    ]
    write_table(tmp_path, "structure", rows)
    data = drawing(Results(tmp_path), "figure09").data
    values = data.set_index(["label", "series"])["value"]
    assert values["a*", "k = 3"] == 0.6
    assert values["a", "k = 3"] == 0.2
    # c lacks k = 3, so it is in no mean; official ones and stand-ins have means of their own.
    means = data[data["suite"] == ""].set_index(["kind", "series"])
    assert means["value"].round(9).to_dict() == {
        ("stand-in", "k = 2"): 1.0, ("stand-in", "k = 3"): 0.7,
        ("official", "k = 2"): 1.0, ("official", "k = 3"): 0.3,
    }  # fmt: skip
    assert set(means["n"]) == {2}
    missing = data[data["missing"] == "memory"]
    assert missing[["label", "series"]].to_numpy().tolist() == [["c*", "k = 3"]]


def test_the_geometric_mean_and_the_median() -> None:
    rows = [
        {"suite": "s", "benchmark": b, "kind": "official", "label": b, "series": "x", "value": v,
         "n": 1, "missing": ""}
        for b, v in (("a", 1.0), ("b", 2.0), ("c", 4.0), ("d", 8.0))
    ]  # fmt: skip
    found = series.with_averages(series.frame(rows), series.AVERAGES)
    averages = found[found["suite"] == ""].set_index("benchmark")["value"]
    assert averages["mean"] == 3.75
    assert averages["median"] == 3.0
    assert averages["geometric mean"] == pytest.approx(2 * 2**0.5)


def test_table_1_knows_the_stream_with_its_k_and_cut(tmp_path: Path) -> None:
    row = {
        "suite": "s", "kind": "official", "size": "small", "jvm": "17", "baseline": "blpp-hash",
        "form": "ratio", "metric": "timed_wall", "n": 3, "verdict": "faster",
    }  # fmt: skip
    write_table(
        tmp_path, "ratios",
        [
            {**row, "benchmark": name, "profiler": profiler, "k": 8, "cut": cut, "mean": mean}
            for name, mean in (("a", 0.5), ("b", 0.7))
            for profiler, cut in (("stream", "back-edge"), ("k-blpp", "loop-header"))
        ],
    )  # fmt: skip
    table = drawing(Results(tmp_path), "table1").data.set_index("technique")["measured here"]
    told = "0.60 (k\u00a0=\u00a08): mean of 2 official benchmarks"
    assert table["kpath-jvm's stream"] == told
    assert table["this paper: k-BLPP"] == told
    assert table["edge counts"] == "not measured"


def test_failed_trials_leave_a_mark(results: Results) -> None:
    data = drawing(results, "figure08").data
    found = data[(data["benchmark"] == "sunflow") & (data["series"] == "k = 16")]
    assert found["missing"].tolist() == ["memory"]
    assert found["value"].isna().all()
    assert series.why_missing("exit status 3") == "failed"


def test_a_ratio_that_does_not_exist_is_no_failure(results: Results) -> None:
    def marks(data: pd.DataFrame) -> dict[str, int]:
        figure = grouped_bars(data, Axis("overhead", reference=1.0), "title", "note")
        below = [line for axes in figure.axes for line in axes.lines if 0.03 in line.get_ydata()]
        return {str(line.get_marker()): len(line.get_xdata()) for line in below}

    data = drawing(results, "figure08-overhead").data
    whole = data[data["missing"] == ""]
    assert marks(whole) == {}
    without = whole.assign(value=whole["value"].where(whole["benchmark"] != "xalan"))
    assert without["value"].isna().any()
    assert marks(without) == {}
    failed = without.assign(missing=without["missing"].where(without["value"].notna(), "failed"))
    assert set(marks(failed)) == {"s"}


def test_a_few_long_bars_are_cut_off_and_told() -> None:
    rows = [
        {"suite": "s", "benchmark": f"b{b}", "kind": "official", "label": f"b{b}", "n": 1,
         "series": f"k = {k}", "k": k, "value": value, "missing": ""}
        for b in range(24) for k, value in ((2, 1.0), (8, 2.0 + b / 24))
    ]  # fmt: skip
    axis = Axis("ratio", reference=1.0)

    def drawn(**changed: float) -> tuple[float, list[str]]:
        data = series.frame(
            [
                dict(row, value=changed.get(f"{row['benchmark']}_{row['k']}", row["value"]))
                for row in rows
            ]
        )
        figure = grouped_bars(data, axis, "title", "note")
        check_texts(figure)
        numbers = [text.get_text() for axes in figure.axes for text in axes.texts]
        return figure.axes[0].get_ylim()[1], numbers

    top, numbers = drawn()
    assert 2.9 < top < 3.3
    assert numbers == []
    top, numbers = drawn(b3_2=44.0, b20_8=17.26)
    assert 3 < top < 6
    assert numbers == ["44", "17.3"]
    # Nothing is cut off of what is hardly longer, nor off a logarithmic axis.
    assert drawn(b3_2=5.0)[1] == []
    axis = Axis("ratio", log=True, reference=1.0)
    top, numbers = drawn(b3_2=44.0)
    assert top > 44
    assert numbers == []


def test_a_benchmarks_label_is_the_shortest_that_no_other_has() -> None:
    rows = [
        ("spec", "scimark.sparse", "stand-in"), ("grande", "sparse", "stand-in"),
        ("spec", "scimark.lu", "stand-in"), ("spec", "scimark.lu", "official"),
        ("other", "fft", "official"), ("other", "scimark.fft", "official"),
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=BENCHMARK)
    assert list(labels(table).values()) == [
        "spec:sparse*", "grande:sparse*", "lu*", "lu", "other:fft", "other:scimark.fft",
    ]  # fmt: skip


def test_outliers_are_told_by_tukeys_fences() -> None:
    assert outliers(pd.Series([1.0, 1.1, 1.2, 1.1, 9.0])).tolist() == [False] * 4 + [True]
    assert not outliers(pd.Series([1.0, 1.0, 9.0])).any()


def test_names_of_the_paper_are_known_by_other_names_too() -> None:
    assert is_named("monte_carlo", "scimark.monte_carlo")
    assert is_named("scimark.monte_carlo", "scimark.monte_carlo")
    assert is_named("moldyn", "md")
    assert not is_named("cmd", "md")


def test_the_tree_of_figure_3s_method(tmp_path: Path) -> None:
    profile = pd_profile(tmp_path)
    data = tree_data(profile, TreeRequest("Figure3.run", 4, 0.1, root=2))
    # Example 1: of the six executions of path 2, three go on with 0, 0, 2; two with 2; one with 3.
    rows = data[["depth", "path", "count"]].to_numpy().tolist()
    assert rows == [
        [1, 2, 6], [2, 0, 3], [3, 0, 3], [4, 2, 3], [2, 2, 2], [3, 0, 2], [4, 0, 2], [2, 3, 1],
    ]  # fmt: skip
    assert data["share_of_parent"].tolist()[:3] == [1.0, 0.5, 1.0]
    pruned = tree_data(profile, TreeRequest("Figure3.run", 4, 0.4, root=2))
    assert pruned["path"].tolist() == [2, 0, 0, 2]
    with style.styled():
        figure = draw_tree(data, "A tree", "A note.")
    check_texts(figure)
    for wrong in (TreeRequest("Figure3.run", 9), TreeRequest("Figure3.run", 4, root=1)):
        with pytest.raises(KpathError):
            tree_data(profile, wrong)


def pd_profile(tmp_path: Path):
    from kpath_jvm import Profile

    return Profile.open(demo_profile(tmp_path))


def test_the_tree_begins_where_the_pattern_does() -> None:
    # After 7 come either 1, 1, 2 or 5, 5, 2: a turn begins with 7.
    turns = ([7, 1, 1, 2] * 9 + [7, 5, 5, 2] * 4) * 20
    counts = ngrams([turns], 8)
    order = sorted(counts, key=lambda gram: (len(gram), gram))
    node = {gram: at for at, gram in enumerate(order)}
    forest = canonical(
        [0] * len(order), [node.get(gram[:-1], -1) for gram in order],
        [gram[-1] for gram in order], [len(gram) for gram in order],
        [counts[gram] for gram in order],
    )  # fmt: skip
    roots = (forest.parents < 0).nonzero()[0]
    assert forest.paths[turning_point(forest, roots, 0.1)] == 7


def test_without_a_pattern_the_most_frequent_root_is_taken() -> None:
    counts = ngrams([FIGURE_3_STREAM[:3], [5, 5, 5]], 3)
    order = sorted(counts, key=lambda gram: (len(gram), gram))
    node = {gram: at for at, gram in enumerate(order)}
    forest = canonical(
        [0] * len(order), [node.get(gram[:-1], -1) for gram in order],
        [gram[-1] for gram in order], [len(gram) for gram in order],
        [counts[gram] for gram in order],
    )  # fmt: skip
    roots = (forest.parents < 0).nonzero()[0]
    assert forest.paths[turning_point(forest, roots, 0.1)] == 5


def test_a_drawing_shows_itself_in_a_notebook(results: Results) -> None:
    made = drawing(results, "figure14")
    assert isinstance(made, Drawing)
    assert made._repr_svg_().startswith("<?xml")
