"""Reading the files of a profile, each way in which they can be bad reported in one line."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.record import read_record
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.regular_files import require_regular


def read_run(directory: Path) -> ProfileRecord:
    """Reads run.json and checks that it is a profile's and of this version."""
    if not directory.is_dir():
        reason = "is not a directory" if directory.exists() else "does not exist"
        raise KpathError(f"no profile {directory}: it {reason}")
    path = directory / RUN_FILE
    if not path.exists():
        raise KpathError(f"{directory} is not a profile: it has no {RUN_FILE}")
    return read_record(path, ProfileRecord, "record it again")


def check_tables(directory: Path, run: ProfileRecord) -> None:
    """Checks each table's footer, which a truncated file lacks: schema and number of rows."""
    for name, schema in SCHEMAS.items():
        path = directory / f"{name}.parquet"
        try:
            require_regular(path)
            with pq.ParquetFile(path) as file:
                found, rows = file.schema_arrow, file.metadata.num_rows
        except FileNotFoundError as error:
            raise corrupt(directory, f"{path.name} is missing") from error
        except (OSError, pa.ArrowException, ValueError) as error:
            raise corrupt(directory, f"{path.name} cannot be read") from error
        if [(column.name, str(column.type)) for column in found] != [
            (column.name, str(column.type)) for column in schema
        ]:
            raise corrupt(directory, f"{path.name} has other columns than it should")
        expected = getattr(run.tables, name)
        if rows != expected:
            raise corrupt(directory, f"{path.name} has {rows} rows, {RUN_FILE} says {expected}")


def read_table(directory: Path, name: str) -> pa.Table:
    """Reads one table whole, with the checksums of its pages."""
    path = directory / f"{name}.parquet"
    try:
        require_regular(path)
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            return file.read()
    except FileNotFoundError as error:
        raise corrupt(directory, f"{path.name} is missing") from error
    except (OSError, pa.ArrowException, ValueError) as error:
        # ValueError: a text that isn't UTF-8.
        raise corrupt(directory, f"{path.name} cannot be read") from error


def corrupt(directory: Path, what: str) -> KpathError:
    """Returns the error for a profile that is damaged."""
    return KpathError(f"the profile {directory} is corrupt: {what}; record it again")
