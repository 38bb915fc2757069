"""Writes the archive of the engine's classes; engine/class_archive.py starts this script."""

import sys
from pathlib import Path

# Python puts this script's directory first in sys.path. It is removed, because nothing should be
# imported from it. If kpath_jvm isn't installed, it is found in the directory that is added.
sys.path[:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))

from kpath_jvm.engine.archive_writing import main  # noqa: E402

main()
