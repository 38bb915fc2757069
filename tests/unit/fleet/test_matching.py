"""Tests that methods of two sets of runs are matched by name, and then by code."""

from typing import Any

import pytest

from kpath_jvm.fleet.matching import matched

SIDES = ("base", "new")


class Rows:
    """Rows for methods of base runs and new runs, like the result of queries.difference()."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []

    def add(
        self, side: str, name: str, code: str, *, blocks: int = 5, bytecodes: int = 100,
        digest: str = "", of: str = "a/C", asked: str | None = None,
    ) -> "Rows":  # fmt: skip
        """Adds a method of one run.

        ``code`` names the method's graph, or both its graph and its conditions: GRAPH/CONDITIONS.
        """
        sums = [one if side == own else 0 for one in (1, bytecodes) for own in SIDES]
        names = (of, name, "()V")
        graph, _, asks = code.partition("/")
        own = (digest or f"{side}-{of}", f"graph-{graph}", f"asks-{asks or graph}", blocks, asked)
        self.rows += [(*names, *[None] * len(own), *sums), (*names, *own, *sums)]
        return self

    def told(self) -> set[tuple[str, str, str]]:
        """Returns each method's name, what has become of its code, and its earlier name."""
        return {(pair.known.named.name, pair.code, pair.was) for pair in matched(self.rows)}


def test_methods_of_runs_match_by_name() -> None:
    rows = Rows().add("base", "f", "x").add("new", "f", "x")
    assert rows.told() == {("f", "alike", "")}
    rows = Rows().add("base", "f", "x", digest="d").add("new", "f", "x", digest="d")
    assert rows.told() == {("f", "same", "")}
    assert Rows().add("base", "f", "x").add("new", "f", "y").told() == {("f", "changed", "")}


@pytest.mark.parametrize(
    ("base", "new", "code"),
    [
        ("form i n", "form i most", "alike"),
        ("form i n", "form n i", "changed"),
        ("form i n", "other i n", "changed"),
        # Earlier versions of kpath-jvm didn't store the conditions of the code.
        (None, "form i n", "changed"),
        (None, None, "changed"),
    ],
)
def test_renamed_variables_change_no_code(base: str | None, new: str | None, code: str) -> None:
    rows = Rows().add("base", "f", "x/1", asked=base).add("new", "f", "x/2", asked=new)
    assert rows.told() == {("f", code, "")}
    # Code with another graph has changed, whatever its conditions are.
    rows = Rows().add("base", "f", "x/1", asked=base).add("new", "f", "y/2", asked=new)
    assert rows.told() == {("f", "changed", "")}


def test_methods_whose_names_differ_match_by_code() -> None:
    rows = Rows().add("base", "f", "x").add("new", "g", "x")
    assert rows.told() == {("g", "alike", "a/C.f()V")}
    rows = Rows().add("base", "f", "x").add("new", "f", "x", of="a/D")
    assert rows.told() == {("f", "alike", "a/C.f()V")}


def test_generated_classes_match_despite_other_names() -> None:
    """The new runs' generated class has another name, but was generated for the same class."""
    rows = Rows()
    for side in SIDES:
        rows.add(side, "stays", "y", digest="d")
    rows.add("base", "f", "x", of="a/C$$Proxy$1").add("new", "f", "x", of="a/C$$Proxy$2")
    assert rows.told() == {("stays", "same", ""), ("f", "alike", "a/C$$Proxy$1.f()V")}
    nested = Rows()
    for side in SIDES:
        nested.add(side, "stays", "y", digest="d")
    nested.add("base", "f", "x", of="a/C$One").add("new", "f", "x", of="a/C$Two")
    assert nested.told() == {("stays", "same", ""), ("f", "gone", ""), ("f", "new", "")}


def test_another_name_with_other_code_is_another_method() -> None:
    rows = Rows().add("base", "f", "x").add("new", "g", "y")
    assert rows.told() == {("f", "gone", ""), ("g", "new", "")}


def test_small_methods_do_not_match_methods_of_other_classes() -> None:
    small = Rows().add("base", "f", "x", blocks=1).add("base", "stays", "z", blocks=1)
    small.add("new", "g", "x", of="a/D", blocks=1).add("new", "stays", "z", blocks=1)
    assert small.told() == {("f", "gone", ""), ("g", "new", ""), ("stays", "alike", "")}


def test_a_method_is_matched_by_the_code_with_the_most_work() -> None:
    rows = Rows().add("base", "f", "x")
    name = ("a/C", "g", "()V")
    rows.rows += [
        (*name, None, None, None, None, None, 0, 2, 0, 30),
        (*name, "d", "graph-x", "asks-x", 5, None, 0, 2, 0, 20),
        (*name, "e", "graph-y", "asks-y", 5, None, 0, 1, 0, 10),
    ]
    (pair,) = matched(rows.rows)
    assert (pair.code, pair.was) == ("changed", "a/C.f()V")
    assert pair.new is not None
    assert (pair.new.runs, pair.new.weight) == (2, 30)


def test_lambdas_match_if_one_of_their_class_files_is_equal() -> None:
    rows = (
        Rows().add("base", "lambda$f$0", "x", digest="d").add("new", "lambda$f$0", "x", digest="d")
    )
    other = ("a/C", "lambda$f$0", "()V", "e", "graph-y", "asks-y", 5, None, 0, 1, 0, 10)
    assert [*rows.told()] == [("lambda$f$0", "same", "")]
    rows.rows.append(other)
    assert [*rows.told()] == [("lambda$f$0", "changed", "")]


def test_matches_of_indistinguishable_lambdas_are_unsure() -> None:
    rows = Rows().add("base", "lambda$f$0", "x")
    rows.add("new", "lambda$f$0", "x").add("new", "lambda$f$1", "x")
    assert rows.told() == {("lambda$f$0", "unsure", ""), ("lambda$f$1", "unsure", "")}
