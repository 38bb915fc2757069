"""The queries, each a text for every engine: DuckDB and Spark return the same rows.

The tables are views by name: ``paths``, ``base`` and ``new``, with the columns of store/flat.py.
Sums are decimals with 38 digits. No number of runs exceeds these, while sums of 64 bits would wrap
around in one engine and fail in the other. Both engines compare texts byte by byte.
"""

_METHOD = "class_name, method, descriptor, digest"
_PATH = f"{_METHOD}, loader, graph, starts, blocks, ends"
#: The type of addends; their sum has ten more digits.
_ADDEND = "DECIMAL(28, 0)"
_SUMS = (
    "CAST(count(DISTINCT run) AS BIGINT) AS runs, "
    f"sum(CAST(completions AS {_ADDEND})) AS completions, "
    f"sum(CAST(bytecodes AS {_ADDEND})) AS bytecodes"
)

#: The columns by the kind of thing that a row is for.
COLUMNS = {"method": _METHOD.split(", "), "path": _PATH.split(", ")}
SUMS = ("runs", "completions", "bytecodes")
CHANGES = ("base_runs", "new_runs", "base_bytecodes", "new_bytecodes")
#: Methods are compared by name first, and then by their code.
NAMES = ("class_name", "method", "descriptor")
CODE = ("digest", "graph", "decisions", "method_blocks")


def top(by: str, limit: int) -> str:
    """Returns a query for the methods or paths of most bytecodes: columns of COLUMNS, then SUMS.

    A last column has the total bytecodes.
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

    Its columns are NAMES, CODE and CHANGES (0 if missing). There is one row for each method, whose
    CODE is all NULL, and one for each code that the method has.
    """
    names, code = ", ".join(NAMES), ", ".join(CODE)
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
