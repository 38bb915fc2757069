"""Tables that contradict one another are refused in one line."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from damaged_profiles import check_one_line


@pytest.mark.parametrize(
    ("name", "column", "value", "complaint"),
    [
        ("methods", "method", 5, "not numbered by row"),
        ("methods", "possible_paths", 0, "without paths"),
        ("methods", "completed", 1, "paths and methods disagree"),
        ("blocks", "block", 7, "not numbered by row"),
        ("blocks", "method", 1, "not ordered by method"),
        ("blocks", "method", -1, "out of range"),
        ("blocks", "lines", [1], "differ in number"),
        ("blocks", "lines", [1, None], "an item of lines is missing"),
        ("methods", "cuts", [[1, 2, 3]], "not a pair"),
        ("edges", "target", 6, "target is not a block"),
        ("edges", "source", -2, "source is not a block"),
        ("loops", "header", 6, "header is not a block"),
        ("loops", "parent", 1, "parent is not a loop"),
        ("loops", "parent", -2, "parent is not a loop"),
        ("loops", "loop", 1, "loops are not numbered by row"),
        ("loops", "blocks", [1, 77], "blocks holds what is not a block"),
        ("paths", "blocks", [6], "blocks holds what is not a block"),
        ("paths", "count", 1, "paths and ipf disagree"),
        ("ipf", "parent", 99, "a parent does not come before"),
        ("ipf", "path", 9, "a path is out of range"),
        ("ipf", "node", 9, "not numbered by row"),
        ("ipf", "count", None, "count is missing"),
    ],
)
def test_a_table_that_contradicts_another(
    demo: Path, name: str, column: str, value: Any, complaint: str
) -> None:
    path = demo / f"{name}.parquet"
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    values = [value, *table.column(column).to_pylist()[1:]]
    pq.write_table(
        table.set_column(at, table.schema.field(at), pa.array(values, table.schema.types[at])),
        path,
    )
    check_one_line(demo, complaint)
