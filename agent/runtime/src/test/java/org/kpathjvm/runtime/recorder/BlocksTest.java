package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_COUNTERS;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_FREE;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_CARRIER_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_FINAL_BYTES_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_LEASE_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_SEQUENCE_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.DESCRIPTOR_STATE_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_TARGET_STATE_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_WAITED_NANOS_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.TARGET_ENDED_EARLY;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The tests are ordered, because a recording that has ended stays ended. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BlocksTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int BLOCKS = 4;

  private final Lease lease = new Lease(5, false);

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(16, BLOCKS, 0);
  }

  @BeforeEach
  void freeAll() {
    for (int block = 0; block < BLOCKS; block++) {
      free(block);
    }
  }

  private static long descriptor(int block) {
    return Setup.descriptors + (long) block * DESCRIPTOR_BYTES;
  }

  private static void free(int block) {
    U.putIntRelease(null, descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
  }

  private static int state(int block) {
    return U.getInt(descriptor(block) + DESCRIPTOR_STATE_OFFSET);
  }

  @Test
  @Order(1)
  void theFirstFreeBlockIsClaimed() {
    assertEquals(0, Blocks.claim(lease, BLOCK_STREAM, 0));
    assertEquals(1, Blocks.claim(lease, BLOCK_COUNTERS, 0));
    assertEquals(2, Blocks.claim(lease, BLOCK_STREAM, 1));
    free(1);
    assertEquals(1, Blocks.claim(lease, BLOCK_STREAM, 2));
  }

  @Test
  @Order(1)
  void aClaimedBlockNamesItsOwner() {
    int block = Blocks.claim(new Lease(7, true), BLOCK_STREAM, 9);
    assertEquals(BLOCK_STREAM, state(block));
    assertEquals(7, U.getInt(descriptor(block) + DESCRIPTOR_LEASE_OFFSET));
    assertEquals(9, U.getLong(descriptor(block) + DESCRIPTOR_SEQUENCE_OFFSET));
    assertEquals(1, U.getInt(descriptor(block) + DESCRIPTOR_CARRIER_OFFSET));
  }

  @Test
  @Order(1)
  void aClosedBlockKeepsItsLengthUntilItIsClaimedAgain() {
    int block = Blocks.claim(lease, BLOCK_STREAM, 0);
    Blocks.close(block, Blocks.blockAddress(block) + 120);
    assertEquals(120, U.getInt(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET));
    free(block);
    assertEquals(block, Blocks.claim(lease, BLOCK_STREAM, 1));
    assertEquals(0, U.getInt(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET));
  }

  @Test
  @Order(1)
  void threadsCountersTakeAtMostHalfOfTheBlocks() {
    Blocks.claim(lease, BLOCK_STREAM, 0);
    Blocks.claim(lease, BLOCK_COUNTERS, 0);
    assertTrue(Blocks.hasRoomForThread());
    Blocks.claim(lease, BLOCK_COUNTERS, 0);
    assertFalse(Blocks.hasRoomForThread());
  }

  @Test
  @Order(2)
  void withoutAFreeBlockTheThreadWaitsForTheConsumer() throws Exception {
    long waited = U.getLong(Setup.base + HEADER_WAITED_NANOS_OFFSET);
    for (int block = 0; block < BLOCKS; block++) {
      Blocks.claim(lease, BLOCK_STREAM, block);
      Blocks.close(block, Blocks.blockAddress(block) + 4);
    }
    assertEquals(waited, U.getLong(Setup.base + HEADER_WAITED_NANOS_OFFSET));
    FutureTask<Integer> claimed = new FutureTask<>(() -> Blocks.claim(lease, BLOCK_STREAM, BLOCKS));
    Thread thread = new Thread(claimed);
    thread.start();
    while (!isWaiting(thread)) {
      assertTrue(thread.isAlive());
      Thread.onSpinWait();
    }
    free(2);
    assertEquals(2, claimed.get());
    assertTrue(waited < U.getLong(Setup.base + HEADER_WAITED_NANOS_OFFSET));
    assertFalse(Blocks.ended());
  }

  private static boolean isWaiting(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("giveWay"));
  }

  @Test
  @Order(3)
  void withoutAConsumerAFullSegmentEndsTheRecording() throws Exception {
    Setup.keep = true;
    for (int block = 0; block < BLOCKS; block++) {
      assertEquals(block, Blocks.claim(lease, BLOCK_STREAM, block));
      Blocks.close(block, Blocks.blockAddress(block) + 4);
    }
    CompletableFuture<Integer> claimed =
        CompletableFuture.supplyAsync(() -> Blocks.claim(lease, BLOCK_STREAM, BLOCKS));
    assertEquals(-1, claimed.get(10, TimeUnit.MINUTES));
    assertTrue(Blocks.ended());
    assertEquals(TARGET_ENDED_EARLY, U.getInt(Setup.base + HEADER_TARGET_STATE_OFFSET));
  }

  @Test
  @Order(4)
  void afterTheEndNoBlockIsClaimed() {
    assertEquals(-1, Blocks.claim(lease, BLOCK_STREAM, 0));
    assertEquals(BLOCK_FREE, state(0));
  }
}
