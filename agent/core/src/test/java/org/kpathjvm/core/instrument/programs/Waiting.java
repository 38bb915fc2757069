package org.kpathjvm.core.instrument.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;

/**
 * Methods with one loop each. Some loops wait or try again; the others are ordinary loops that look
 * similar.
 */
public class Waiting {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Waiting.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final AtomicInteger atomic = new AtomicInteger();
  final AtomicBoolean held = new AtomicBoolean();
  final ReentrantLock lock = new ReentrantLock();
  volatile int state;
  volatile boolean stop;
  volatile Waiting next;
  boolean plain;
  int sum;

  // ---- loops that wait or try again ----

  int updateAndGet(IntUnaryOperator update) {
    int before;
    int after;
    do {
      before = atomic.get();
      after = update.applyAsInt(before);
    } while (!atomic.compareAndSet(before, after));
    return after;
  }

  /**
   * This method is written as in JDK 17: the new value is computed again only if the old value has
   * changed.
   */
  int updateAndGetOfJdk17(IntUnaryOperator update) {
    int prev = atomic.get();
    int after = 0;
    for (boolean haveNext = false; ; ) {
      if (!haveNext) {
        after = update.applyAsInt(prev);
      }
      if (atomic.weakCompareAndSetVolatile(prev, after)) {
        return after;
      }
      haveNext = prev == (prev = atomic.get());
    }
  }

  boolean acquireUpTo(int most) {
    int now;
    do {
      now = atomic.get();
      if (now >= most) {
        return false;
      }
    } while (!atomic.compareAndSet(now, now + 1));
    return true;
  }

  int keptResult(int more) {
    boolean done;
    do {
      int now = state;
      done = STATE.compareAndSet(this, now, now + more);
    } while (!done);
    return state;
  }

  int exchange(int more) {
    int now = state;
    while (true) {
      int seen = (int) STATE.compareAndExchange(this, now, now + more);
      if (seen == now) {
        return now;
      }
      now = seen;
    }
  }

  void exchangeFromZero() {
    int seen;
    while ((seen = atomic.compareAndExchange(0, 1)) != 0) {
      sum += seen;
    }
  }

  int exchangeOfConstants() {
    while (true) {
      int seen = atomic.compareAndExchange(3, 4);
      if (seen == 3) {
        return seen;
      }
      sum += seen;
    }
  }

  void exchangeOfLongs(AtomicLong counter, long expected) {
    while (counter.compareAndExchange(expected, 1) != expected) {
      sum++;
    }
  }

  void exchangeFromNull(AtomicReference<Waiting> first) {
    while (true) {
      Waiting seen = first.compareAndExchange(null, this);
      if (seen == null) {
        return;
      }
      sum += seen.sum;
    }
  }

  void exchangeFromFalse() {
    while (held.compareAndExchange(false, true)) {
      sum++;
    }
  }

  void exchangeFromTrue() {
    while (!held.compareAndExchange(true, false)) {
      sum++;
    }
  }

  void triesTwo() {
    while (true) {
      if (held.compareAndSet(false, true)) {
        return;
      }
      if (lock.tryLock()) {
        return;
      }
    }
  }

