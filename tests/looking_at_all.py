"""Runs ``kpath-jvm`` with the arguments of this script.

The recorded program looks at every whole activation that it writes. So even short programs count
most of those that come again (docs/decisions/0078-counted-wholes.md).
"""

from kpath_jvm.cli.main import main
from kpath_jvm.sessions import request

if __name__ == "__main__":
    request.WRITTEN_FOR_A_LOOK = 1
    main()
