"""``kpath-jvm overlap``: how much two profiles agree about paths."""

from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import argument, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import PATH, rows_option
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.worth import tell_shared


@verb("overlap")
def command(
    online: Annotated[Path, argument(type=PATH, metavar="A")],
    complete: Annotated[Path, argument(type=PATH, metavar="B")],
    top: Annotated[int, rows_option("Show the N methods whose shares differ most.", least=0)],
    chosen: SelectionOptions,
    printed: PrintedOptions,
) -> None:
    """Show how much profile A agrees with profile B about paths.

    \b
    kpath-jvm overlap online.kpath complete.kpath
    kpath-jvm overlap bpp.kpath stream.kpath --min-share 1%

    This is the overlap metric of "Structural Path Profiling". Each path has a share of the
    executions in A, and a share in B. The overlap is the sum of the smaller share of each path; it
    is 100 % if A and B have equal shares for every path. Sequences of 2, 3 ... paths are compared
    in the same way, if both profiles have them. B is taken for the truth: A may be a profile of
    path windows (run --profiler spp|bpp), and B a profile of all executions (--threshold 0). Both
    profiles must have the same kind of paths: structural paths, or Ball-Larus paths of any
    profiler.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.facts.overlap import both_selected
    from kpath_jvm.reports.accuracy.overlap_summary import summarise_overlap
    from kpath_jvm.reports.accuracy.overlap_text import overlap_markdown, renderables

    wanted = chosen.selection()
    profiles = opened(online, wanted).merged(), opened(complete, wanted).merged()
    tell_shared(*profiles)
    document = summarise_overlap(*both_selected(*profiles, wanted), top)
    printed.write(document, renderables, overlap_markdown)
