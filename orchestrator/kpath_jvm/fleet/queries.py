"""The questions, each one text for every engine: DuckDB and Spark give the same rows.

The tables are views by name: ``paths``, ``base`` and ``new``, with the columns of store/flat.py.
Sums are of decimals with 38 digits: no number of runs gets beyond that, where sums of 64 bits would
wrap around in one engine and fail in the other. Texts are compared byte by byte in both.
"""

from kpath_jvm.store.flat import CODE, NAMED, PATH

#: As a sum of these is taken for one of ten digits more.
_ADDEND = "DECIMAL(28, 0)"
_SUMS = (
    "CAST(count(DISTINCT run) AS BIGINT) AS runs, "
    f"sum(CAST(completions AS {_ADDEND})) AS completions, "
    f"sum(CAST(bytecodes AS {_ADDEND})) AS bytecodes"
)

#: Columns by what a row is of.
COLUMNS = {"method": (*NAMED, "digest"), "path": (*NAMED, "digest", "loader", *PATH)}
SUMS = ("runs", "completions", "bytecodes")
CHANGES = ("base_runs", "new_runs", "base_bytecodes", "new_bytecodes")


def top(by: str, limit: int) -> str:
    """Returns the methods or paths of most bytecodes: the columns of COLUMNS, then SUMS.

    A last column has the bytecodes of all there are.
    """
    key = ", ".join(COLUMNS[by])
    return (
        f"SELECT {key}, runs, completions, bytecodes, "
        f"sum(CAST(bytecodes AS {_ADDEND})) OVER () AS whole "
        f"FROM (SELECT {key}, {_SUMS} FROM paths GROUP BY {key}) AS sums "
        f"ORDER BY bytecodes DESC, {key} LIMIT {limit}"
    )


def difference() -> str:
    """Returns the methods of two sets of runs: NAMED, CODE, then CHANGES (0 where it isn't).

    One row for each method, whose CODE is all NULL, and one for each code that it has.
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
