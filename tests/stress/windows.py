"""Checks a server's profile against the requests that were answered during the recording."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.segment import read_header
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory
from loaded_server import Answer

from .harness import StressError

HANDLER = ("server/Shop$Answers", "doGet")


def judge_window(
    profile: Path, answers: Sequence[Answer], begun: int, attached: int | None, until: int
) -> str:
    """Returns the verdict of a profile.

    The profile must have all requests that were due after ``attached`` and answered before
    ``until``, and no request that was answered before ``begun``. Raises a StressError if a request
    is missing or invented, or if events were lost in a profile that wasn't recovered.
    """
    opened = Profile.open(profile)
    methods = opened.methods
    mine = methods[(methods["class"] == HANDLER[0]) & (methods["name"] == HANDLER[1])]
    entries, exits = int(mine["entries"].sum()), int(mine["exits"].sum())
    surely = [
        it for it in answers
        if attached is not None and it.due > attached and it.due + it.latency < until
    ]  # fmt: skip
    perhaps = sum(it.due + it.latency > begun for it in answers)
    told = opened.run.completeness
    text = f"{profile.name}: {told}: {entries} entries, {exits} exits"
    # With scope=loops the handler isn't recorded, because it has no loop.
    if opened.run.options.get("scope") != "loops" and exits < len(surely):
        raise StressError(f"{text}, but {len(surely)} requests were answered meanwhile")
    if entries > perhaps + _ASKED_BY_NOBODY:
        raise StressError(f"{text}, but at most {perhaps} requests were sent")
    # If kpath-jvm has died, the target goes on unrecorded, so a recovered profile may lack events.
    if opened.run.lost_events and not any("recovered" in reason for reason in told.reasons):
        raise StressError(f"{text}, {opened.run.lost_events} events lost")
    return told.verdict


#: The largest number of requests that can be in progress when a server is killed. These requests
#: aren't among the answers.
_ASKED_BY_NOBODY = 100


def _never_came(recording: Path) -> bool:
    layout = SegmentLayout.load(require_jars().contract)
    header = read_header(SessionDirectory(recording).segment, layout)
    return header is not None and header["TARGET_PID"] == 0


def judge_recovered(
    left: Sequence[Path],
    profile: Path,
    answers: Sequence[Answer],
    begun: int,
    attached: int | None,
    until: int,
) -> str:
    """Recovers, with `kpath-jvm recover`, what a dead attach has left, and judges the profile."""
    (recording,) = left
    words = ("recover", str(recording), "-o", str(profile))
    done = kpath.run(*words, directory=profile.parent)
    lines = done.stderr.decode().splitlines()
    if profile.is_dir():
        return f"recovered, {judge_window(profile, answers, begun, attached, until)}"
    if attached is not None or done.returncode == 0 or len(lines) != 1:
        raise StressError(f"not recovered, status {done.returncode}: {lines}")
    if _never_came(recording):
        # kpath-jvm keeps the recording for a while, because a target may be starting. A later run
        # would remove the recording; the test does so now.
        shutil.rmtree(recording)
        return "the agent never came"
    if recording.exists():
        done = kpath.run("recover", str(recording), "--discard", directory=profile.parent)
        if done.returncode != 0:
            raise StressError(f"not discarded: {lines}, {done.stderr.decode()}")
    return "nothing was recorded, and a message said so"
