"""Collapsed stacks: a line per stack, which most tools for flame graphs read."""

from collections.abc import Iterable
from typing import IO

from kpath_jvm.reports.flames.stacks import Frame, Stack
from kpath_jvm.shown import Weight


def write_collapsed(stacks: Iterable[Stack], weight: Weight, stream: IO[str]) -> None:
    """Writes the frames from the outermost in, separated by ;, then a blank and the weight.

    Stacks that weigh nothing are omitted. A ; within a frame is written as its escape.
    """
    for stack in stacks:
        value = stack.bytecodes if weight == "cost" else stack.completions
        if value:
            stream.write(f"{';'.join(map(_text, stack.frames))} {value}\n")


def _text(frame: Frame) -> str:
    return frame.text.replace(";", "\\u003b")
