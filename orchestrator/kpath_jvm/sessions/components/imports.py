"""Imports modules while the target runs, so that writing the profile needn't wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpath_jvm.sessions.request import Request


def import_writer(request: Request) -> None:
    """Imports what writing a profile needs, and what a report needs if one is wanted.

    The first call takes some tenths of a second.
    """
    import kpath_jvm.profile.writer
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    if not request.no_report:
        import kpath_jvm.reports.report  # noqa: F401
