package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.ThreadSetup;

/**
 * Tests the recorder while threads come and go, on a segment so small that blocks must be freed and
 * slots collide. The tests are ordered: a JVM has only one segment, so later tests find the counts
 * of earlier ones.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RecorderTest {
  private static final int SLOTS = 16;
  private static final int BLOCKS = 40;
  private static final int IDS = 5000;
  private static final int THREADS = 120;
  private static final int LIVE = 6;

  private final AtomicLongArray expectedCounts = new AtomicLongArray(IDS + 1);
  private final List<List<Integer>> expectedSequences =
      Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(SLOTS, BLOCKS, 0);
  }

  @Test
  @Order(1)
  void threadsThatComeAndGoLoseAndMixUpNothing() throws InterruptedException {
    Recorder.provideIds(1000);
    StreamReader reader = new StreamReader();
    AtomicBoolean done = new AtomicBoolean();
    Thread consumer =
        new Thread(
            () -> {
              while (!done.get()) {
                reader.drain(false);
                Thread.onSpinWait();
              }
            });
    consumer.setDaemon(true);
    consumer.start();
    for (int started = 0; started < THREADS; started += LIVE) {
      if (started == THREADS / 2) {
        Recorder.provideIds(IDS);
      }
      int ids = started < THREADS / 2 ? 1000 : IDS;
      List<Thread> live = new ArrayList<>();
      for (int i = 0; i < LIVE; i++) {
        Random random = new Random(started + i);
        Thread thread = new Thread(() -> activations(random, ids));
        live.add(thread);
        thread.start();
      }
      for (Thread thread : live) {
        thread.join();
      }
    }
    done.set(true);
    consumer.join();
    reader.drain(true);

    for (int id = 1; id <= IDS; id++) {
      assertEquals(expectedCounts.get(id), StreamReader.count(id), "count of id " + id);
    }
    List<List<Integer>> actual = new ArrayList<>(reader.activations().values());
    assertEquals(sorted(expectedSequences), sorted(actual));
    assertEquals(0, Unsafe.getUnsafe().getLong(Setup.base + HEADER_LOST_COUNT_OFFSET));
    assertEquals(THREADS, Unsafe.getUnsafe().getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET));
  }

  /** Stands for the JDK's class of carriers. */
  private static final class CarrierLike extends Thread {
    CarrierLike(Runnable task) {
      super(task);
    }
  }

  @Test
  @Order(2)
  void leasesOfDeadThreadsAreFoundAmongThoseOfDeadCarriers() throws InterruptedException {
    ThreadSetup.carrierClass = CarrierLike.class;
    for (int i = 0; i < 3; i++) {
      runToItsEnd(new CarrierLike(() -> Probes.count(1)));
    }
    int before = leases();
    long count = StreamReader.count(1);
    for (int i = 0; i < 50; i++) {
      runToItsEnd(new Thread(() -> Probes.count(1)));
    }
    assertEquals(count + 50, StreamReader.count(1));
    assertTrue(leases() <= before + 1, before + " leases, then " + leases());
  }

  @Test
  @Order(3)
  void aNewThreadThatIsSuspendedRecordsNothing() throws InterruptedException {
    long count = StreamReader.count(1);
    runToItsEnd(
        new Thread(
            () -> {
              Recorder.suspendThread();
              Probes.count(1);
              Recorder.resumeThread();
              Probes.count(1);
            }));
    assertEquals(count + 1, StreamReader.count(1));
  }

  private static void runToItsEnd(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  private static int leases() {
    return Unsafe.getUnsafe().getInt(Setup.base + HEADER_LEASE_COUNT_OFFSET);
  }

  private static List<String> sorted(List<List<Integer>> sequences) {
    List<String> lines = new ArrayList<>();
    sequences.forEach(sequence -> lines.add(sequence.toString()));
    Collections.sort(lines);
    return lines;
  }

  private void activations(Random random, int ids) {
    for (int i = 0; i < 30; i++) {
      if (random.nextBoolean()) {
        activation(random, ids, 2);
      } else {
        packedActivation(random, ids, 2);
      }
    }
  }

  /** Runs one activation with packed paths, as instrumented code does. */
  private void packedActivation(Random random, int ids, int depth) {
    int bits = 1 + random.nextInt(12);
    int pathCount = 1 + random.nextInt(Math.min(1 << bits, ids));
    int firstId = 1 + random.nextInt(ids - pathCount + 1);
    long packing = PackedWord.packing(bits, firstId);
    List<Integer> expected = new ArrayList<>();
    long activation = 0;
    long word = PackedWord.empty(bits);
    for (int n = random.nextInt(80); n > 0; n--) {
      int path = random.nextInt(pathCount);
      int what = random.nextInt(40);
      if (what == 0 && depth > 0) {
        packedActivation(random, ids, depth - 1);
        activation(random, ids, 0);
      } else if (what == 1) {
        Probes.handler(activation, word, packing, firstId);
        expectedCounts.incrementAndGet(firstId);
        addIfAny(expected, 0);
        expected = new ArrayList<>();
        activation = 0;
        word = PackedWord.empty(bits);
      } else if (what == 3) {
        int first = random.nextInt(pathCount);
        int count = random.nextInt(random.nextInt(4) == 0 ? 1000 : 20);
        long trips = PackedWord.trips(first, path, bits);
        for (int trip = 0; trip < count; trip++) {
          expected.add(firstId + (trip == 0 ? first : path));
        }
        if (random.nextInt(3) == 0) {
          Probes.handler(activation, word, packing, trips, count, firstId);
          expectedCounts.incrementAndGet(firstId);
          addIfAny(expected, 0);
          expected = new ArrayList<>();
          activation = 0;
          word = PackedWord.empty(bits);
        } else {
          activation = Probes.run(activation, word, packing, trips, count);
          word = Probes.rest(word, packing, trips, count);
        }
      } else {
        word = word << bits | path;
        expected.add(firstId + path);
        if (what == 2) {
          activation = Probes.flush(activation, word, packing);
          word = Probes.rest(word, packing);
        } else if (word < 0) {
          activation = Probes.full(activation, word, packing);
          word = PackedWord.empty(bits);
        }
      }
    }
    if (random.nextInt(5) == 0) {
      Probes.escape(activation, word, packing, firstId);
      expectedCounts.incrementAndGet(firstId);
      addIfAny(expected, 0);
    } else {
      int path = random.nextInt(pathCount);
      Probes.exit(activation, word, packing, path);
      if (expected.isEmpty()) {
        expectedCounts.incrementAndGet(firstId + path);
      }
      addIfAny(expected, -firstId - path);
    }
  }

  private void addIfAny(List<Integer> paths, int end) {
    if (!paths.isEmpty()) {
      paths.add(end);
      expectedSequences.add(paths);
    }
  }

  /**
   * Runs one activation. Its loop counts ids, completes paths, enters handlers and calls other
   * activations. The activation ends with an exit or an escape.
   */
  private void activation(Random random, int ids, int depth) {
    List<Integer> expected = new ArrayList<>();
    long activation = 0;
    for (int n = random.nextInt(80); n > 0; n--) {
      int id = 1 + random.nextInt(ids);
      int what = random.nextInt(40);
      if (what == 0 && depth > 0) {
        activation(random, ids, depth - 1);
      } else if (what < 8) {
        Probes.count(id);
        expectedCounts.incrementAndGet(id);
      } else if (what == 8) {
        for (int times = 1 + random.nextInt(5); times > 0; times--) {
          activation = Probes.emit(activation, id);
          expected.add(id);
        }
      } else if (what == 9) {
        if (activation != 0) {
          expected.add(0);
          expectedSequences.add(expected);
          expected = new ArrayList<>();
        }
        activation = Probes.handler(activation, id);
        expectedCounts.incrementAndGet(id);
      } else {
        activation = Probes.emit(activation, id);
        expected.add(id);
      }
    }
    int id = 1 + random.nextInt(ids);
    if (random.nextInt(5) == 0) {
      Probes.escape(activation, id);
      expectedCounts.incrementAndGet(id);
      expected.add(0);
    } else {
      Probes.exit(activation, id);
      if (activation == 0) {
        expectedCounts.incrementAndGet(id);
      }
      expected.add(-id);
    }
    if (activation != 0) {
      expectedSequences.add(expected);
    }
  }
}
