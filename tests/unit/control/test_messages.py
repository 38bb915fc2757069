"""Tests that a request to a recording and its answer are one line each, and are read unchanged."""

import pytest

from kpath_jvm.control.messages import (
    ControlAnswer,
    ControlRequest,
    State,
    Status,
    Verb,
    answer_of,
    encoded,
    request_of,
)
from kpath_jvm.errors import KpathError

STATUS = Status(
    pid=7, program="P", profile=None, state=State.PAUSED, k=4, profiler="stream", seconds=1.5,
    events=None, events_per_second=None, waited_share=None, engine_bytes=None, engine_limit=None,
    spilled_bytes=None, methods=None, resets=0, dumps=0,
)  # fmt: skip


@pytest.mark.parametrize("verb", list(Verb))
def test_requests_are_one_line_and_are_read_unchanged(verb: Verb) -> None:
    asked = ControlRequest(verb=verb, output="/a\nb", force=True)
    line = encoded(asked)
    assert line.count(b"\n") == 1
    assert request_of(line) == asked


def test_answers_are_one_line_and_are_read_unchanged() -> None:
    answer = ControlAnswer(error="no\nroom", status=STATUS)
    line = encoded(answer)
    assert line.count(b"\n") == 1
    assert answer_of(line) == answer


@pytest.mark.parametrize("line", [b"", b"x\n", b"{}\n", b'{"verb":"pause"}\n', b"\xff\n", b"[]\n"])
def test_wrong_messages_give_an_error_of_one_line(line: bytes) -> None:
    with pytest.raises(KpathError, match=r"not a request: [^\n]*; use the ctl"):
        request_of(line)
    with pytest.raises(KpathError, match="not an answer that this kpath-jvm knows"):
        answer_of(line)
