package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_ID_COUNT_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_LEASE_COUNT_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.HEADER_THREAD_COUNT_OFFSET;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.threads.Slots;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LeasesTest {
  private static final Unsafe U = Unsafe.getUnsafe();

  @BeforeAll
  static void makeSegment() throws ReflectiveOperationException {
    HeapSegment.install(16, 40, 0);
  }

  private static <T> T onNewThread(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, run -> new Thread(run).start()).join();
  }

  @Test
  @Order(1)
  void aThreadKeepsItsSlotAndItsLease() {
    long slot = Leases.ownSlot();
    assertNotEquals(Slots.NO_SLOT, slot);
    Lease lease = Leases.of(slot);
    assertEquals(slot, Leases.ownSlot());
    assertSame(lease, Leases.of(slot));
    assertEquals(slot, lease.slot);
  }

  @Test
  @Order(1)
  void theHeaderCountsThreadsAndLeases() {
    Leases.ownSlot();
    long threads = U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET);
    int number = onNewThread(() -> Leases.of(Leases.ownSlot()).number);
    assertEquals(threads + 1, U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET));
    assertEquals(number + 1, U.getInt(Setup.base + HEADER_LEASE_COUNT_OFFSET));
  }

  /** The agent's own threads are suspended before they do anything. */
  @Test
  @Order(1)
  void aThreadThatRecordsNothingIsNotCounted() {
    long threads = U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET);
    onNewThread(
        () -> {
          Recorder.suspendThread();
          Probes.count(4);
          return 0;
        });
    assertEquals(threads, U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET));
    // A thread that loads a class but runs no instrumented code is suspended and resumed this way.
    onNewThread(
        () -> {
          Recorder.suspendThread();
          Recorder.resumeThread();
          return 0;
        });
    assertEquals(threads, U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET));
    onNewThread(
        () -> {
          Recorder.suspendThread();
          Recorder.resumeThread();
          Probes.count(4);
          Recorder.suspendThread();
          Recorder.resumeThread();
          Probes.count(4);
          return 0;
        });
    assertEquals(threads + 1, U.getLong(Setup.base + HEADER_THREAD_COUNT_OFFSET));
  }

  /** The thread's first directory of pages has no room for 10 million ids. */
  @Test
  @Order(2)
  void aRecordingThreadGetsRoomForMoreIds() {
    int last = 10_000_000;
    Probes.count(3);
    Recorder.provideIds(last);
    assertEquals(last, U.getLong(Setup.base + HEADER_ID_COUNT_OFFSET));
    Probes.count(3);
    Probes.count(last);
    assertEquals(2, StreamReader.count(3));
    assertEquals(1, StreamReader.count(last));
  }

  @Test
  @Order(2)
  void aSuspendedThreadHasNoSlot() {
    assertTrue(Recorder.suspendThread());
    assertEquals(Slots.SUSPENDED, Leases.ownSlot());
    // Nested work of the agent doesn't suspend the thread again, and so doesn't resume it.
    assertFalse(Recorder.suspendThread());
    assertEquals(Slots.SUSPENDED, Leases.ownSlot());
    Recorder.resumeThread();
    assertNotEquals(Slots.SUSPENDED, Leases.ownSlot());
  }

  @Test
  @Order(3)
  void afterTheEndNewThreadsGetNoSlot() {
    long slot = Leases.ownSlot();
    Recorder.endRecording();
    assertEquals(Slots.NO_SLOT, onNewThread(Leases::ownSlot));
    assertEquals(slot, Leases.ownSlot());
  }
}
