package org.kpathjvm.runtime.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.PART_SHIFT;
import static org.kpathjvm.runtime.layout.SegmentLayout.SLOT_ACTIVATION_LIMIT_OFFSET;
import static org.kpathjvm.runtime.layout.SegmentLayout.SLOT_NEXT_ACTIVATION_OFFSET;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.threads.SpinLock;

/**
 * Tests the numbers that activations get before and after three cuts, which divide the recording
 * into the parts 0 to 3. At the first and the third cut, live activations begin anew; at the second
 * cut, they go on. The fast thread enters each part immediately. The slow thread enters only part
 * 1. The still thread enters only part 3, after the fast thread, as if the still thread had been
 * within a probe until then. The runtime's classes are set up only once in a JVM, so each test goes
 * on where the previous test ended.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PartsTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int BATCH = 1 << 16;
  private static final CountDownLatch OVER = new CountDownLatch(1);

  private static long fast;
  private static long slow;
  private static long still;
  private static long stillsBefore;
  private static long fastsBefore;

  /** The numbers that all activations have got so far. */
  private static final List<Long> GIVEN = new ArrayList<>();

  @BeforeAll
  static void beginThreads()
      throws ReflectiveOperationException, ExecutionException, InterruptedException {
    HeapSegment.install(16, 40, 0);
    fast = slotOfNewThread();
    slow = slotOfNewThread();
    still = slotOfNewThread();
    fastsBefore = next(fast);
    stillsBefore = next(still);
    next(slow);
  }

  @AfterAll
  static void endThreads() {
    OVER.countDown();
  }

  /**
   * Returns the slot of a new thread. The thread lives until the tests end, because the slot of a
   * dead thread may be given to another thread.
   */
  private static long slotOfNewThread() throws ExecutionException, InterruptedException {
    FutureTask<Long> task = new FutureTask<>(Leases::ownSlot);
    Thread thread =
        new Thread(
            () -> {
              task.run();
              try {
                OVER.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
    return task.get();
  }

  /** Uses up the reserved numbers of a slot's owner, and returns the owner's next number. */
  private static long next(long slot) {
    U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, U.getLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET));
    long number = Activations.next(slot);
    GIVEN.add(number);
    return number;
  }

  /** Makes a slot's owner enter a part, as the owner's first probe after a cut does. */
  private static void enter(long slot, int part, int anew) {
    try {
      SpinLock.lock();
      Parts.enter(Leases.of(slot), (long) part << PART_SHIFT | anew + 1);
    } finally {
      SpinLock.unlock();
    }
  }

  private static boolean isFormer(long slot, long number) {
    return Activations.isFormer(slot, number << SEQUENCE_BITS);
  }

  @Test
  @Order(1)
  void withoutACutNoActivationIsFormer() {
    assertFalse(isFormer(fast, fastsBefore));
    assertFalse(isFormer(still, stillsBefore));
    // A slot reserves a batch of numbers for its own use.
    long first = U.getLong(still + SLOT_NEXT_ACTIVATION_OFFSET);
    assertEquals(BATCH - 1, U.getLong(still + SLOT_ACTIVATION_LIMIT_OFFSET) - first);
  }

  @Test
  @Order(2)
  void aThreadInAnEarlierPartGetsLowerNumbers() {
    enter(fast, 1, 1);
    enter(slow, 1, 1);
    long begun = next(fast);
    long reserved = next(still);
    long another = next(still);
    assertTrue(reserved < begun);
    assertEquals(
        reserved + 1, another, "numbers are taken one at a time from the range that was set aside");
    assertTrue(isFormer(fast, fastsBefore));
    assertTrue(isFormer(fast, reserved), "the activation begins anew in part 1");
    assertFalse(isFormer(fast, begun));
    assertFalse(isFormer(still, reserved), "the activation goes on where it began");
  }

  /** Part 2 begins with a plain dump, so live activations of part 1 go on. */
  @Test
  @Order(3)
  void aPlainDumpMakesNoActivationFormer() {
    long begun = next(fast);
    enter(fast, 2, 1);
    assertFalse(isFormer(fast, begun));
    assertTrue(next(fast) > begun);
    long reserved = next(still);
    assertTrue(isFormer(fast, reserved));
    assertTrue(reserved < begun);
  }

  /**
   * When part 3 begins, the slow thread is in part 1 and the still thread in part 0. The fast
   * thread regards the activations that these two threads begin now as former, because the fast
   * thread's stream must not go on with them.
   */
  @Test
  @Order(4)
  void numbersOfAPartAreAboveThoseOfEarlierParts() {
    long before = next(slow);
    enter(fast, 3, 3);
    long ofStill = next(still);
    long ofSlow = next(slow);
    long begun = next(fast);
    assertTrue(ofStill < begun && ofSlow < begun);
    assertFalse(isFormer(slow, before), "a thread's own activation of the same part isn't former");
    assertFalse(isFormer(slow, ofSlow));
    for (long number : List.of(before, ofStill, ofSlow, stillsBefore)) {
      assertTrue(isFormer(fast, number));
    }
    enter(still, 3, 3);
    assertTrue(isFormer(still, ofStill));
    assertFalse(
        isFormer(still, begun),
        "another thread may go on with the activation, as carriers of a virtual thread do");
    assertTrue(next(still) > begun);
  }

  /** A thread never goes back to an earlier part, and enters no part between a stop and a start. */
  @Test
  @Order(5)
  void noPartIsEnteredTwice() {
    long begun = next(fast);
    enter(fast, 2, 1);
    assertEquals(3, Leases.of(fast).part);
    try {
      SpinLock.lock();
      Parts.enter(Leases.of(fast), 0);
    } finally {
      SpinLock.unlock();
    }
    assertEquals(3, Leases.of(fast).part);
    assertFalse(isFormer(fast, begun));
  }

  @Test
  @Order(6)
  void allNumbersAreDistinct() {
    for (int at = 0; at < 1000; at++) {
      next(slow);
      next(still);
      next(fast);
    }
    assertEquals(GIVEN.size(), new HashSet<>(GIVEN).size());
  }
}
