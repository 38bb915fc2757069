"""The questions, each one text for every engine: DuckDB and Spark give the same rows.

The tables are views by name: ``paths``, ``base`` and ``new``, with the columns of store/flat.py.
Sums are cast, as engines widen them differently; texts are compared byte by byte in both.
"""

_METHOD = "class_name, method, descriptor, digest"
_PATH = f"{_METHOD}, loader, graph, starts, blocks, ends"
_SUMS = (
    "CAST(count(DISTINCT run) AS BIGINT) AS runs, "
    "CAST(sum(completions) AS BIGINT) AS completions, "
    "CAST(sum(bytecodes) AS BIGINT) AS bytecodes"
)

#: Columns by what a row is of.
COLUMNS = {"method": _METHOD.split(", "), "path": _PATH.split(", ")}
SUMS = ("runs", "completions", "bytecodes")
CHANGES = ("base_runs", "new_runs", "base_bytecodes", "new_bytecodes")
#: Methods are compared by name: that their code has changed is the question.
COMPARED = ("class_name", "method", "descriptor")


def top(by: str, limit: int) -> str:
    """Returns the methods or paths of most bytecodes: the columns of COLUMNS, then SUMS."""
    key = ", ".join(COLUMNS[by])
    return (
        f"SELECT {key}, {_SUMS} FROM paths GROUP BY {key} "
        f"ORDER BY bytecodes DESC, {key} LIMIT {limit}"
    )


def total(view: str) -> str:
    """Returns one row of SUMS: of all there is."""
    return f"SELECT {_SUMS} FROM {view}"


def difference() -> str:
    """Returns each method of two sets of runs: COMPARED, then CHANGES (0 where it isn't)."""
    key = ", ".join(COMPARED)
    sides = " UNION ALL ".join(
        f"SELECT {key}, {one}, run, bytecodes FROM {view}"
        for view, one in (("base", "0 AS side"), ("new", "1 AS side"))
    )
    sums = ", ".join(
        f"CAST(count(DISTINCT CASE WHEN side = {side} THEN run END) AS BIGINT) AS {view}_runs"
        for side, view in enumerate(("base", "new"))
    )
    costs = ", ".join(
        f"CAST(sum(CASE WHEN side = {side} THEN bytecodes ELSE 0 END) AS BIGINT) "
        f"AS {view}_bytecodes"
        for side, view in enumerate(("base", "new"))
    )
    return f"SELECT {key}, {sums}, {costs} FROM ({sides}) AS sides GROUP BY {key} ORDER BY {key}"
