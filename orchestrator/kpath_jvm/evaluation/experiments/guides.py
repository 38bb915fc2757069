"""Makes guide files from earlier profiles; experiments pass these files to profilers."""

import hashlib
from functools import cache
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.profilers import STREAM


@cache
def guide_content(profiler: str, profile: str) -> bytes:
    """Returns the content of the guide file that the agent reads.

    Raises KpathError (exit status 2) if nothing can be learned from the profile.
    """
    # This import loads pyarrow, which most plans don't need.
    from kpath_jvm.sessions.guide import Guide

    try:
        return Guide.of(Path(profile), packs=profiler == STREAM.name).content
    except KpathError as error:
        what = str(error).removeprefix("--guide: ")
        raise KpathError(f"profilers.{profiler}.guides: {what}", 2) from None


def guide_digest(profiler: str, profile: str) -> str:
    """Returns 16 hex digits that identify the content of the guide file."""
    return hashlib.sha256(guide_content(profiler, profile)).hexdigest()[:16]
