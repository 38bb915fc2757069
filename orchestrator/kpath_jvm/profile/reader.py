"""Reading the files of a profile, with every way they can be bad told in one line."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.schema import FORMAT_VERSION, MARKER, RUN_FILE, SCHEMAS
from kpath_jvm.regular_files import read_bytes, require_regular

#: run.json grows with what was skipped; a larger one is not ours.
_MOST_RUN_BYTES = 1 << 30


def read_run(directory: Path) -> dict[str, Any]:
    """Read run.json and check that it is one of ours and of this version."""
    path = directory / RUN_FILE
    if not directory.is_dir():
        reason = "is not a directory" if directory.exists() else "does not exist"
        raise KpathError(f"no profile {directory}: it {reason}")
    try:
        run = json.loads(read_bytes(path, _MOST_RUN_BYTES))
    except FileNotFoundError as error:
        raise KpathError(f"{directory} is not a profile: it has no {RUN_FILE}") from error
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise corrupt(directory, f"{RUN_FILE} is not JSON") from error
    if not isinstance(run, dict) or MARKER not in run:
        raise KpathError(f"{directory} is not a profile: its {RUN_FILE} is not ours")
    if run[MARKER] != FORMAT_VERSION:
        raise KpathError(
            f"{directory} has format version {run[MARKER]}, this program reads version "
            f"{FORMAT_VERSION}; record it again or use the program that wrote it"
        )
    _check_run(directory, run)
    return run


def _check_run(directory: Path, run: dict[str, Any]) -> None:
    sizes, k, completeness = run.get("tables"), run.get("k"), run.get("completeness")
    if not isinstance(sizes, dict) or any(
        not isinstance(sizes.get(name), int) or not 0 <= sizes[name] < 2**31 for name in SCHEMAS
    ):
        raise corrupt(directory, f"{RUN_FILE} lacks the sizes of the tables")
    if not isinstance(k, int) or not 1 <= k <= 64:
        raise corrupt(directory, f"{RUN_FILE} says k = {k!r}, which is not in 1..64")
    if (
        not isinstance(completeness, dict)
        or not isinstance(completeness.get("verdict"), str)
        or not isinstance(completeness.get("reasons"), list)
    ):
        raise corrupt(directory, f"{RUN_FILE} has no verdict of completeness")
    skipped = run.get("skipped")
    if not isinstance(skipped, list) or not all(
        isinstance(entry, dict) and "reason" in entry for entry in skipped
    ):
        raise corrupt(directory, f"{RUN_FILE} has no list of what was skipped")


def check_tables(directory: Path, run: dict[str, Any]) -> None:
    """Check each table's footer, which a truncated file lacks: schema and number of rows."""
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
        if rows != run["tables"][name]:
            raise corrupt(
                directory, f"{path.name} has {rows} rows, {RUN_FILE} says {run['tables'][name]}"
            )


def read_table(directory: Path, name: str) -> pa.Table:
    """Read one table whole, with the checksums of its pages."""
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
    """Return the error for a profile that is damaged."""
    return KpathError(f"the profile {directory} is corrupt: {what}; record it again")
