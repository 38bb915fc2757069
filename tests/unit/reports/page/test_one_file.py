"""Tests pages in one file: their data can be read back, and texts are escaped."""

import io
from typing import Any

from kpath_jvm.reports.page.one_file import asset, write_file
from page_reading import data_of


def written(title: str = "a title", **data: dict[str, Any]) -> str:
    stream = io.StringIO()
    write_file(stream, title, data=data.items(), scripts=["1;"], styles=["p{}"])
    return stream.getvalue()


def test_any_data_are_read_back() -> None:
    document = {"text": "</script><script>alert(1)</script><!-- \u202e \x00", "numbers": [1, 2**40]}
    text = written(document=document, other={"n": 1})
    assert data_of(text) == {"document": document, "other": {"n": 1}}
    assert "alert(1)" not in text
    assert text == written(document=document, other={"n": 1})


def test_a_title_is_escaped() -> None:
    text = written("</title><script>alert(1)</script>")
    assert "<title>&lt;/title&gt;&lt;script&gt;" in text
    assert "<script>alert(1)" not in text


def test_scripts_come_after_the_data_that_they_read() -> None:
    text = written(document={})
    assert text.index('id="document"') < text.index("<script>1;</script>")
    assert "<style>p{}</style>" in text


def test_assets_can_come_from_any_package() -> None:
    assert "--ground" in asset("colours.css")
    assert "--row" in asset("flamegraph.css", "kpath_jvm.reports.flames")
