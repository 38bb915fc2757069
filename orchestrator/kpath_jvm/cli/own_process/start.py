"""Runs a verb in a process of its own; own_process() returns the command for that."""

import sys
from pathlib import Path

# Python puts this script's directory first in sys.path. It is removed, because nothing should be
# imported from there. The directory of our package is added, because the package may not be
# installed, but run from its sources.
sys.path[:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))

from kpath_jvm.cli.main import main  # noqa: E402

main()
