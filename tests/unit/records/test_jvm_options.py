"""Tests which JVM options can be reordered without changing their effect."""

from itertools import permutations

import pytest

from kpath_jvm.records.jvm_options import without_order


@pytest.mark.parametrize(
    "options",
    [
        "-Xmx1g -Xms1g -Xss1m -ea -Da=1",
        "-XX:+UseSerialGC -XX:-TieredCompilation -XX:MaxInlineSize=9 -Xint",
        "-Da=1 -Db=1 -Dab=1",
        "--add-opens=a/b=c --add-opens=a/d=c --add-modules=x --add-modules=y",
        "-javaagent:a.jar=x -Xlog:gc -Dx -verbose:gc",
        "-ea:a... -esa -Xmixed -server",
    ],
)
def test_independent_options_may_be_in_any_order(options: str) -> None:
    found = {without_order(one) for one in permutations(options.split())}
    assert len(found) == 1
    assert sorted(*found) == sorted(options.split())


@pytest.mark.parametrize(
    "options",
    [
        "-Xmx1g -Xmx2g",
        "-Xmx1g -XX:MaxHeapSize=2g",
        "-Xmn1m -XX:NewSize=2m",
        "-XX:+UseSerialGC -XX:-UseSerialGC",
        "-XX:MaxInlineSize=9 -XX:MaxInlineSize=8",
        "-Da=1 -Da=2",
        "-Da -Da=",
        "-Xint -Xcomp",
        "-client -server",
        "-javaagent:a.jar -javaagent:b.jar",
        "-agentlib:jdwp=x -javaagent:b.jar",
        "-Xrunjdwp:x -agentpath:/a.so",
        "-ea -da:a.B",
        "-enableassertions:a... -da",
        "-esa -dsa",
        "-Xlog:gc -Xlog:disable",
        # In these three cases, a file may contain any options.
        "@options -ea",
        "-XX:Flags=.hotspotrc -Da=1",
        "-XX:VMOptionsFile=f -Da=1",
    ],
)
def test_the_order_of_dependent_options_is_kept(options: str) -> None:
    one, other = options.split()
    assert without_order([one, other]) == (one, other)
    assert without_order([other, one]) == (other, one)
    # A third option may come before the two or between them, unless one of the two names a file.
    if not any(it.startswith(("@", "-XX:Flags", "-XX:VM")) for it in (one, other)):
        apart = without_order([one, "-Xss7m", other])
        assert apart == without_order(["-Xss7m", one, other])
        assert apart != without_order([other, "-Xss7m", one])
