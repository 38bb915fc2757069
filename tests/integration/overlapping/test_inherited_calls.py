"""Tests paths across calls of methods that are inherited across packages or class loaders.

A path across a call is an overlapping path from a method into one that it calls, or back. One test
excludes classes, which then have no probes.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.turns import HOMES, in_turns
from integration.overlapping.test_overlapping_paths import cuts_of, profile_of
from integration.overlapping.test_paths_across_calls import across_in, check
from oracle.calls import across_calls_of_trace
from oracle.harness import Program, compile_java, trace_program
from oracle.oracle import BACK_EDGE, LOOP_HEADER, Activation, Trace
from oracle.targets import DIRECTORY, compiled, read_target, traced

#: In each package, some methods can't be overridden in the other package. Some of these methods
#: have the same name in both packages.
SOURCES = {
    "one/Top.java": """
        package one;
        public class Top {
          int near(int by) { return by > 2 ? 1 : 2; }
          protected int far(int by) { return by > 1 ? near(by) : 3; }
          private int own(int by) { return by > 3 ? 4 : 5; }
          public int ask(int by) { return near(by) + far(by) + own(by); }
          public static int ask(Top top, int by) { return top.near(by) + top.far(by); }
        }""",
    "two/Middle.java": """
        package two;
        public class Middle extends one.Top {
          int near(int by) { return by > 2 ? 11 : 12; }
          int own(int by) { return by > 3 ? 14 : 15; }
          public int askMiddle(int by) { return near(by) + far(by) + own(by); }
          protected int middle(int by) { return by > 4 ? super.far(by) : 16; }
        }""",
    "one/Low.java": """
        package one;
        public class Low extends two.Middle implements Adding {
          public int near(int by) { return by > 2 ? 21 : 22; }
          public int askLow(int by) { return near(by) + middle(by) + super.far(by) + add(by); }
        }""",
    "one/Adding.java": """
        package one;
        public interface Adding {
          default int add(int by) { return by > 2 ? by : more(by); }
          default int more(int by) { return by > 1 ? by : 0; }
        }""",
    "two/Lowest.java": """
        package two;
        public class Lowest extends one.Low implements More {
          public int near(int by) { return by > 3 ? super.near(by) : 31; }
          public int near(long by) { return by > 3 ? 41 : 42; }
        }""",
    "two/More.java": """
        package two;
        public interface More extends one.Adding {
          default int more(int by) { return by > 2 ? one.Adding.super.more(by) : 7; }
        }""",
    "Main.java": """
        import one.Adding;
        import one.Low;
        import one.Top;
        import two.Lowest;
        import two.Middle;
        import java.lang.reflect.Proxy;
        public class Main {
          static int proxied(Adding adding, int by) { return adding.add(by) + adding.more(by); }
          static int all(Top top, int by) {
            int sum = top.ask(by) + Top.ask(top, by) + Lowest.ask(top, by);
            if (top instanceof Middle) {
              sum += ((Middle) top).askMiddle(by);
            }
            if (top instanceof Low) {
              Low low = (Low) top;
              sum += low.askLow(by) + low.near(by) + low.add(by) + low.more(by);
            }
            return top instanceof Adding ? sum + ((Adding) top).more(by) : sum;
          }
          public static void main(String[] args) {
            Top[] tops = {new Top(), new Middle(), new Low(), new Lowest(), new Lowest() {}};
            Adding low = new Low();
            Adding proxy = (Adding) Proxy.newProxyInstance(Adding.class.getClassLoader(),
                new Class<?>[] {Adding.class},
                (self, method, given) -> low.add((Integer) given[0]));
            int sum = 0;
            for (int i = 0; i < 30; i++) {
              sum += proxied(low, i % 4) + proxied(proxy, i % 4);
              sum += all(tops[i % tops.length], i / tops.length);
            }
            System.out.println(sum);
          }
        }""",
}
EXCLUDED = ["", "two.Middle", "one.Top", "one.Low", "two.More", "one.Adding", "two.*", "one.*"]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    directory = tmp_path_factory.mktemp("packages")
    files = []
    for name, text in SOURCES.items():
        file = directory / "src" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        files.append(file)
    classes = directory / "classes"
    classes.mkdir()
    compile_java(files, classes, "--release", "17")
    return Program(classes, "Main")


@pytest.mark.parametrize("cut", [BACK_EDGE, pytest.param(LOOP_HEADER, marks=pytest.mark.slow)])
def test_calls_between_two_loaders_have_the_traced_paths(cut: str, tmp_path: Path) -> None:
    """Tests the oldest JDK in one cut mode, and the newest in the other."""
    target = read_target(DIRECTORY / "apart/ClassesOfTwoLoaders.java")
    homes = target.java_homes()
    trace, _ = traced(target)
    rows = check(compiled(target), trace, homes[0 if cut == BACK_EDGE else -1], tmp_path, cut)
    assert rows > 50


def without(trace: Trace, is_excluded: Callable[[str], object]) -> Trace:
    """Returns the trace as if some classes hadn't been traced.

    Activations called by these classes have no caller.
    """
    places = {
        number: place
        for place, number in enumerate(
            number for number, one in enumerate(trace.activations) if not is_excluded(one.method[0])
        )
    }
    kept = []
    for number in places:
        one = trace.activations[number]
        caller = one.caller
        moved = (places[caller[0]], caller[1]) if caller and caller[0] in places else None
        kept.append(
            Activation(one.method, one.thread, one.events, one.end, one.depth, one.receiver, moved)
        )
    return Trace(kept, trace.status)


@pytest.mark.parametrize("home", in_turns([()], HOMES))
def test_no_path_is_in_an_excluded_class(program: Program, home: Path, tmp_path: Path) -> None:
    trace, _ = trace_program(program, tmp_path / "log", home)
    everything = 0
    for excluded in EXCLUDED:
        pattern = re.compile(excluded.replace(".", "/").replace("*", ".*") or "no class")
        option = f",exclude={excluded}" if excluded else ""
        profile = profile_of(program, home, f"degree=2,calls=yes{option}", tmp_path)
        assert (option == "") == (profile.methods["class"].nunique() == len(SOURCES) + 1)
        part = without(trace, pattern.fullmatch)
        expected = across_calls_of_trace(part, program.classes, 2, cuts=cuts_of(profile))
        assert across_in(profile) == expected
        everything = max(everything, len(expected))
    assert everything > 100
