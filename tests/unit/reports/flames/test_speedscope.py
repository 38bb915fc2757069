"""Tests the documents for speedscope: their frames, samples and weights."""

import io
import json
from typing import Any

import pytest

from kpath_jvm.reports.flames.collapsed import Weight
from kpath_jvm.reports.flames.speedscope import write_speedscope
from kpath_jvm.reports.flames.stacks import Frame, Stack

CLASS = Frame("a.B", "a.B", "B.java", 0, "class")
METHOD = Frame("m(int)", "a.B.m(int)", "B.java", 4, "method")
STACKS = [
    Stack((CLASS, METHOD, Frame("A: x: yes", "B.m A: x: yes", "", 0, "sequence")), 0, 12),
    Stack((CLASS, METHOD), 3, 9),
]


def document(weight: Weight) -> Any:
    stream = io.StringIO()
    write_speedscope(STACKS, "a program", weight, stream)
    return json.loads(stream.getvalue())


def test_the_document_has_frames_samples_and_weights() -> None:
    found = document("cost")
    assert found["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    assert found["shared"]["frames"] == [
        {"name": "a.B", "file": "B.java"},
        {"name": "m(int)", "file": "B.java", "line": 4},
        {"name": "A: x: yes"},
    ]
    cost, count = found["profiles"]
    assert cost == {
        "type": "sampled", "name": "a program, bytecodes", "unit": "none", "startValue": 0,
        "endValue": 21, "samples": [[0, 1, 2], [0, 1]], "weights": [12, 9],
    }  # fmt: skip
    assert (count["samples"], count["weights"], count["endValue"]) == ([[0, 1]], [3], 3)


@pytest.mark.parametrize(("weight", "shown"), [("cost", 0), ("count", 1)])
def test_the_chosen_weight_is_shown_first(weight: Weight, shown: int) -> None:
    assert document(weight)["activeProfileIndex"] == shown
