"""Runs a verb in a process of its own; kpath_jvm/own_process.py starts this script."""

import sys
from pathlib import Path

# Python puts this script's directory first in sys.path, but nothing should be imported from there.
# The package's parent directory is added, in case the package isn't installed.
sys.path[:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))

from kpath_jvm.cli.main import main  # noqa: E402

main()
