"""Makes the queries in SQL. DuckDB and Spark run the same text, and return the same rows.

The queries read views with the columns of store/flat.py: ``paths``, or ``base`` and ``new``. The
queries for trends also read the views ``known`` and ``methods`` (``views.methods_of``), and the
table ``wanted`` (WANTED). Sums are decimals with 38 digits, which suffice for any number of runs.
Sums of 64 bits would wrap around in one engine and fail in the other. Both engines compare strings
byte by byte, so they order rows in the same way.
"""

import pyarrow as pa

from kpath_jvm.store.flat import CODE, NAMED, PATH

#: The type of the numbers that are added up. A sum of this type has ten more digits.
_ADDEND = "DECIMAL(28, 0)"
_SUMS = (
    "CAST(count(DISTINCT digest) AS BIGINT) AS class_files, "
    "CAST(count(DISTINCT run) AS BIGINT) AS runs, "
    f"sum(CAST(completions AS {_ADDEND})) AS completions, "
    f"sum(CAST(bytecodes AS {_ADDEND})) AS bytecodes, min(day) AS first_day, max(day) AS last_day"
)

#: The columns that identify a row, by the kind of the row. Class files may differ although the code
#: of a method in them doesn't, so their digests aren't among the columns.
COLUMNS = {"method": NAMED, "path": (*NAMED, *PATH)}
SUMS = ("class_files", "runs", "first_day", "last_day", "completions", "bytecodes")


def top(by: str, limit: int) -> str:
    """Returns a query for the methods or paths with the most bytecodes.

    ``by`` is a key of COLUMNS. The columns are ``COLUMNS[by]``, SUMS, ``where_run`` and ``whole``:
    the bytecodes of all methods or paths together, including those beyond ``limit``, in the runs
    that executed the row's method or path, and in all runs.
    """
    key = ", ".join(COLUMNS[by])
    # A run has a row for each of its class files, but its bytecodes are added only once.
    each = (
        f"SELECT {key}, run, digest, {_sum('completions')} AS completions, "
        f"{_sum('bytecodes')} AS bytecodes, min(day) AS day FROM paths GROUP BY {key}, run, digest"
    )
    of_runs = (
        f"SELECT *, {_sum('bytecodes')} OVER (PARTITION BY run) AS of_run, "
        f"row_number() OVER (PARTITION BY {key}, run ORDER BY digest) AS nth FROM ({each}) AS each"
    )
    where_run = _sum("CASE WHEN nth = 1 THEN of_run ELSE 0 END")
    return (
        f"SELECT {key}, {', '.join(SUMS)}, where_run, {_sum('bytecodes')} OVER () AS whole "
        f"FROM (SELECT {key}, {_SUMS}, {where_run} AS where_run FROM ({of_runs}) AS of_runs "
        f"GROUP BY {key}) AS sums ORDER BY bytecodes DESC, {key} LIMIT {limit}"
    )


def difference() -> str:
    """Returns a query for the methods of two sets of runs.

    The columns are NAMED, CODE, the number of runs of each set that executed the method, and the
    bytecodes that each set's runs executed in the method. The numbers of a set that lacks the
    method or version are 0. The first row of a method is about all versions of its code together,
    and all columns of CODE are NULL in it. A row for each version follows.
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


#: The table with the methods that a trend asks about. ``figure`` is the number of a figure, and
#: ``is_meant`` is 1 for the figure's methods and 0 for the other methods of the same classes.
WANTED = pa.schema([
    ("figure", pa.int32()), ("class", pa.string()), ("name", pa.string()),
    ("descriptor", pa.string()), ("is_meant", pa.int32()),
])  # fmt: skip


def names() -> str:
    """Returns a query for the methods that any run recorded: class, name and descriptor."""
    key = "class, name, descriptor"
    return f"SELECT DISTINCT {key} FROM known ORDER BY {key}"


def recorded() -> str:
    """Returns a query for what each run recorded of the classes that each figure is about.

    The columns are ``run``, ``figure``, ``meant`` (how many recorded methods the figure means),
    ``entries`` (how often these methods were entered), and ``entries_alone`` (how many of the
    entered methods had only their entries counted). There is no row for a run that recorded none
    of the classes.
    """
    alone = "CASE WHEN methods.mode = 'entry' AND methods.entries > 0 THEN 1 ELSE 0 END"
    return (
        f"SELECT methods.run, wanted.figure, {_sum('is_meant')} AS meant, "
        f"{_sum('is_meant * methods.entries')} AS entries, "
        f"{_sum(f'is_meant * {alone}')} AS entries_alone "
        f"FROM methods JOIN wanted ON {_same('methods', 'class', 'name', 'descriptor')} "
        "GROUP BY methods.run, wanted.figure ORDER BY 1, 2"
    )


def work() -> str:
    """Returns a query for the bytecodes that the methods of each figure executed in each run.

    The columns are ``run``, ``figure`` and ``bytecodes``. There is no row for a run that executed
    none of the methods.
    """
    return (
        f"SELECT paths.run, wanted.figure, {_sum('paths.bytecodes')} AS bytecodes "
        f"FROM paths JOIN wanted ON {_same('paths', *NAMED)} WHERE is_meant = 1 "
        "GROUP BY paths.run, wanted.figure ORDER BY 1, 2"
    )


def _sum(amount: str) -> str:
    return f"sum(CAST({amount} AS {_ADDEND}))"


def _same(view: str, *columns: str) -> str:
    """Returns a condition: a row of a view names the same method as a row of ``wanted``."""
    pairs = zip(columns, ("class", "name", "descriptor"), strict=True)
    return " AND ".join(f"{view}.{own} = wanted.{other}" for own, other in pairs)
