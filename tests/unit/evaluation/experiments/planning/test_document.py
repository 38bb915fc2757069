"""Tests files of experiments: how a file includes others, and how settings override its values."""

from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.document import load, merged, named


def test_tables_are_merged_by_key_and_other_values_are_replaced() -> None:
    below = {"a": 1, "list": [1, 2], "table": {"x": 1, "y": 2}, "was": {"x": 1}}
    above = {"a": 2, "list": [3], "table": {"y": 3}, "was": "a table"}
    assert merged(below, above) == {
        "a": 2, "list": [3], "table": {"x": 1, "y": 3}, "was": "a table",
    }  # fmt: skip
    assert below["table"] == {"x": 1, "y": 2}


def test_the_name_mode_and_description_of_an_included_file_are_ignored(tmp_path: Path) -> None:
    below, path = tmp_path / "below.toml", tmp_path / "mine.toml"
    below.write_text('name = "below"\nmode = "quick"\ndescription = "d"\nseed = 3\n', "utf-8")
    path.write_text('include = ["below.toml"]\nlanes = 2\n', "utf-8")
    assert load(path) == {"seed": 3, "lanes": 2}


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("seed=4", {"seed": 4}),
        ("limits.disk = 2G", {"limits": {"disk": "2G"}}),
        ("sizes=['small']", {"sizes": ["small"]}),
        ('description=say "it"', {"description": 'say "it"'}),
        ("pinned=true", {"pinned": True}),
    ],
)
def test_a_setting_is_a_toml_value_or_a_bare_word(
    tmp_path: Path, setting: str, expected: dict[str, Any]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("", "utf-8")
    assert load(path, [setting]) == expected


def test_the_last_setting_of_a_key_is_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("seed = 1\n", "utf-8")
    assert load(path, ["seed=2", "seed=3"]) == {"seed": 3}


def test_unknown_experiments_are_refused() -> None:
    with pytest.raises(KpathError, match=r"^no experiment 'papr'; .*; or give a TOML file$"):
        named("papr")


def test_circular_includes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('include = ["mine.toml"]\n', "utf-8")
    with pytest.raises(KpathError, match=f"^{path} includes itself; correct its `include`$"):
        load(path)


def test_malformed_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("", "utf-8")
    with pytest.raises(KpathError, match=r"^--set 'seed' is not KEY=VALUE, such as limits\."):
        load(path, ["seed"])
