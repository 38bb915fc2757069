"""Makes the program for growth.py: many methods with loops, called at random by many threads."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

MAIN = "Growth"
#: The number of events per call: nine paths of the called method, and one of the calling loop.
EVENTS_PER_CALL = 10
_METHODS_PER_CLASS = 200

_GROWTH = """\
import java.lang.management.ManagementFactory;

/**
 * Arguments: the number of threads, and the number of calls of all threads together. Prints the
 * wall time and the CPU time.
 */
public final class Growth {
  private static volatile int seen;

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[Integer.parseInt(arguments[0])];
    long calls = Long.parseLong(arguments[1]) / threads.length;
    long start = System.nanoTime();
    for (int number = 0; number < threads.length; number++) {
      int seed = number;
      threads[number] = new Thread(() -> seen += call(seed, calls));
      threads[number].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long wall = (System.nanoTime() - start) / 1_000_000;
    long cpu =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime() / 1_000_000;
    System.out.println(
        "===== kpath stand-in for growth: iteration 1 took " + wall + " ms, " + cpu
            + " ms of CPU: " + seen + " =====");
  }

  private static int call(int seed, long calls) {
    int random = seed;
    int sum = 0;
    for (long call = 0; call < calls; call++) {
      random = random * 1103515245 + 12345;
      sum += call((random >>> 8) % METHODS, random >>> 26);
    }
    return sum;
  }

  private static int call(int method, int bits) {
    switch (method / PER_CLASS) {
CASES
    }
  }
}
"""
_PART = """\
final class Part{part} {{
  static int call(int method, int bits) {{
    switch (method) {{
{cases}
    }}
  }}
{methods}
}}
"""
_METHOD = """
  private static int method{number}(int bits) {{
    int sum = 0;
    for (int turn = 0; turn < 8; turn++) {{
      if ((bits + turn & 3) == 0) {{
        sum += {number};
      }} else if ((bits >>> 3 & turn) != 0) {{
        sum ^= turn;
      }}
    }}
    return sum;
  }}
"""


def compile_growth(methods: int, javac: Path, directory: Path) -> Path:
    """Writes and compiles a program with ``methods`` methods; returns its class path."""
    directory.mkdir()
    for name, text in _sources(methods):
        (directory / f"{name}.java").write_text(text, "ascii")
    sources = map(str, sorted(directory.glob("*.java")))
    subprocess.run([str(javac), "-d", str(directory), *sources], check=True)
    return directory


def _sources(methods: int) -> Iterator[tuple[str, str]]:
    parts = range((methods + _METHODS_PER_CLASS - 1) // _METHODS_PER_CLASS)
    calls = (f"return Part{part}.call(method % PER_CLASS, bits);" for part in parts)
    text = _GROWTH.replace("CASES", _cases(calls)).replace("METHODS", str(methods))
    yield MAIN, text.replace("PER_CLASS", str(_METHODS_PER_CLASS))
    for part in parts:
        numbers = range(min(_METHODS_PER_CLASS, methods - part * _METHODS_PER_CLASS))
        yield (
            f"Part{part}",
            _PART.format(
                part=part,
                cases=_cases(f"return method{number}(bits);" for number in numbers),
                methods="".join(_METHOD.format(number=number) for number in numbers),
            ),
        )


def _cases(statements: Iterator[str]) -> str:
    cases = [f"      case {number}: {text}" for number, text in enumerate(statements)]
    return "\n".join([*cases, "      default: throw new IllegalStateException();"])
