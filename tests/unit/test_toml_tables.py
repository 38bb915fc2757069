"""Tests that tables of TOML files are read as dataclasses, or refused with a one-line message."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.toml_tables import (
    Natural,
    OneOf,
    Positive,
    PositiveNumber,
    Table,
    read,
    read_table,
)

FILE = Path("a.toml")


@dataclass(frozen=True)
class Inner:
    share: PositiveNumber = 0.5


@dataclass(frozen=True, kw_only=True)
class Outer:
    name: str
    count: Positive
    seed: Natural = 7
    is_on: bool = False
    limit: Positive | None
    kinds: Annotated[tuple[str, ...], OneOf(("a", "b"))] = ("a",)
    mode: Annotated[str, OneOf(("fast", "slow"))] = "fast"
    numbers: tuple[Annotated[int, msgspec.Meta(ge=2)], ...] = ()
    inner: Inner
    other: Inner | None


LEAST: dict[str, Any] = {"name": "n", "count": 1}


def outer(**values: Any) -> Outer:
    return read(Table(LEAST | values, FILE), Outer)


def test_omitted_keys_get_their_defaults() -> None:
    assert outer() == Outer(name="n", count=1, limit=None, inner=Inner(), other=None)


def test_given_keys_are_read() -> None:
    values = {
        "seed": 0, "is_on": True, "limit": 3, "kinds": ["b", "b"], "mode": "slow",
        "numbers": [3, 2, 3], "inner": {"share": 2}, "other": {},
    }  # fmt: skip
    assert outer(**values) == Outer(
        name="n", count=1, seed=0, is_on=True, limit=3, kinds=("b",), mode="slow", numbers=(3, 2),
        inner=Inner(2.0), other=Inner(),
    )  # fmt: skip


def test_a_key_whose_value_the_caller_passes_is_unknown_in_the_file() -> None:
    table = Table({"count": 2}, FILE)
    assert read(table, Outer, name="given").name == "given"
    with pytest.raises(KpathError, match="name is unknown"):
        read(Table(LEAST, FILE), Outer, name="given")


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"count": 0}, "count is 0, not 1 or more; correct the file"),
        ({"count": True}, "count is true, not a whole number; correct the file"),
        ({"name": ""}, "name is empty; correct the file"),
        ({"is_on": 1}, "is_on is 1, not true or false; correct the file"),
        ({"limit": 0}, "limit is 0, not 1 or more; correct the file"),
        ({"kinds": ["c"]}, "kinds has 'c'; there are: a, b"),
        ({"kinds": "a"}, "kinds is 'a', not a list; correct the file"),
        ({"mode": "fats"}, "mode is 'fats'; did you mean fast?"),
        ({"numbers": [1]}, "numbers has 1, not a whole number of 2 or more; correct the file"),
        ({"numbers": ["2"]}, "numbers has '2', not a whole number of 2 or more; correct the file"),
        ({"numbers": 2}, "numbers is 2, not a list; correct the file"),
        ({"kinds": [1]}, "kinds is [1], not a list of strings; correct the file"),
        ({"inner": 3}, "inner is 3, not a table; correct the file"),
        ({"inner": {"share": True}}, "inner.share is true, not a number; correct the file"),
        (
            {"inner": {"share": float("inf")}},
            "inner.share is inf, not a number above 0; correct the file",
        ),
        (
            {"inner": {"share": float("nan")}},
            "inner.share is nan, not a number above 0; correct the file",
        ),
        ({"inner": {"share": 0}}, "inner.share is 0, not a number above 0; correct the file"),
        ({"inner": {"sahre": 1}}, "inner.sahre is unknown; did you mean share?"),
        ({"cuont": 1}, "cuont is unknown; did you mean count?"),
    ],
)
def test_errors_are_reported_in_one_line(values: dict[str, Any], complaint: str) -> None:
    with pytest.raises(KpathError) as raised:
        outer(**values)
    assert str(raised.value) == f"a.toml: {complaint}"
    assert raised.value.exit_status == 2


def test_a_missing_required_key_is_an_error() -> None:
    with pytest.raises(KpathError, match=r"^a\.toml: count is missing; correct the file$"):
        read(Table({"name": "n"}, FILE), Outer)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"^cannot read the list .*No such file"):
        read_table(tmp_path / "none.toml", "list")
