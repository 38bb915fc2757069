package org.kpathjvm.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ThreadLeasesTest {
  private static final class Lease extends ThreadLease {
    final List<String> life = new ArrayList<>();
    String name;

    Lease(boolean carrier) {
      super(carrier);
    }

    @Override
    protected void begin() {
      life.add("begin");
      assertEquals(Slots.NO_SLOT, Slots.find(SpinLock.threadId()));
    }

    @Override
    protected void end() {
      life.add("end");
    }

    @Override
    protected boolean isShared() {
      return name == null;
    }
  }

  /** Gives the threads named "own" a lease that no other threads get. */
  private static final class Leases extends ThreadLeases<Lease> {
    @Override
    protected Lease create(int number, boolean carrier) {
      assertEquals(count(), number);
      return new Lease(carrier);
    }

    @Override
    protected String name(Thread thread) {
      return thread.getName().equals("own") ? "own" : null;
    }

    @Override
    protected Lease ofName(String name) {
      for (int i = 0; i < count(); i++) {
        if (name.equals(get(i).name)) {
          releaseIfDead(get(i));
          return get(i);
        }
      }
      Lease lease = add(false);
      lease.name = name;
      return lease;
    }
  }

  private static final class CarrierLike extends Thread {
    CarrierLike(Runnable task) {
      super(task);
    }
  }

  private final Leases leases = new Leases();

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    ThreadSetup.slotCount = 1 << 10;
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
    ThreadSetup.carrierClass = CarrierLike.class;
  }

  private void lease() {
    long slot = leases.lease(Thread.currentThread(), SpinLock.threadId());
    assertNotEquals(Slots.NO_SLOT, slot);
    assertEquals(slot, Slots.find(SpinLock.threadId()));
  }

  private static void runToItsEnd(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  @Test
  void aDeadThreadsLeaseGoesToANewThread() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      runToItsEnd(new Thread(this::lease));
    }
    assertEquals(1, leases.count());
    assertEquals(39, leases.get(0).life.size());
    assertEquals(List.of("begin", "end", "begin"), leases.get(0).life.subList(0, 3));
    assertNull(leases.get(0).liveOwner());
  }

  @Test
  void aLiveThreadKeepsItsLease() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch leased = new CountDownLatch(1);
    Thread living =
        new Thread(
            () -> {
              lease();
              leased.countDown();
              try {
                over.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    living.start();
    leased.await();
    for (int round = 0; round < 40; round++) {
      runToItsEnd(new Thread(this::lease));
    }
    assertSame(living, leases.get(0).liveOwner());
    assertEquals(List.of("begin"), leases.get(0).life);
    assertEquals(2, leases.count());
    over.countDown();
    living.join();
  }

  @Test
  void carriersAndOtherThreadsShareNoLeases() throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      runToItsEnd(new CarrierLike(this::lease));
      runToItsEnd(new Thread(this::lease));
    }
    int ofCarriers = 0;
    for (int i = 0; i < leases.count(); i++) {
      ofCarriers += leases.get(i).carrier ? 1 : 0;
    }
    assertEquals(1, ofCarriers);
    assertEquals(2, leases.count());
  }

  @Test
  void aNamedLeaseGoesOnlyToThreadsOfItsName() throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      runToItsEnd(new Thread(this::lease, "own"));
      runToItsEnd(new Thread(this::lease, "other"));
    }
    assertEquals("own", leases.get(0).name);
    assertEquals(9, leases.get(0).life.size());
    assertNull(leases.get(1).name);
    assertEquals(2, leases.count());
  }

  @Test
  void manyThreadsGetLeasesAtOnce() throws InterruptedException {
    CountDownLatch leased = new CountDownLatch(50);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Thread thread =
          new Thread(
              () -> {
                lease();
                leased.countDown();
                try {
                  leased.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(50, leases.count());
  }
}
