"""Made-up samples of time, as in a profile's time.json, and as in the output of `jfr print`."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kpath_jvm.launch.jfr import SampledInstruction
from kpath_jvm.records.record import write_record
from kpath_jvm.records.time_samples import (
    TIME_FILE,
    SampledCall,
    SampledPlace,
    StackedMethod,
    TimeSamples,
)


def sampled(
    class_name: str, name: str, descriptor: str, offset: int, count: int = 1, line: int = -1
) -> SampledPlace:
    """Returns samples at one place."""
    return SampledPlace(
        class_name=class_name, name=name, descriptor=descriptor, offset=offset, line=line,
        count=count,
    )  # fmt: skip


def stacked(
    class_name: str, name: str, descriptor: str, count: int, partial: int = 0, **more: Any
) -> StackedMethod:
    """Returns a method that was on the stack in ``count`` samples."""
    return StackedMethod(
        class_name=class_name, name=name, descriptor=descriptor, count=count, partial=partial,
        **more,
    )  # fmt: skip


def samples(*places: SampledPlace, unknown: int = 0, **changes: Any) -> TimeSamples:
    """Returns the samples of a run."""
    given: dict[str, Any] = {
        "sampler": "jfr", "period_millis": 10, "java": "17.0.1", "recordings": 1,
        "wall_seconds": 2.5, "cpu_seconds": 2.25, "exit_status": 0, "unknown": unknown,
        "debug_non_safepoints": True,
        "places": places,
    }  # fmt: skip
    return TimeSamples(**(given | changes))


def add_samples(profile: Path, *places: SampledPlace, **changes: Any) -> None:
    """Writes samples into a profile's directory."""
    write_record(profile / TIME_FILE, samples(*places, **changes))


#: Samples of the demo profile: much time in a method of few bytecodes, and some in the JDK.
DEMO = (
    sampled("demo/Figure3", "run", "(I)V", 0, 150),
    sampled("demo/Figure3", "run", "(I)V", 5, 40),
    sampled("demo/Figure3", "plain", "(I)I", 0, 700),
    sampled("java/util/HashMap", "getNode", "(Ljava/lang/Object;)Ljava/util/HashMap$Node;", 17, 90),
    sampled("demo/Main$$Lambda+0x00007f", "run", "()V", 1, 20),
)


#: The methods on the stacks of DEMO. Figure3.run calls Tangle.spin, which does nothing but call
#: Figure3.plain. Figure3.run and Figure3.plain also call the JDK.
DEMO_STACKS = (
    stacked("demo/Figure3", "plain", "(I)I", 710),
    stacked("demo/Figure3", "run", "(I)V", 980),
    stacked("demo/Tangle", "spin", "(II)I", 700),
)


#: The calls on the stacks of DEMO.
DEMO_CALLS = (
    SampledCall(
        class_name="demo/Tangle", name="spin", descriptor="(II)I",
        place=sampled("demo/Figure3", "run", "(I)V", 5, 700, line=11),
    ),
    SampledCall(
        class_name="demo/Figure3", name="plain", descriptor="(I)I",
        place=sampled("demo/Tangle", "spin", "(II)I", 3, 700),
    ),
)  # fmt: skip


def event(*stack: SampledInstruction, truncated: bool = False) -> dict[str, Any]:
    """Returns an event of `jfr print`, with all fields that kpath-jvm reads, and a few others.

    The topmost frame of the ``stack`` comes first. If ``truncated``, JFR kept no further frames.
    """
    return {
        "type": "jdk.ExecutionSample",
        "values": {
            "sampledThread": {"javaName": 'a "]} thread, {'},
            "stackTrace": {
                "truncated": truncated,
                "frames": [
                    {
                        "method": {
                            "type": {"name": place.class_name, "hidden": False},
                            "name": place.name,
                            "descriptor": place.descriptor,
                        },
                        "lineNumber": place.line,
                        "bytecodeIndex": place.offset,
                        "type": "JIT compiled",
                    }
                    for place in stack
                ],
            },
        },
    }


def printed(events: Iterable[Mapping[str, Any]]) -> bytes:
    """Returns the output of `jfr print` for some events.

    The output's blanks and escapes differ from those of Python's module json.
    """
    documents = (json.dumps(one, indent=2, ensure_ascii=False) for one in events)
    text = ", ".join(one.replace("/", "\\/") for one in documents)
    return f'{{\n  "recording": {{\n    "events": [{text}]\n  }}\n}}'.encode()
