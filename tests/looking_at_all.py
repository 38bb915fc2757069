"""Runs ``kpath-jvm`` with the arguments of this script.

A word is 64 bits that hold several paths, and a whole word holds all paths of an activation. In the
recorded program, every whole word that is written may get a counter in the segment, not just one in
32. So even short programs count most whole words that occur again
(docs/decisions/0078-counted-wholes.md).
"""

from kpath_jvm.cli.main import main
from kpath_jvm.sessions import request

if __name__ == "__main__":
    request.WRITTEN_FOR_A_LOOK = 1
    main()