  void spinLock() {
    while (!held.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
  }

  void boundedSpin() {
    for (int i = 0; i < 1000; i++) {
      if (plain) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  void spinsThenYields() {
    int spins = 0;
    while (!plain) {
      if (spins++ < 100) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  void polling() {
    while (!stop) {}
  }

  int pollingForValue() {
    int now;
    while ((now = state) == 0) {}
    return now;
  }

  void pollingOfAtomic() {
    while (atomic.get() < 7) {}
  }

  void triesLock() {
    while (!lock.tryLock()) {
      sum++;
    }
  }

  void sleeps() throws InterruptedException {
    while (!plain) {
      Thread.sleep(10);
    }
  }

  void parks() {
    while (!plain) {
      LockSupport.park(this);
    }
  }

  synchronized void waits() throws InterruptedException {
    while (!plain) {
      wait();
    }
  }

  void awaits(Condition condition) throws InterruptedException {
    while (!plain) {
      condition.await();
    }
  }

  synchronized void waitsWhateverHappens() {
    while (!plain) {
      try {
        wait();
      } catch (InterruptedException e) {
        sum++;
      }
    }
  }

  // ---- ordinary loops ----

  int countsSuccesses(int n) {
    for (int i = 0; i < n; i++) {
      if (atomic.compareAndSet(i, i + 1)) {
        sum++;
      }
    }
    return sum;
  }

  int claimsSlot(AtomicIntegerArray slots) {
    for (int i = 0; i < slots.length(); i++) {
      if (slots.compareAndSet(i, 0, 1)) {
        return i;
      }
    }
    return -1;
  }

  Waiting claimsNode(Waiting head) {
    for (Waiting node = head; node != null; node = node.next) {
      if (node.held.compareAndSet(false, true)) {
        return node;
      }
    }
    return null;
  }

  AtomicBoolean claimsItem(List<AtomicBoolean> items) {
    for (Iterator<AtomicBoolean> it = items.iterator(); it.hasNext(); ) {
      AtomicBoolean item = it.next();
      if (item.compareAndSet(false, true)) {
        return item;
      }
    }
    return null;
  }

  /** The loops of this method and of the next five go on while the exchange succeeds. */
  int drains() {
    int count = 0;
    while (held.compareAndSet(true, false)) {
      count++;
    }
    return count;
  }

  int drainsByExchange() {
    int count = 0;
    while (atomic.compareAndExchange(1, 0) == 1) {
      count++;
    }
    return count;
  }

  int fillsByExchange() {
    int count = 0;
    while (atomic.compareAndExchange(0, 1) == 0) {
      count++;
    }
    return count;
  }

  int fillsLinks(AtomicReference<Waiting> first) {
    int count = 0;
    while (first.compareAndExchange(null, this) == null) {
      count++;
    }
    return count;
  }

  int takesByExchange() {
    int count = 0;
    while (held.compareAndExchange(true, false)) {
      count++;
    }
    return count;
  }

  int drainsLongs(AtomicLong counter, long expected) {
    int count = 0;
    while (counter.compareAndExchange(expected, 1) == expected) {
      count++;
    }
    return count;
  }

  /**
   * The loop goes on until the sum of all results is large enough, whether or not single exchanges
   * succeed.
   */
  int exchangesUntilEnough(int most) {
    int total = 0;
    while (true) {
      total += atomic.compareAndExchange(1, 2);
      if (total >= most) {
        return total;
      }
    }
  }

  int yieldsRarely(int[] data) {
    int total = 0;
    for (int i = 0; i < data.length; i++) {
      if ((i & 1023) == 0) {
        Thread.yield();
      }
      total += data[i];
    }
    return total;
  }

  int sleepsOnError(int[] data) throws InterruptedException {
    int total = 0;
    for (int one : data) {
      if (one < 0) {
        Thread.sleep(1);
      } else {
        total += one;
      }
    }
    return total;
  }

  int worksUntilStopped(int[] data) {
    int at = 0;
    while (!stop) {
      data[at++ % data.length]++;
    }
    return at;
  }

  int followsVolatileLinks() {
    int length = 0;
    Waiting node = this;
    while (node.next != null) {
      node = node.next;
      length++;
    }
    return length;
  }

  int scansAtomics(AtomicIntegerArray flags) {
    int i = 0;
    while (flags.get(i) != 0) {
      i++;
    }
    return i;
  }

  int readsPlainField() {
    int count = 0;
    while (!plain && count < 100) {
      count++;
    }
    return count;
  }

  int triesBetweenTasks(int[] tasks) {
    int at = 0;
    while (true) {
      if (tasks[at] == 0 && held.compareAndSet(true, false)) {
        return at;
      }
      sum += tasks[at++];
    }
  }

  int counts(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
      total += i;
    }
    return total;
  }
}
