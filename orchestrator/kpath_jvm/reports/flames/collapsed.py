"""Writes collapsed stacks, which most tools for flame graphs read: a line per stack."""

from collections.abc import Iterable
from typing import IO

from kpath_jvm.reports.flames.stacks import Frame, Stack
from kpath_jvm.shown import Weight


def write_collapsed(stacks: Iterable[Stack], weight: Weight, stream: IO[str]) -> None:
    """Writes a line per stack: its frames, separated by semicolons, then a blank and its weight.

    ``weight`` chooses between bytecodes and path completions. The outermost frame comes first.
    Stacks with a weight of 0 are omitted. A semicolon within a frame is escaped.
    """
    for stack in stacks:
        value = stack.bytecodes if weight == "cost" else stack.completions
        if value:
            stream.write(f"{';'.join(map(_text, stack.frames))} {value}\n")


def _text(frame: Frame) -> str:
    return frame.text.replace(";", "\\u003b")
