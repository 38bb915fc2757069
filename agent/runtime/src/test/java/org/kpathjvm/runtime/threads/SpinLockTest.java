package org.kpathjvm.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SpinLockTest {
  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
  }

  @Test
  void theThreadThatLocksHoldsTheLock() {
    assertFalse(SpinLock.isHeld());
    try {
      SpinLock.lock();
      assertTrue(SpinLock.isHeld());
      assertFalse(CompletableFuture.supplyAsync(SpinLock::isHeld).join());
    } finally {
      SpinLock.unlock();
    }
    assertFalse(SpinLock.isHeld());
  }

  /** A thread calls unlock even if it was stopped before it got the lock. */
  @Test
  void onlyTheHolderReleasesTheLock() {
    try {
      SpinLock.lock();
      CompletableFuture.runAsync(SpinLock::unlock).join();
      assertTrue(SpinLock.isHeld());
    } finally {
      SpinLock.unlock();
    }
  }

  @Test
  void aSecondThreadWaits() throws InterruptedException {
    StringBuffer order = new StringBuffer();
    Thread second =
        new Thread(
            () -> {
              try {
                SpinLock.lock();
                order.append("second");
              } finally {
                SpinLock.unlock();
              }
            });
    try {
      SpinLock.lock();
      second.start();
      for (int chance = 0; chance < 10_000; chance++) {
        Thread.yield();
      }
      order.append("first, ");
    } finally {
      SpinLock.unlock();
    }
    second.join();
    assertEquals("first, second", order.toString());
  }

  @Test
  void onlyOneThreadAtATimeHoldsTheLock() throws InterruptedException {
    int[] shared = {0};
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int round = 0; round < 20_000; round++) {
                  try {
                    SpinLock.lock();
                    shared[0]++;
                  } finally {
                    SpinLock.unlock();
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(80_000, shared[0]);
  }
}
