"""Earlier profiles that guide a profiler in an experiment: what the agent is given of them."""

import hashlib
from functools import cache
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.profilers import STREAM


@cache
def guide_content(profiler: str, profile: str) -> bytes:
    """The agent's file; KpathError (2) where there is nothing to learn from the profile."""
    # It imports pyarrow, which most plans do without.
    from kpath_jvm.sessions.guide import Guide

    try:
        return Guide.of(Path(profile), packs=profiler == STREAM.name).content
    except KpathError as error:
        what = str(error).removeprefix("--guide: ")
        raise KpathError(f"profilers.{profiler}.guides: {what}", 2) from None


def guide_digest(profiler: str, profile: str) -> str:
    """16 hex digits that stand for what the agent is given."""
    return hashlib.sha256(guide_content(profiler, profile)).hexdigest()[:16]
