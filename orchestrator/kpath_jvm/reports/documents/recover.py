"""The keys of ``recover --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys


class RecordingKeys(Keys):
    """A recording that a killed kpath-jvm left behind."""

    directory: Annotated[str, "The directory, which `recover` takes as its argument."]
    bytes: Annotated[int, "Size in memory and on disk."]
    state: Annotated[str, "`recoverable`, `running` (its program still runs) or `empty`."]
    target_pid: Annotated[int | None, "The program's process; null if there was none."]
    jvms: Annotated[int | None, "Number of JVMs of a run with `--follow-children`."]
    command: list[str] | None
    started: str | None
    k: Annotated[int | None, "The k that the run was asked for."]


class RecoverKeys(Keys):
    """The recordings that were left behind. `recover` without an argument lists them."""

    recordings: Annotated[list[RecordingKeys], "The recordings, the newest first."]
