"""Tests that ``--no-profile`` also reports a required method that was never entered."""

from pathlib import Path

import numpy as np
import pytest

from builders.checked import checked
from builders.methods import figure_3
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.sessions.request import Program
from kpath_jvm.sessions.stream import unmet_requirement


@pytest.mark.parametrize(
    ("required", "counted", "said"),
    [
        ("demo.Figure3.run", 3, None),
        ("Figure3.run", 3, None),
        ("Figure3.run", None, "Figure3.run was never entered"),
        ("Figure3.walk", 3, "Figure3.walk was never entered"),
    ],
)
def test_a_required_method_must_have_been_entered(
    tmp_path: Path, required: str, counted: int | None, said: str | None
) -> None:
    method = figure_3()
    method.first_id = 2
    (tmp_path / "methods.jsonl").write_text(checked(method.line()))
    counts = np.zeros(100, np.int64)
    counts[1] = counts[99] = 7
    if counted is not None:
        counts[counted] = 1
    jdk = Jdk(Path("/j"), "PATH")
    program = Program("demo", ["java"], jdk, jdk.java, required_methods=(required,))
    found = unmet_requirement(program, StreamDirectory(tmp_path), counts)
    assert (found is None) if said is None else (found is not None and found.startswith(said))
