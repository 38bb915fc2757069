"""Runs verbs in this process, and returns what they print."""

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout

from kpath_jvm.cli.main import run_verb


def said(words: Sequence[str]) -> tuple[int, str, str]:
    """Runs a verb and returns its status, stdout and stderr."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run_verb(list(words))
    out.seek(0)
    return status, out.read(), err.getvalue()


def printed(words: Sequence[str]) -> str:
    """Runs a verb, which must succeed, and returns its stdout."""
    status, out, err = said(words)
    assert status == 0, err
    return out
