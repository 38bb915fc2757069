"""Lays out a graph: reads DOT from stdin, and writes a picture of the given kind to stdout.

rendering.py runs this file as a script.
"""

import signal
import sys

import pygraphviz


def main(kind: str) -> None:
    """Writes the picture."""
    # With Python's own handler, an interrupt would take effect only when the layout is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode("utf-8"))
    sys.stdout.buffer.write(graph.draw(prog="dot", format=kind))


if __name__ == "__main__":
    main(sys.argv[1])
