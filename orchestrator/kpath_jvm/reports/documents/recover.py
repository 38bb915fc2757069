"""The keys of ``recover --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys


class RecordingKeys(Keys):
    """A recording that was left."""

    directory: Annotated[str, "To name in `recover`."]
    bytes: Annotated[int, "In memory and on disk."]
    state: Annotated[str, "`recoverable`, `running` (its program still runs) or `empty`."]
    target_pid: Annotated[int | None, "The program's process; null if there was none."]
    jvms: Annotated[int | None, "Number of JVMs of a run with `--follow-children`."]
    command: list[str] | None
    started: str | None
    k: Annotated[int | None, "The k that the run was asked for."]


class RecoverKeys(Keys):
    """The list of recordings that were left; `recover` prints it when no recording is named."""

    recordings: Annotated[list[RecordingKeys], "The newest first."]
