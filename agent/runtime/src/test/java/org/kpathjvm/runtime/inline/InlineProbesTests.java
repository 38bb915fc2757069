package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.threads.ThreadSetup;

/**
 * Tests an inline profiler's probes while threads come and go. The runtime's classes are set up
 * only once in a JVM. So each test class has its own JVM, and later tests find the counts of
 * earlier ones.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class InlineProbesTests {
  private static final int IDS = 3000;
  private static final int THREADS = 60;
  private static final int LIVE = 6;

  /** The sequences that all tests have emitted so far. */
  private static final List<List<Integer>> SEQUENCES =
      Collections.synchronizedList(new ArrayList<>());

  /** Sets up the runtime, before any of its classes is initialised. */
  static void setUpThreads() throws ReflectiveOperationException {
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
    InlineSetup.tableBytes = 1L << 28;
  }

  /** Records an activation's only path. */
  abstract void path(int id);

  /** Records an activation's next path, and returns the activation's new value. */
  abstract long emit(long activation, int id, boolean last);

  /** Returns the largest number of paths in a counted sequence; 1 if only paths are counted. */
  abstract int k();

  /** Decodes the rows. Returns how often each sequence of up to k paths occurred. */
  abstract Map<List<Integer>, Long> counts(Rows rows);

  /** Returns how many operations on hash tables it takes to record the given sequences. */
  abstract long hashOperations(List<List<Integer>> sequences);

  @Test
  @Order(1)
  void countsOfThreadsThatComeAndGoAreAddedUp() throws InterruptedException {
    for (int started = 0; started < THREADS; started += LIVE) {
      List<Thread> live = new ArrayList<>();
      for (int i = 0; i < LIVE; i++) {
        Random random = new Random(started + i);
        Thread thread = new Thread(() -> activations(random));
        live.add(thread);
        thread.start();
      }
      for (Thread thread : live) {
        thread.join();
      }
    }
    check();
    Map<String, Long> totals = Control.totals();
    assertEquals(hashOperations(SEQUENCES), totals.getOrDefault("hash_operations", 0L));
    assertEquals(THREADS, totals.get("threads"));
    assertTrue(totals.get("tables") <= 2 * LIVE + 1, "tables of dead threads are handed on");
  }

  @Test
  @Order(2)
  void aStackOverflowLosesNoCounts() {
    Random random = new Random(1);
    for (int attempt = 0; attempt < 9; attempt++) {
      int[] ids = new int[200_000];
      int[] length = {0};
      try {
        descend(random, ids, length);
      } catch (StackOverflowError expected) {
        // Each emitted path is counted as an activation of its own.
      }
      assertTrue(length[0] > 100);
      for (int at = 0; at < length[0]; at++) {
        SEQUENCES.add(List.of(ids[at]));
      }
    }
    check();
  }

  @Test
  @Order(3)
  void aSuspendedThreadIsNotRecorded() {
    Control.suspendThread();
    path(7);
    assertEquals(0, emit(0, 7, false));
    Control.resumeThread();
    check();
    path(7);
    SEQUENCES.add(List.of(7));
    check();
  }

  @Test
  @Order(3)
  void aThreadThatRecordsNothingIsNotCounted() throws InterruptedException {
    long threads = Control.totals().get("threads");
    boolean[] suspended = new boolean[2];
    Thread loads =
        new Thread(
            () -> {
              suspended[0] = Control.suspendThread();
              suspended[1] = Control.suspendThread();
              path(7);
              Control.resumeThread();
            });
    loads.start();
    loads.join();
    assertTrue(suspended[0]);
    assertFalse(suspended[1]);
    assertEquals(threads, Control.totals().get("threads"));
    Thread records =
        new Thread(
            () -> {
              Control.suspendThread();
              Control.resumeThread();
              path(7);
              path(7);
              Control.suspendThread();
              Control.resumeThread();
              path(7);
            });
    records.start();
    records.join();
    assertEquals(threads + 1, Control.totals().get("threads"));
    for (int at = 0; at < 3; at++) {
      SEQUENCES.add(List.of(7));
    }
    check();
  }

  @Test
  @Order(4)
  void withoutMemoryTheRecordingEndsAndTheProgramGoesOn() {
    assertNull(Control.reason());
    InlineSetup.tableBytes = 1L << 20;
    for (int id = 1; id < 200_000; id++) {
      path(id);
      EdgeProbes.count(id);
    }
    assertEquals("memory", Control.reason());
    assertEquals(List.of(), Threads.distinct());
    assertEquals(0, emit(0, 1, false));
    assertTrue(Control.totals().get("items") > 0);
    Control.endRecording();
    assertEquals("memory", Control.reason());
  }

  /**
   * Records paths until the stack overflows. {@code ids} gets the id of every recorded path,
   * because storing an id needs no more stack than the probe.
   */
  private void descend(Random random, int[] ids, int[] length) {
    int id = 1 + random.nextInt(IDS);
    path(id);
    ids[length[0]] = id;
    length[0]++;
    descend(random, ids, length);
  }

  private void activations(Random random) {
    for (int activation = 0; activation < 40; activation++) {
      List<Integer> sequence = new ArrayList<>();
      long value = 0;
      for (int left = random.nextInt(60); left >= 0; left--) {
        int id = 1 + (int) (IDS * Math.pow(random.nextDouble(), 4));
        sequence.add(id);
        value = emit(value, id, left == 0);
      }
      SEQUENCES.add(sequence);
    }
  }

  private void check() {
    Map<List<Integer>, Long> expected = new HashMap<>();
    long items = 0;
    for (List<Integer> sequence : SEQUENCES) {
      items += sequence.size();
      for (int end = 1; end <= sequence.size(); end++) {
        for (int n = 1; n <= Math.min(k(), end); n++) {
          expected.merge(List.copyOf(sequence.subList(end - n, end)), 1L, Long::sum);
        }
      }
    }
    List<Tables> tables = new ArrayList<>();
    for (TableLease lease : Threads.distinct()) {
      tables.add(lease.tables);
    }
    assertEquals(expected, counts(InlineSetup.tables.rows(tables)));
    assertEquals(items, Control.totals().get("items"));
  }
}
