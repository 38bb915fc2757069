"""Writes the archive of the engine's classes; ``own_process/write_archive.py`` runs this."""

import sys
from pathlib import Path

import jpype
import jpype.config

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.installation import jars
from kpath_jvm.recording.engine_memory import least_memory_bytes
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout

#: The archive must have the classes that count sequences. They are only used with a k of 2 or more.
_K = 2
_JOURNAL_BYTES = 1 << 20


def main() -> None:
    """Starts the JVM, counts an empty recording, and ends the JVM, which then writes the archive.

    The command's arguments are a libjvm.so, its Java version, and the archive's path. The recording
    is made beside the archive.
    """
    library, feature_version, archive = sys.argv[1:]
    built, memory = jars(), least_memory_bytes(workers=1)
    start_jvm(
        Path(library),
        int(feature_version),
        built.engine_class_path,
        memory,
        [f"-XX:ArchiveClassesAtExit={archive}"],
    )
    _count_nothing(Path(archive).parent, SegmentLayout.load(built.contract), memory)
    # HotSpot writes the archive when the JVM is shut down. Other commands end without a shutdown of
    # the JVM.
    jpype.config.destroy_jvm = True
    jpype.shutdownJVM()


def _count_nothing(directory: Path, layout: SegmentLayout, memory_bytes: int) -> None:
    """Makes and counts an empty recording, so that the JVM loads the classes that `run` needs."""
    path, journals = directory / "segment", directory / "journals"
    journals.mkdir()
    segment = Segment.create(path, layout, layout["LEAST_SEGMENT_BYTES"])
    engine = EngineBridge(path, _K, workers=1, memory_bytes=memory_bytes)
    engine.keep_journals(journals, _JOURNAL_BYTES, _JOURNAL_BYTES)
    engine.start()
    engine.warm_up()
    segment.abandon()
    engine.finish()
    engine.recorded(directory / "methods.jsonl")
    engine.statistics()
    engine.close()
