"""Runs a verb in a process of its own; own_process() is its command."""

import sys
from pathlib import Path

# Python puts the script's directory first, but its modules aren't meant for anybody. Our own
# package may not be found otherwise, if this program itself was started from its sources.
sys.path[:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))

from kpath_jvm.cli.main import main  # noqa: E402

main()
