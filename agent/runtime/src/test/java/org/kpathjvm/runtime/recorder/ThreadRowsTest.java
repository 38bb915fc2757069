package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests threads that are counted separately. Threads with the same name count the same id. No other
 * thread counts this id, so that a mix-up is seen.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreadRowsTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int SLOTS = 64;
  private static final int BLOCKS = 60;
  private static final int ROWS = 8;

  private static final Map<String, Integer> IDS = new HashMap<>();

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(SLOTS, BLOCKS, ROWS);
    Recorder.provideIds(100);
  }

  @Test
  @Order(1)
  void successiveThreadsWithTheSameNameShareARow() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      runToItsEnd(thread("first"));
      runToItsEnd(thread("second"));
    }
    assertEquals(List.of("first", "second"), names());
    assertEquals(3, count(0, id("first")));
    assertEquals(3, count(1, id("second")));
    assertEquals(0, count(1, id("first")));
  }

  @Test
  @Order(2)
  void simultaneousThreadsWithTheSameNameHaveTheirOwnRows() throws InterruptedException {
    CountDownLatch counted = new CountDownLatch(2);
    CountDownLatch over = new CountDownLatch(1);
    List<Thread> twins = new ArrayList<>();
    for (int twin = 0; twin < 2; twin++) {
      Thread thread =
          new Thread(
              () -> {
                Probes.count(50);
                counted.countDown();
                try {
                  over.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "twin");
      thread.start();
      twins.add(thread);
    }
    counted.await();
    assertEquals(List.of("first", "second", "twin", "twin"), names());
    assertEquals(1, count(2, 50));
    assertEquals(1, count(3, 50));
    over.countDown();
    for (Thread twin : twins) {
      twin.join();
    }
  }

  @Test
  @Order(3)
  void furtherThreadsShareLeases() throws InterruptedException {
    String longName = "x".repeat(THREAD_NAME_CHARS + 20);
    runToItsEnd(thread(longName));
    for (int thread = 0; thread < 20; thread++) {
      runToItsEnd(thread("late-" + thread));
    }
    runToItsEnd(thread("second"));
    assertEquals(ROWS, names().size());
    assertEquals("x".repeat(THREAD_NAME_CHARS), names().get(4));
    assertEquals(4, count(1, id("second")));
    int leases = U.getInt(Setup.base + HEADER_LEASE_COUNT_OFFSET);
    assertTrue(leases <= 2 * ROWS, leases + " leases");
    Map<Integer, Long> shared = new TreeMap<>();
    for (int thread = 0; thread < 20; thread++) {
      int id = id("late-" + thread);
      long own = 0;
      for (int lease = 0; lease < leases; lease++) {
        long count = count(lease, id);
        own += count;
        if (lease >= ROWS) {
          shared.merge(lease, count, Long::sum);
        }
      }
      assertEquals(1, own, "late-" + thread);
    }
    assertEquals(17, shared.values().stream().mapToLong(Long::longValue).sum());
  }

  private static Thread thread(String name) {
    int id = id(name);
    return new Thread(() -> Probes.count(id), name);
  }

  private static int id(String name) {
    return IDS.computeIfAbsent(name, unknown -> 1 + IDS.size());
  }

  private static void runToItsEnd(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      long at = Setup.threads + row * THREAD_ROW_BYTES;
      if (U.getInt(at + THREAD_KIND_OFFSET) == THREAD_OWN) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < U.getInt(at + THREAD_NAME_LENGTH_OFFSET); i++) {
          name.append(U.getChar(at + THREAD_NAME_OFFSET + 2L * i));
        }
        names.add(name.toString());
      }
    }
    return names;
  }

  private static long count(int lease, int id) {
    long sum = 0;
    for (int block = 0; block < BLOCKS; block++) {
      long descriptor = Setup.descriptors + block * DESCRIPTOR_BYTES;
      if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_COUNTERS
          && U.getInt(descriptor + DESCRIPTOR_LEASE_OFFSET) == lease) {
        long first = Setup.blocks + (long) block * BLOCK_BYTES + PAGE_BYTES;
        sum += U.getLong(first + 8L * id);
      }
    }
    return sum;
  }
}
