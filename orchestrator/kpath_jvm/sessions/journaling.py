"""Keeping what the engine consumes on disk, and telling when that has ended."""

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory

#: As a size: the journals have no limit but the disk.
UNLIMITED = (1 << 63) - 1


class Journaling:
    """The journals of one engine; ``most_bytes`` of all of them together, 0: none are kept.

    To be made before the engine is started; ``has_profile``: whether it counts beside that. If
    not, KpathError when there can be no journals.
    """

    def __init__(
        self,
        engine: EngineBridge,
        directory: SessionDirectory,
        most_bytes: int,
        *,
        has_profile: bool = True,
    ) -> None:
        self._has_profile = has_profile
        self._engine = engine
        self._directory = directory
        self._failure: str | None = None
        self._is_told = False
        if most_bytes == 0:
            return
        journals = directory.create_journals()
        if journals is None and not has_profile:
            raise KpathError(
                f"cannot record: {directory.journals} cannot be made; make room or give another "
                "--record",
                125,
            )
        if journals is None:
            self._failure = f"{directory.journals} cannot be made"
        else:
            engine.keep_journals(journals, most_bytes)

    def failure(self) -> str | None:
        """Why what is consumed isn't kept any more; None while it is, or needn't be."""
        self._failure = self._failure or self._engine.journal_failure()
        return self._failure

    def news(self, of: str = "") -> str | None:
        """A line for the user, once, when the journals have ended; ``of``: whose they are."""
        failure = None if self._is_told else self.failure()
        if failure is None:
            return None
        self._is_told = True
        stream = self._directory.stream
        if stream is not None and not self._has_profile:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the program "
                f"goes on unrecorded, and there will be no {stream.path.name}"
            )
        if stream is not None:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the profile "
                f"goes on, but there will be no {stream.path.name}, and a kill of kpath-jvm itself "
                "would lose the sequences"
            )
        return (
            f"the journal {of}in {self._directory.journals} ended: {failure}; the recording goes "
            "on, but would be lost if kpath-jvm itself were killed"
        )
