"""The views that queries read: the files that each view is made of, and the view's columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from kpath_jvm.store.flat import SCHEMA
from kpath_jvm.store.store import StoredFile, StoredRun

#: The column with the run's id, which the tables of profiles don't have.
RUN = "run"
#: The columns of a profile's table ``methods`` that queries read. The table also has rows of
#: instrumented methods that never ran.
_METHODS = pa.schema([
    ("class", pa.string()), ("name", pa.string()), ("descriptor", pa.string()),
    ("mode", pa.string()), ("entries", pa.int64()),
])  # fmt: skip


@dataclass(frozen=True)
class ViewFiles:
    """The files whose rows a view has, and the columns of these files that queries read.

    If the files have no column RUN, the view adds it as the last column.
    """

    files: Sequence[StoredFile]
    stored: pa.Schema = SCHEMA

    @property
    def columns(self) -> pa.Schema:
        """The view's columns."""
        return self.stored if RUN in self.stored.names else self.stored.append(_OF_RUN)


_OF_RUN = pa.field(RUN, pa.string())


def paths_of(runs: Sequence[StoredRun]) -> ViewFiles:
    """Returns the view of the paths that some runs executed."""
    return ViewFiles([run.paths for run in runs])


def methods_of(runs: Sequence[StoredRun]) -> ViewFiles:
    """Returns the view of the methods that some runs recorded, from the profiles in the store."""
    return ViewFiles([run.profile_files["methods.parquet"] for run in runs], _METHODS)


def run_of(file: StoredFile) -> str:
    """Returns the id of the run that a file of a profile belongs to: the name of its folder."""
    return file.name.split("/")[-2]
