package org.kpathjvm.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * What a drain does while there is nothing to consume. The producer is another process that cannot
 * wake it: it looks again soon at first, then less and less often, to leave the processors to the
 * target.
 */
final class IdleStrategy {
  private static final int SPINS = 64;
  private static final int YIELDS = 8;
  private static final long SHORTEST_PARK_NANOS = 5_000;
  private static final long LONGEST_PARK_NANOS = 200_000;

  private int idleTimes;
  private long parkNanos = SHORTEST_PARK_NANOS;

  void reset() {
    idleTimes = 0;
    parkNanos = SHORTEST_PARK_NANOS;
  }

  void idle() {
    idleTimes++;
    if (idleTimes < SPINS) {
      Thread.onSpinWait();
    } else if (idleTimes < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(parkNanos);
      parkNanos = Math.min(2 * parkNanos, LONGEST_PARK_NANOS);
    }
  }
}
