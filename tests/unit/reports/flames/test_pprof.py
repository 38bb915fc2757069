"""Reads pprof's file format with a decoder that is independent of the writer."""

import gzip
import io
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.reports.flames.collapsed import Weight
from kpath_jvm.reports.flames.pprof import write_pprof
from kpath_jvm.reports.flames.stacks import Frame, Stack

CLASS = Frame("a.B", "a.B", "B.java", 0, "class")
METHOD = Frame("m(int)", "a.B.m(int)", "B.java", 4, "method")
STACKS = [
    Stack((CLASS, METHOD, Frame("A: x: yes", "B.m A: x: yes", "B.java", 5, "sequence")), 0, 300),
    Stack((CLASS, METHOD), 3, 9),
]


def varint(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = content[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(content: bytes) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    at = 0
    while at < len(content):
        key, at = varint(content, at)
        if key & 7:
            assert key & 7 == 2
            size, at = varint(content, at)
            value: Any = content[at : at + size]
            at += size
        else:
            value, at = varint(content, at)
        found.setdefault(key >> 3, []).append(value)
    return found


def packed(content: bytes) -> list[int]:
    found, at = [], 0
    while at < len(content):
        value, at = varint(content, at)
        found.append(value)
    return found


def written(weight: Weight = "cost") -> tuple[bytes, dict[int, list[Any]]]:
    sink = io.BytesIO()
    write_pprof(STACKS, "a program", weight, sink, time_nanos=5, duration_nanos=7)
    return sink.getvalue(), fields(gzip.decompress(sink.getvalue()))


def test_samples_have_known_locations() -> None:
    _, profile = written()
    strings = [text.decode() for text in profile[6]]
    assert strings[0] == ""
    assert len(set(strings)) == len(strings)
    types = [[strings[fields(one)[at][0]] for at in (1, 2)] for one in profile[1]]
    assert types == [["completions", "count"], ["bytecodes", "count"]]
    functions = {
        fields(one)[1][0]: [strings[fields(one)[at][0]] for at in (2, 4)] for one in profile[5]
    }
    locations = {}
    for one in map(fields, profile[4]):
        (line,) = one[4]
        assert one[2] == [fields(profile[3][0])[1][0]]
        locations[one[1][0]] = (functions[fields(line)[1][0]], fields(line).get(2, [0])[0])
    samples = [
        ([locations[place] for place in packed(fields(one)[1][0])], packed(fields(one)[2][0]))
        for one in profile[2]
    ]
    leaf = (["B.m A: x: yes", "B.java"], 5)
    outer = [(["a.B.m(int)", "B.java"], 4), (["a.B", "B.java"], 0)]
    assert samples == [([leaf, *outer], [0, 300]), (outer, [3, 9])]
    assert (profile[9], profile[10]) == ([5], [7])


def test_no_name_looks_like_a_cpp_name() -> None:
    """No function has a system name.

    If the system name were equal to the name, pprof would take the name for a demangled C++ name,
    and drop everything in parentheses.
    """
    _, profile = written()
    strings = [text.decode() for text in profile[6]]
    for one in map(fields, profile[5]):
        assert strings[one[2][0]]
        assert 3 not in one


@pytest.mark.integration
@pytest.mark.skipif(shutil.which("go") is None, reason="needs `go tool pprof`")
def test_go_tool_pprof_shows_names_unchanged(tmp_path: Path) -> None:
    name = "B.m (A B)×2: (size + 1) >= length: no"  # noqa: RUF001
    stack = Stack((Frame(name, name, "B.java", 5, "sequence"),), 3, 300)
    with (tmp_path / "p.pb.gz").open("wb") as sink:
        write_pprof([stack], "a program", "cost", sink)
    command = ["go", "tool", "pprof", "-top", str(tmp_path / "p.pb.gz")]
    # Go builds pprof when it is first used, which takes half a minute, and keeps it in this cache.
    cache = subprocess.check_output(["go", "env", "GOCACHE"], text=True).strip()
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "GOCACHE": cache,
        "GOFLAGS": "",
        "GOTOOLCHAIN": "local",
    }
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert name in shown.stdout


@pytest.mark.parametrize(("weight", "name"), [("cost", "bytecodes"), ("count", "completions")])
def test_the_chosen_weight_is_the_default(weight: Weight, name: str) -> None:
    _, profile = written(weight)
    assert profile[6][profile[14][0]].decode() == name


def test_equal_profiles_make_equal_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file doesn't depend on when it is written, although gzip has a field for the time."""
    files = set()
    for now in (1e9, 2e9):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        files.add(written()[0])
    assert len(files) == 1
