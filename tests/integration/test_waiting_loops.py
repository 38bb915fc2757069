"""``advise`` finds a program's retry, spin and wait loops, and never advises to unroll them.

The program adds by compare-and-set, takes a spin lock, and waits for a flag that another thread
sets. It also has two ordinary loops that look like waiting. One claims slots. The other calls yield
in every 64th iteration, but ends after 40 iterations here.
"""

import json
from typing import Any

import pytest

import kpath_command as kpath
from oracle.harness import compile_java

PROGRAM = """
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Spins {
  static final AtomicInteger total = new AtomicInteger();
  static final AtomicBoolean held = new AtomicBoolean();
  static volatile boolean stop;
  static int guarded;

  static int add(int more) {
    int before;
    int after;
    do {
      before = total.get();
      after = before + more;
    } while (!total.compareAndSet(before, after));
    return after;
  }

  static void lock() {
    while (!held.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
  }

  static void poll() {
    while (!stop) {}
  }

  static synchronized void await() throws InterruptedException {
    while (!stop) {
      Spins.class.wait();
    }
  }

  static int claim(AtomicIntegerArray slots) {
    for (int i = 0; i < slots.length(); i++) {
      if (slots.compareAndSet(i, 0, 1)) {
        return i;
      }
    }
    return -1;
  }

  static int yields(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (i % 64 == 63) {
        Thread.yield();
      }
      sum += i;
    }
    return sum;
  }

  public static void main(String[] arguments) throws Exception {
    Thread poller = new Thread(Spins::poll);
    poller.start();
    Thread waiter = new Thread(() -> {
      try {
        await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    waiter.start();
    AtomicIntegerArray slots = new AtomicIntegerArray(64);
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
      add(1);
      lock();
      guarded++;
      held.set(false);
      sum += claim(slots) + yields(40);
    }
    synchronized (Spins.class) {
      stop = true;
      Spins.class.notifyAll();
    }
    poller.join();
    waiter.join();
    System.out.println(total.get() + " " + guarded + " " + sum);
  }
}
"""
WAITING = {
    "add": "a retry loop: it goes round until AtomicInteger.compareAndSet succeeds",
    "lock": "a spin loop: every way around calls Thread.onSpinWait",
    "poll": "a spin loop: it only reads Spins.stop until that changes",
    "await": "a wait loop: every way around calls Object.wait",
}
ORDINARY = {"claim", "yields", "main"}


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Returns the advice on each loop of the recorded program, by the loop's method."""
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("spins")
    (directory / "Spins.java").write_text(PROGRAM, "utf-8")
    compile_java([directory / "Spins.java"], directory)
    done = kpath.run(
        "run", "-k", "8", "-o", "spins.kpath", "--no-report", "--", "java", "-cp", ".", "Spins",
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"2000 2000 ")
    done = kpath.run("advise", "spins.kpath", "--json", "--top", "20", directory=directory)
    assert done.returncode == 0, done.stderr
    return {one["method"]: one for one in json.loads(done.stdout)["loops"]}


def test_advice_says_which_loops_wait(loops: dict[str, Any]) -> None:
    assert set(loops) == {*WAITING, *ORDINARY}
    said = {method: one["loop"]["waiting"] for method, one in loops.items()}
    assert said == {**WAITING, **dict.fromkeys(ORDINARY)}


def test_only_ordinary_loops_are_judged_by_their_iterations(loops: dict[str, Any]) -> None:
    def why_not_unrolled(method: str) -> str:
        why = {one["kind"]: one["why"] for one in loops[method]["not_advised"]}
        return str(why["unroll"])

    for method in WAITING:
        kinds = {one["kind"] for one in loops[method]["advice"]}
        assert not kinds & {"unroll", "write out", "peel"}, method
        assert why_not_unrolled(method) == f"it is {WAITING[method]}"
    # The loop in ``yields`` also computes something, so it doesn't only wait.
    assert why_not_unrolled("yields").startswith("nearly all iterations go the same way")
