"""Makes the table that fleet queries read, with a row for each executed path of a profile."""

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.identity.methods import Loaders, versions_of
from kpath_jvm.profile.identity.questions import Questions
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.totals import path_bytecodes

#: The columns of a method's name (MethodName).
NAMED = ("class_name", "method", "descriptor")
#: The columns that identify the method's code. ``digest`` is that of the class file. Shapes makes
#: ``graph`` and ``decisions``, and Questions makes ``questions``. ``method_blocks`` is the number
#: of the method's blocks.
CODE = ("digest", "graph", "decisions", "method_blocks", "questions")
#: The columns that files from earlier versions of kpath-jvm may lack; queries see NULL there.
LATER = ("questions",)
#: The columns that identify a path (PathIdentity) within its method. ``blocks`` has the numbers of
#: the path's blocks, joined by dashes.
PATH = ("graph", "starts", "blocks", "ends")

SCHEMA = pa.schema([
    ("run", pa.string()), ("service", pa.string()), ("version", pa.string()), ("day", pa.string()),
    ("class_name", pa.string()), ("method", pa.string()), ("descriptor", pa.string()),
    ("digest", pa.string()), ("loader", pa.string()), ("graph", pa.string()),
    ("decisions", pa.string()), ("method_blocks", pa.int32()),
    ("starts", pa.string()), ("ends", pa.string()), ("blocks", pa.string()),
    ("completions", pa.int64()), ("bytecodes", pa.int64()), ("questions", pa.string()),
])  # fmt: skip


def flat(profile: Profile, run: str, service: str, version: str, day: str) -> pa.Table:
    """Returns the rows of a profile; the other arguments have the same values in all rows.

    The column ``bytecodes`` is the number of bytecodes that all completions of the path executed.
    """
    paths = profile.table("paths")
    versions = versions_of(profile.table("methods"), Loaders.KINDS)
    owners = paths.column("method").to_numpy()
    shapes = Shapes(profile.tables)
    executed = np.unique(owners).tolist()
    graphs = {method: shapes.graph(method) for method in executed}
    decisions = {method: shapes.decisions(method) for method in executed}
    questions = {method: Questions.of(profile.code(method).decisions).text for method in executed}
    sizes = np.bincount(profile.table("blocks").column("method").to_numpy())
    counts = np.asarray(paths.column("count").to_numpy(), dtype=np.int64)
    own = [versions[owner] for owner in owners.tolist()]
    columns = {
        "class_name": [one.class_name for one in own],
        "method": [one.name for one in own],
        "descriptor": [one.descriptor for one in own],
        "digest": [one.digest for one in own],
        "loader": [one.loader for one in own],
    }
    same = {"run": run, "service": service, "version": version, "day": day}
    return pa.table(
        {
            **{name: [text] * paths.num_rows for name, text in same.items()},
            **columns,
            "graph": [graphs[owner] for owner in owners.tolist()],
            "decisions": [decisions[owner] for owner in owners.tolist()],
            "method_blocks": sizes[owners].astype(np.int32),
            "starts": paths.column("start").to_pylist(),
            "ends": paths.column("end").to_pylist(),
            "blocks": ["-".join(map(str, one)) for one in paths.column("blocks").to_pylist()],
            "completions": counts,
            "bytecodes": counts * path_bytecodes(paths, profile.table("blocks")),
            "questions": [questions[owner] for owner in owners.tolist()],
        },
        schema=SCHEMA,
    )
