"""The queries, each one text for all engines: DuckDB and Spark return the same rows.

The tables are views by name: ``paths``, ``base`` and ``new``, with the columns of store/flat.py.
Sums are decimals with 38 digits. However many runs there are, no sum exceeds these, while sums of
64 bits would wrap around in one engine and fail in the other. Both engines compare texts byte by
byte.
"""

from kpath_jvm.store.flat import CODE, NAMED, PATH

#: The type of what is added up; a sum of it has ten more digits.
_ADDEND = "DECIMAL(28, 0)"
_SUMS = (
    "CAST(count(DISTINCT run) AS BIGINT) AS runs, "
    f"sum(CAST(completions AS {_ADDEND})) AS completions, "
    f"sum(CAST(bytecodes AS {_ADDEND})) AS bytecodes"
)

#: The columns by what a row stands for.
COLUMNS = {"method": (*NAMED, "digest"), "path": (*NAMED, "digest", "loader", *PATH)}
SUMS = ("runs", "completions", "bytecodes")
CHANGES = ("base_runs", "new_runs", "base_bytecodes", "new_bytecodes")


def top(by: str, limit: int) -> str:
    """Returns a query for the methods or paths with most bytecodes: columns of COLUMNS, then SUMS.

    The last column has the bytecodes of all rows.
    """
    key = ", ".join(COLUMNS[by])
    return (
        f"SELECT {key}, runs, completions, bytecodes, "
        f"sum(CAST(bytecodes AS {_ADDEND})) OVER () AS whole "
        f"FROM (SELECT {key}, {_SUMS} FROM paths GROUP BY {key}) AS sums "
        f"ORDER BY bytecodes DESC, {key} LIMIT {limit}"
    )


def difference() -> str:
    """Returns a query for the methods of two sets of runs.

    Its columns are NAMED, CODE and CHANGES (0 if missing). There is one row for each method, whose
    CODE is all NULL, and one for each code that the method has.
    """
    names, code = ", ".join(NAMED), ", ".join(CODE)
    sides = " UNION ALL ".join(
        f"SELECT {names}, {code}, {one}, run, bytecodes FROM {view}"
        for view, one in (("base", "0 AS side"), ("new", "1 AS side"))
    )
    sums = ", ".join(
        f"CAST(count(DISTINCT CASE WHEN side = {side} THEN run END) AS BIGINT) AS {view}_runs"
        for side, view in enumerate(("base", "new"))
    )
    costs = ", ".join(
        f"sum(CAST(CASE WHEN side = {side} THEN bytecodes ELSE 0 END AS {_ADDEND})) "
        f"AS {view}_bytecodes"
        for side, view in enumerate(("base", "new"))
    )
    return (
        f"SELECT {names}, {code}, {sums}, {costs} FROM ({sides}) AS sides "
        f"GROUP BY GROUPING SETS (({names}), ({names}, {code})) "
        f"ORDER BY {names}, {', '.join(f'{name} NULLS FIRST' for name in CODE)}"
    )
