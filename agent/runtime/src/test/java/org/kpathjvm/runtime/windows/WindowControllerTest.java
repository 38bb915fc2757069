package org.kpathjvm.runtime.windows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.threads.ThreadSetup;

/** All tests in the JVM share the controller's state, so each test uses its own ids. */
class WindowControllerTest {
  @BeforeAll
  static void sayHowToYield() throws ReflectiveOperationException {
    if (ThreadSetup.yield == null) {
      ThreadSetup.yield =
          java.lang.invoke.MethodHandles.lookup()
              .findStatic(
                  Thread.class, "yield", java.lang.invoke.MethodType.methodType(void.class));
    }
  }

  private static void complete(int id, int times) {
    for (int time = 0; time < times; time++) {
      WindowProbes.path(id);
    }
  }

  private static long sum(int firstId) {
    Window window = WindowController.of(firstId);
    return IntStream.range(0, window.paths).mapToLong(window::counted).sum();
  }

  private static boolean isOpen(int firstId) {
    return WindowProbes.start(firstId, 7) == 7;
  }

  /**
   * The method's outline comes first, then its outer loop, then its inner loop. The example is from
   * figure 10 of "Structural Path Profiling" by Yasue et al.
   */
  @Test
  void windowsOpenFromTheOutlineToTheInnermostLoop() {
    WindowController.add(new int[] {1000, 2, -1, 1002, 6, 0, 1008, 6, 1}, 300);
    assertTrue(isOpen(1000) && !isOpen(1002) && !isOpen(1008));
    complete(1008, 5);
    complete(1001, 99);
    assertTrue(isOpen(1000));
    complete(1000, 1);
    assertTrue(!isOpen(1000) && isOpen(1002) && !isOpen(1008));
    complete(1000, 3);
    complete(1002, 100);
    assertTrue(!isOpen(1002) && isOpen(1008));
    assertFalse(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 1000));
    complete(1013, 200);
    assertEquals(100, sum(1000));
    assertEquals(100, sum(1008));
    assertTrue(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 1000));
    assertFalse(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 1000));
    assertEquals(WindowProbes.NOT_STARTED, WindowProbes.start(1008, 7));
  }

  @Test
  void aMethodIsDoneAfterBothLoops() {
    WindowController.add(new int[] {2000, 1, -1, 2001, 2, 0, 2003, 2, 0}, 3);
    complete(2000, 1);
    complete(2003, 1);
    assertFalse(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 2000));
    complete(2001, 1);
    assertTrue(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 2000));
  }

  /**
   * A graph may come before its parent. If the number of a method's graphs exceeds the method's
   * threshold, each graph's threshold is 1.
   */
  @Test
  void graphsMayComeInAnyOrder() {
    WindowController.add(new int[] {3000, 1, -1, 3001, 2, 2, 3003, 2, 0}, 1);
    complete(3000, 1);
    assertTrue(isOpen(3003) && !isOpen(3001));
    complete(3003, 1);
    assertTrue(isOpen(3001));
  }

  @Test
  void windowsOfACompleteProfileNeverClose() {
    WindowController.add(new int[] {4000, 1, -1, 4001, 2, 0}, 0);
    complete(4000, 1);
    complete(4002, 5000);
    assertTrue(isOpen(4000) && isOpen(4001));
    assertEquals(5000, sum(4001));
    // The threshold 0 asks for a complete profile, so the windows have no time limit.
    WindowController.timeOut(0);
    WindowController.timeOut(0);
    assertTrue(isOpen(4000) && isOpen(4001));
    complete(4002, 1);
    assertEquals(5001, sum(4001));
  }

  @Test
  void negativeValuesAreNotCounted() {
    WindowController.add(new int[] {5000, 1, -1}, 2);
    WindowProbes.end(WindowProbes.NOT_STARTED + 3);
    WindowProbes.end(-1);
    assertEquals(0, sum(5000));
    WindowProbes.end(5000);
    assertEquals(1, sum(5000));
  }

  /**
   * The clock of a loop's window starts when {@code timeOut} first finds the window open. The clock
   * of a method's first window starts when {@code timeOut} first finds that a path has started.
   */
  @Test
  void aWindowTimesOutOnlyAfterItsClockHasStarted() {
    WindowController.add(new int[] {6000, 1, -1, 6001, 2, 0}, 100);
    WindowController.timeOut(0);
    WindowController.timeOut(0);
    assertTrue(isOpen(6000));
    WindowController.timeOut(0);
    WindowController.timeOut(Long.MAX_VALUE);
    assertTrue(isOpen(6000));
    WindowController.timeOut(0);
    assertTrue(!isOpen(6000) && isOpen(6001));
    assertEquals(Window.TIMED_OUT, WindowController.of(6000).state);
    complete(6000, 1);
    assertEquals(0, sum(6000));
    WindowController.timeOut(0);
    WindowController.timeOut(0);
    assertTrue(Arrays.stream(WindowController.takeDone()).anyMatch(id -> id == 6000));
  }

  @Test
  void threadsTogetherStopCountingExactlyAtTheThreshold() throws InterruptedException {
    WindowController.add(new int[] {7000, 4, -1, 7004, 4, 0}, 20_000);
    Thread[] threads = new Thread[4];
    for (int at = 0; at < threads.length; at++) {
      int path = at;
      threads[at] =
          new Thread(() -> IntStream.range(0, 30_000).forEach(time -> complete(7000 + path, 1)));
      threads[at].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(10_000, sum(7000));
    assertTrue(isOpen(7004));
  }

  @Test
  void rowsConsistOfAHeadAndCounts() {
    WindowController.add(new int[] {8000, 3, -1, 8003, 1, 0}, 10);
    complete(8001, 5);
    complete(8003, 2);
    WindowRows rows = new WindowRows();
    long[] head = rows.next();
    while (head[0] != (Window.FINISHED + 1L << 32 | 8000)) {
      head = rows.next();
    }
    assertArrayEquals(new long[] {Window.FINISHED + 1L << 32 | 8000, 5, 0, 0, 8001, 5, 0, 0}, head);
    assertArrayEquals(new long[] {Window.OPEN + 1L << 32 | 8003, 5, 8003, 2}, rows.next());
  }
}
