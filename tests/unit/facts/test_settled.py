"""Tests the rows about settled branches, whose tests gave no new information."""

import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.settled import coin, profiled, settled_profile
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.called_costs import CallsOfTest
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.settled.found import settled_of
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts import settled
from kpath_jvm.facts.settled import settled_facts, settled_rows
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.reading import ReadOptions


def rows(profile: Profile, name: str) -> list[dict[str, object]]:
    method = profile.find_method(name)
    code = profile.code(method)
    told = ToldMethod(code, profile.method_rows.row(method))
    return settled_rows(settled_of(profile, method).branches, code, told, Costs(profile))


def test_each_kind_of_settled_branch_has_a_row(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    (one,) = rows(profile, "Always.diamonds")
    assert one["kind"] == "one way"
    assert one["answers"] == [{"answer": "yes", "count": 2000, "given": None}]
    total = Costs(profile).total
    assert (one["bytecodes"], one["share"], one["uncompleted"]) == (8000, 8000 / total, 2)
    assert (one["may_call"], one["called"], one["called_share"]) == (False, 0, 0.0)
    assert (one["behind"], one["behind_share"], one["never_run"]) == (8000, 8000 / total, 4)
    (one,) = rows(profile, "Again.diamonds")
    assert (one["kind"], one["line"], one["same_condition"]) == ("redundant", 14, True)
    assert (one["iterations"], one["across"], one["loop_block"]) == (0, False, 1)
    assert one["given"] == {
        "block": 1, "line": 11, "place": "line 11", "ordinal": 1, "question": "x", "label": "x",
        "matched": False,
    }  # fmt: skip
    assert one["answers"] == [
        {"answer": "no", "count": 1275, "given": "no"},
        {"answer": "yes", "count": 1225, "given": "yes"},
    ]
    (one,) = rows(profile, "Entered.diamonds")
    assert (one["kind"], one["entries"], one["count"]) == ("hoist", 600, 5400)
    assert one["loop_place"] == "line 11"


def test_costs_are_those_of_all_executions_if_some_outcomes_are_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    method = profile.find_method("Always.diamonds")
    code, costs = profile.code(method), Costs(profile)
    told = ToldMethod(code, profile.method_rows.row(method))
    calls = CallsOfTest(may_call=True, each=2.5, unrecorded=())
    monkeypatch.setattr(settled, "calls_of", lambda *_: calls)
    known = settled_of(profile, method).branches[0]
    assert isinstance(known, OneWay)
    branch = replace(known.branch, unknown=4)
    one = replace(known, branch=branch, saved=branch.total * code.test_size(branch.block))
    facts = settled_facts(one, code, told, costs)
    assert (facts["count"], facts["bytecodes"], facts["called"]) == (2000, 2004 * 4, 2004 * 2.5)


def test_settled_branches_have_the_declared_keys(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    document = summarise_branches(profile, ReadOptions(top=3))
    assert complaints(json.loads(json.dumps(document)), "branches") == []
    assert [len(one["settled"]) for one in document["methods"]] == [1, 1, 1]


def test_branches_that_compilers_add_for_string_switches_are_left_out(tmp_path: Path) -> None:
    activations = [[(True, y) for _, y in coin(random.Random(1), 2000)]]
    profile = profiled(tmp_path, activations)
    branches = settled_of(profile, 0).branches
    code = profile.code(0)
    told = ToldMethod(code, profile.method_rows.row(0))
    costs = Costs(profile)
    assert len(settled_rows(branches, code, told, costs)) == 1

    class Silent(ToldMethod):
        def is_part(self, decision: Decision) -> bool:
            return bool(decision.targets)

    silent = Silent(code, profile.method_rows.row(0))
    assert settled_rows(branches, code, silent, costs) == []
