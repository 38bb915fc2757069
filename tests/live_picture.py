"""Draws docs/verbs/pictures/live.svg: the view of a recording, with rising and falling loops.

Run ``.venv/bin/python tests/live_picture.py`` after you have changed the view.
"""

import argparse
import asyncio
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import kpath_command as kpath
from kpath_jvm.control.messages import State
from kpath_jvm.errors import KpathError
from kpath_jvm.live.app import LiveApp
from kpath_jvm.live.ranking import Wanted
from kpath_jvm.live.recorder import Recorder, find
from kpath_jvm.live.watch import Watch
from kpath_jvm.source.annotation import SourceTexts

VERBS = kpath.REPOSITORY / "docs" / "verbs"
PICTURE = VERBS / "pictures" / "live.svg"
_SIZE = (100, 24)
#: The view is drawn at least this long after it opens. By then, the program does other work than at
#: first, so that some loops rise and others fall.
_AFTER_SECONDS = 12.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws the picture for docs/verbs/live.md.")
    parser.add_argument("-o", "--output", type=Path, default=PICTURE, help="the file to write")
    output = parser.parse_args().output
    kpath.ensure_jars()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        shutil.copy(VERBS / "Phases.java", directory)
        subprocess.run(["javac", "Phases.java"], cwd=directory, check=True)
        options = ["run", "-k", "4", "-o", "phases.kpath", "--no-report"]
        command = kpath.command([*options, "--", "java", "-cp", ".", "Phases", "120"])
        with subprocess.Popen(
            command, cwd=directory, env=kpath.environment(), stdout=subprocess.DEVNULL
        ) as recording:
            try:
                picture = asyncio.run(_picture(directory))
            finally:
                recording.send_signal(signal.SIGINT)
    output.write_text(picture)
    print(f"wrote {output}")


async def _picture(directory: Path) -> str:
    pid = await _found(str(directory / "phases.kpath"))
    sources = SourceTexts([directory])
    with Watch(Recorder(pid), Wanted(), sources) as watch:
        app = LiveApp(watch)
        async with app.run_test(size=_SIZE) as pilot:
            end = time.monotonic() + _AFTER_SECONDS
            while time.monotonic() < end or not _is_telling(watch):
                await pilot.pause(0.1)
            app.show()
            await pilot.pause()
            # Fonts are left out: a page that is opened from disk can't load them.
            return re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)


def _is_telling(watch: Watch) -> bool:
    """Returns whether the recording is under way, and the view has rising and falling loops."""
    view = watch.view()
    rows = [] if view.ranking is None else view.ranking.loops
    is_recording = view.status is not None and view.status.state is State.RECORDING
    return is_recording and {"rising", "falling"} <= {row["trend"] for row in rows}


async def _found(profile: str) -> int:
    while True:
        try:
            return find(profile)
        except KpathError:
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    main()
