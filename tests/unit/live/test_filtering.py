"""Tests which part of a recording is shown if the user types a filter."""

from pathlib import Path

import pytest

from builders.underway import grown
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.live.filtering import Filter, words_of


def test_a_filter_accepts_parts_of_names_and_options_of_reports() -> None:
    found = Filter.parse("run FIG --include demo --line 'Figure3.java:9' --method=run")
    assert found.parts == ("run", "FIG")
    assert found.selection == Selection(
        include=("demo",), line=("Figure3.java:9",), method=("run",)
    )
    assert Filter.parse(words_of(found.selection, found.parts)) == found
    assert Filter.parse("  ") == Filter()
    assert Filter().text == ""
    assert found.text == (
        "name has run, name has FIG, class demo, method run, loop around Figure3.java:9"
    )


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("--nosuch x", "no filter --nosuch; there are --include"),
        ("--thread 1", "no filter --thread"),
        ("--line", "--line needs a value: --line Scanner.java:42"),
        ("--include=", "--include needs a value"),
        ("'a", "close the quotes"),
        ("a\\", "double the backslash"),
    ],
)
def test_senseless_filters_are_refused(line: str, fragment: str) -> None:
    with pytest.raises(KpathError) as raised:
        Filter.parse(line)
    assert fragment in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", {"run", "spin"}), ("RUN", {"run"}), ("figure3.r", {"run"}), ("spin --include demo",
        {"spin"}), ("demo", {"run", "spin"}), ("--loop 9", {"run"}), ("run --loop 9", {"run"}),
    ],
)  # fmt: skip
def test_a_filter_leaves_the_methods_that_fit(tmp_path: Path, line: str, names: set[str]) -> None:
    profile = grown(tmp_path, 2, 5)
    selected = Filter.parse(line).of(profile)
    rows = [profile.method_rows.row(number) for number in selected.methods.tolist()]
    assert {row["name"] for row in rows} == names
    left = {int(one) for one in selected.profile.forest.methods}
    assert left == set(selected.methods.tolist())


def test_filters_that_match_nothing_are_reported(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="no method that has run so far fits the filter"):
        Filter.parse("nosuch").of(grown(tmp_path, 2, 5))
    with pytest.raises(KpathError, match=r"no class in .* matches 'Figur'; did you mean"):
        Filter.parse("--include Figur").of(grown(tmp_path, 3, 5))
