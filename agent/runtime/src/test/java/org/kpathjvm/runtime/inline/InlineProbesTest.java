package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.threads.ThreadSetup;

/**
 * All inline profilers' probes side by side, under threads that come and go. Their classes are set
 * up once per JVM, hence the order: later tests find what earlier ones have left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InlineProbesTest {
  private static final int K = 4;
  private static final int IDS = 3000;
  private static final int THREADS = 60;
  private static final int LIVE = 6;

  private static final List<List<Integer>> SEQUENCES =
      Collections.synchronizedList(new ArrayList<>());

  /** What hash tables and arrays counted. */
  private static final List<Integer> PATHS = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
    InlineSetup.array = true;
    InlineSetup.hash = true;
    InlineSetup.k = K;
    InlineSetup.tableBytes = 1L << 28;
  }

  @Test
  @Order(1)
  void threadsThatComeAndGoLeaveTheSumOfWhatTheyDid() throws InterruptedException {
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
    long finds = check();
    Map<String, Long> totals = Control.totals();
    // A path's count in a hash is an operation as a root's find is; half of the others are there.
    assertEquals(finds + PATHS.size() / 2, totals.get("hash_operations"));
    assertEquals(THREADS, totals.get("threads"));
    assertTrue(totals.get("tables") <= 2 * LIVE + 1, "tables of dead threads are handed on");
  }

  @Test
  @Order(2)
  void aStackOverflowLosesNothingElse() {
    Random random = new Random(1);
    for (int attempt = 0; attempt < 9; attempt++) {
      int[] ids = new int[200_000];
      int[] length = {0};
      try {
        descend(attempt % 3, random, ids, length);
      } catch (StackOverflowError expected) {
        // What was emitted is counted, each as an activation of its own.
      }
      assertTrue(length[0] > 100);
      for (int at = 0; at < length[0]; at++) {
        if (attempt % 3 == 0) {
          SEQUENCES.add(List.of(ids[at]));
        } else {
          PATHS.add(ids[at]);
        }
      }
    }
    check();
  }

  @Test
  @Order(3)
  void aSuspendedThreadIsNotRecorded() {
    Control.suspendThread();
    all(7);
    assertEquals(0, ForestProbes.emit(0, 7));
    Control.resumeThread();
    check();
    all(7);
    SEQUENCES.add(List.of(7));
    PATHS.addAll(List.of(7, 7));
    check();
  }

  @Test
  @Order(4)
  void withoutMemoryTheRecordingEndsAndTheProgramGoesOn() {
    assertNull(Control.reason());
    InlineSetup.tableBytes = 1L << 20;
    for (int id = 1; id < 200_000; id++) {
      all(id);
    }
    assertEquals("memory", Control.reason());
    assertNull(new ForestRows().next());
    assertEquals(0, ForestProbes.emit(0, 1));
    assertTrue(Control.totals().get("items") > 0);
    Control.endRecording();
    assertEquals("memory", Control.reason());
  }

  /** Nothing between a probe's return and the note of it needs the stack. */
  private static void descend(int probe, Random random, int[] ids, int[] length) {
    int id = 1 + random.nextInt(IDS);
    if (probe == 0) {
      ForestProbes.path(id);
    } else if (probe == 1) {
      HashProbes.path(id);
    } else {
      ArrayProbes.path(id);
    }
    ids[length[0]] = id;
    length[0]++;
    descend(probe, random, ids, length);
  }

  private static void all(int id) {
    ForestProbes.path(id);
    HashProbes.path(id);
    ArrayProbes.path(id);
    EdgeProbes.count(id);
  }

  private static void activations(Random random) {
    for (int activation = 0; activation < 40; activation++) {
      List<Integer> sequence = new ArrayList<>();
      long value = 0;
      for (int left = random.nextInt(60); left >= 0; left--) {
        int id = 1 + (int) (IDS * Math.pow(random.nextDouble(), 4));
        sequence.add(id);
        HashProbes.path(id);
        ArrayProbes.path(id);
        PATHS.addAll(List.of(id, id));
        if (left > 0) {
          value = ForestProbes.emit(value, id);
        } else {
          ForestProbes.exit(value, id);
        }
      }
      SEQUENCES.add(sequence);
    }
  }

  private static long check() {
    Map<List<Integer>, Long> expected = new HashMap<>();
    long finds = 0;
    long items = 0;
    for (List<Integer> sequence : SEQUENCES) {
      finds += (sequence.size() + K - 2) / (K - 1);
      items += sequence.size();
      for (int end = 1; end <= sequence.size(); end++) {
        for (int n = 1; n <= Math.min(K, end); n++) {
          expected.merge(List.copyOf(sequence.subList(end - n, end)), 1L, Long::sum);
        }
      }
    }
    assertEquals(expected, grams());
    assertEquals(items + PATHS.size(), Control.totals().get("items"));
    Map<Integer, Long> counts = new HashMap<>();
    PATHS.forEach(id -> counts.merge(id, 1L, Long::sum));
    assertEquals(counts, pairs(Control.pathCounts()));
    return finds;
  }

  private static Map<Integer, Long> pairs(long[] pairs) {
    Map<Integer, Long> counts = new HashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at] != 0) {
        counts.put((int) pairs[at], pairs[at + 1]);
      }
    }
    return counts;
  }

  private static Map<List<Integer>, Long> grams() {
    List<Integer> parents = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();
    Map<List<Integer>, Long> grams = new HashMap<>();
    ForestRows rows = new ForestRows();
    for (long[] piece = rows.next(); piece != null; piece = rows.next()) {
      for (int at = 0; at < piece.length; at += 2) {
        parents.add((int) piece[at]);
        ids.add((int) (piece[at] >>> 32));
        List<Integer> gram = new ArrayList<>();
        for (int row = ids.size() - 1; row >= 0 && gram.size() < K; row = parents.get(row)) {
          assertTrue(parents.get(row) < row, "parents come first");
          gram.add(0, ids.get(row));
          if (piece[at + 1] > 0) {
            grams.merge(List.copyOf(gram), piece[at + 1], Long::sum);
          }
        }
      }
    }
    return grams;
  }
}
