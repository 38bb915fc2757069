package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests counters in tables. There are more threads than tables, and more ids than fit into a table.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreadTablesTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int BLOCKS = 200;
  private static final int TABLE_BLOCKS = 8;
  private static final int TABLES = BLOCKS / 4 / TABLE_BLOCKS;
  private static final int TABLE_IDS = TABLE_BLOCKS * COUNTERS_PER_BLOCK;
  private static final int IDS = TABLE_IDS + 2000;

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    Setup.tableBlocks = TABLE_BLOCKS;
    HeapSegment.install(64, BLOCKS, 0);
    Recorder.provideIds(IDS);
  }

  @Test
  @Order(1)
  void aThreadWithAnyStackSizeCountsInItsTable() throws InterruptedException {
    for (long stackSize : new long[] {0, -1, Long.MIN_VALUE, 1 << 20, 1}) {
      Thread thread = new Thread(null, () -> Probes.count(7), "stack " + stackSize, stackSize);
      thread.start();
      thread.join();
    }
    assertEquals(5, StreamReader.count(7));
    // Each thread took over the previous thread's lease, so there is only one table.
    assertEquals(TABLE_BLOCKS, blocks(BLOCK_TABLE));
    assertEquals(0, blocks(BLOCK_COUNTERS));
  }

  @Test
  @Order(2)
  void countsInAndOutsideTablesAreComplete() throws InterruptedException {
    AtomicLongArray expected = new AtomicLongArray(IDS + 1);
    expected.set(7, 5);
    for (int round = 0; round < 20; round++) {
      // The number of threads changes from round to round, so that some leases are taken over.
      int live = 2 + round % 5 * 2;
      CountDownLatch all = new CountDownLatch(live);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < live; i++) {
        Random random = new Random(100 * round + i);
        Thread thread = new Thread(() -> count(random, expected, all));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    for (int id = 1; id <= IDS; id++) {
      assertEquals(expected.get(id), StreamReader.count(id), "count of id " + id);
    }
    assertEquals(TABLES * TABLE_BLOCKS, blocks(BLOCK_TABLE));
    assertTrue(blocks(BLOCK_COUNTERS) > 0, "no thread counted in pages");
    assertEquals(0, U.getLong(Setup.base + HEADER_LOST_COUNT_OFFSET));
  }

  private static void count(Random random, AtomicLongArray expected, CountDownLatch all) {
    for (int times = 0; times < 20_000; times++) {
      int id = 1 + random.nextInt(times % 50 == 0 ? IDS : TABLE_IDS / 8);
      if (times % 1000 == 999) {
        Recorder.suspendThread();
        Probes.count(id);
        Recorder.resumeThread();
      } else {
        Probes.count(id);
        expected.incrementAndGet(id);
      }
      if (times == 10_000) {
        all.countDown();
        try {
          all.await();
        } catch (InterruptedException stop) {
          return;
        }
      }
    }
  }

  private static int blocks(int state) {
    int blocks = 0;
    for (int block = 0; block < BLOCKS; block++) {
      long descriptor = Setup.descriptors + (long) block * DESCRIPTOR_BYTES;
      blocks += U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == state ? 1 : 0;
    }
    return blocks;
  }
}
