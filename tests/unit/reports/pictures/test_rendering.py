"""Draws pictures with the Graphviz that is installed with the product."""

import struct
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.reports.pictures import rendering
from kpath_jvm.reports.pictures.rendering import rendered


def png_size(content: bytes) -> tuple[int, int]:
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_svg_and_png_are_drawn() -> None:
    graph = 'digraph { a [label="start"]; a -> b }'
    svg = rendered(graph, "svg")
    assert b"<svg" in svg.content
    assert b">start</text>" in svg.content
    assert svg.note is None
    width, height = png_size(rendered(graph, "png").content)
    assert 50 < width < height < 500


def test_text_takes_the_same_room_on_every_machine() -> None:
    """The widths of matplotlib's DejaVu font are used, whatever fonts the system has."""
    look = 'shape="box", margin="0", width="0", fontname="DejaVu Sans Mono", fontsize="20"'
    sizes = [
        png_size(rendered(f'digraph {{ a [label="{text}", {look}] }}', "png").content)[0]
        for text in ("m" * 10, "i" * 10, "m" * 20)
    ]
    assert sizes[0] == sizes[1]
    # A character of this font is 0.602 em wide. An em is 20 points here, at 96 dots per inch.
    assert abs(sizes[2] - sizes[0] - 10 * 0.602 * 20 * 96 / 72) < 3


def test_an_invalid_graph_is_an_error_of_one_line() -> None:
    with pytest.raises(KpathError, match=r"Graphviz made no svg: .*; --format dot writes"):
        rendered("digraph { a -> ", "svg")


def test_a_picture_too_large_for_a_png_is_scaled_with_a_note() -> None:
    graph = 'digraph { a [shape="box", width="600"] }'
    picture = rendered(graph, "png")
    assert png_size(picture.content)[0] <= 32767
    assert "scaled down" in str(picture.note)
    assert rendered(graph, "svg").note is None


def test_a_killed_worker_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text("import os\nos.kill(os.getpid(), 11)\n")
    monkeypatch.setattr(rendering, "_WORKER", worker)
    with pytest.raises(KpathError, match="made no png: it ended with status -11"):
        rendered("digraph {}", "png")
