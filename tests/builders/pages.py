"""Two profiles for tests of the HTML page: one with harmful names, and one with a large forest."""

from pathlib import Path

import numpy as np

from builders.checked import checked
from builders.methods import FIGURE_3_STREAM, MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.recorded import Recorded

#: Each of these would set window.harmed if the page took it for anything but text.
HARMFUL_CLASS = "demo/</script><script>window.harmed=1</script><!--"
HARMFUL_METHOD = "\u202e\"><img src=x onerror=window.harmed=1>'\u2066&lt;b&gt;${harmed}\u2028"
HARMFUL_OPERAND = "</td><svg onload=window.harmed=1>]]>"
HARMFUL_SOURCE = (
    "// </script><script>window.harmed=1</script> \u202e <!-- <img src=x onerror=window.harmed=1>"
)
HARMFUL_REASON = "free text: <iframe srcdoc='<script>parent.harmed=1</script>'>"
#: The depth of a binary forest, and its number of nodes.
LARGE_DEPTH = 16
LARGE_NODES = 2 ** (LARGE_DEPTH + 1) - 2


def harmful_profile(directory: Path) -> Path:
    """Writes a profile with code in names and texts; returns the profile's path.

    A careless page would run the code.
    """
    builder = RecordingBuilder()
    method = builder.add(
        figure_3(
            class_name=HARMFUL_CLASS,
            name=HARMFUL_METHOD,
            decisions=[
                (1, "==", "I", [HARMFUL_OPERAND, "0"], [1, 0], [2, 3]),
                (4, ">=", "I", ["i", "n"], [1, 0], [5, 1]),
            ],
        )
    )
    builder.stream(method, FIGURE_3_STREAM)
    builder.auxiliary(method, entries=1)
    builder.skip("demo/Left", HARMFUL_REASON, HARMFUL_METHOD)
    target = directory / "harmful.kpath"
    run = demo_run(command=("java", HARMFUL_OPERAND), workload=None)
    write_profile(target, builder.build(directory), run)
    return target


def large_profile(directory: Path) -> Path:
    """Writes a profile of one method with ``LARGE_NODES`` sequences; returns the profile's path.

    The method has a loop with two paths. Every sequence of up to ``LARGE_DEPTH`` paths occurs.
    """
    method = MethodSpec(**(vars(figure_3()) | {"first_id": 1, "counter_ids": {"entries": 9}}))
    method.counters = ("entries",)
    methods = directory / "methods.jsonl"
    methods.write_text(checked(method.line()))
    parents, paths, depths, counts = [], [], [], []
    for depth in range(1, LARGE_DEPTH + 1):
        before = 2 ** (depth - 1) - 2
        for place in range(2**depth):
            parents.append(-1 if depth == 1 else before + place // 2)
            paths.append(1 + 2 * (place % 2))
            depths.append(depth)
            # Siblings never have equal counts. The counts are possible: a sequence's extensions by
            # one path, at its end or its beginning, occur at most as often as the sequence.
            counts.append((3 - place % 2) * 3 ** (LARGE_DEPTH - depth))
    counters = np.zeros(10, dtype=np.int64)
    counters[9] = 1
    recorded = Recorded(
        methods_path=methods,
        k=LARGE_DEPTH,
        counters=counters,
        ipf_parents=np.array(parents, dtype=np.int32),
        ipf_paths=np.array(paths, dtype=np.int32),
        ipf_depths=np.array(depths, dtype=np.int32),
        ipf_counts=np.array(counts, dtype=np.int64),
    )
    target = directory / "large.kpath"
    write_profile(target, recorded, demo_run())
    return target
