"""Tests that the processes of a pytest run trace a program only once, and share the trace."""

from pathlib import Path

import pytest

from oracle import harness
from oracle.harness import SHARED_VARIABLE, Program, trace_program


@pytest.fixture
def traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Program]:
    """Returns a list to which each traced program is added."""
    found: list[Program] = []

    def trace(program: Program, log: Path, home: Path) -> bytes:
        found.append(program)
        log.write_text(f"{program.main} {home}")
        return program.main.encode()

    (tmp_path / "shared").mkdir()
    monkeypatch.setenv(SHARED_VARIABLE, str(tmp_path / "shared"))
    monkeypatch.setattr(harness, "_trace", trace)
    monkeypatch.setattr(harness, "read_trace", Path.read_text)
    return found


def program(directory: Path, main: str = "Main", code: bytes = b"code") -> Program:
    directory.mkdir()
    (directory / "Main.class").write_bytes(code)
    return Program(directory, main)


def test_equal_programs_are_traced_once(traced: list[Program], tmp_path: Path) -> None:
    first = trace_program(program(tmp_path / "a"), tmp_path / "a.log", tmp_path)
    second = trace_program(program(tmp_path / "b"), tmp_path / "b.log", tmp_path)
    assert first == second == (f"Main {tmp_path}", b"Main")
    assert (tmp_path / "b.log").read_text() == f"Main {tmp_path}"
    assert len(traced) == 1


def test_different_programs_are_all_traced(traced: list[Program], tmp_path: Path) -> None:
    longer = program(tmp_path / "d")
    (longer.classes / "Other.class").write_bytes(b"")
    programs = [
        program(tmp_path / "a"), program(tmp_path / "b", main="Other"),
        program(tmp_path / "c", code=b"other"), longer,
    ]  # fmt: skip
    for one in programs:
        trace_program(one, tmp_path / "log", tmp_path)
    trace_program(programs[0], tmp_path / "log", tmp_path / "another JDK")
    assert traced == [*programs, programs[0]]


def test_a_program_is_traced_each_time_without_a_shared_directory(
    traced: list[Program], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SHARED_VARIABLE)
    one = program(tmp_path / "a")
    for _ in range(2):
        assert trace_program(one, tmp_path / "log", tmp_path)[1] == b"Main"
    assert traced == [one, one]
