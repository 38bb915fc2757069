"""Tests that settings of profilers are read from tables, put into words and named as options."""

import pandas as pd
import pytest

from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.settings import Chosen
from kpath_jvm.recording.options import agent_table


def test_missing_values_and_other_columns_are_not_settings() -> None:
    row = {"degree": 0, "threshold": pd.NA, "remove_probes": False, "guided": None, "k": 8}
    assert settings.chosen(row) == (("degree", 0), ("remove_probes", False))


def test_settings_of_pandas_rows_have_python_types() -> None:
    table = pd.DataFrame(
        {
            "degree": pd.array([1, None], dtype="Int64"),
            "remove_probes": pd.array([None, True], dtype="boolean"),
            "cut": ["", "back-edge"],
        }
    )
    rows = [settings.chosen(row) for _, row in table.iterrows()]
    assert rows == [(("degree", 1),), (("remove_probes", True),)]
    assert [type(value) for row in rows for _, value in row] == [int, bool]


def test_settings_have_words_for_legends() -> None:
    own: Chosen = (("threshold", 10000), ("remove_probes", False))
    assert settings.told(own) == "threshold 10,000, probes stay"


def test_every_setting_is_an_option_of_the_agent_and_has_words() -> None:
    for one in settings.SETTINGS:
        assert one.option in agent_table().options
        values = (True, False) if one.type == settings.FLAG else (1,)
        for value in values:
            assert settings.told(((one.name, value),))


@pytest.mark.parametrize(
    ("own", "is_default"),
    [
        ((), True),
        ((("degree", 3),), True),
        ((("degree", 1),), False),
        ((("threshold", 1000), ("remove_probes", True)), True),
        ((("threshold", 1000), ("remove_probes", False)), False),
        ((("guided", True),), False),
    ],
)
def test_values_are_defaults_if_they_are_the_agent_s(own: Chosen, is_default: bool) -> None:
    assert settings.are_defaults(own) == is_default


def test_settings_except_guided_get_the_agent_s_option_names() -> None:
    own: Chosen = (("remove_probes", False), ("array_paths", 0), ("guided", True))
    assert settings.agent_values(own) == {"remove-probes": False, "array-paths": 0}
