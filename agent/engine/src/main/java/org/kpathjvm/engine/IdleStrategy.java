package org.kpathjvm.engine;

import java.util.function.LongConsumer;

/**
 * Decides how long a drain waits between its passes. The target is another process, which can't
 * wake the drain.
 *
 * <p>A drain that has consumed all data rests for a while, so that it finds much data in its next
 * pass. Without the rest, the drain would read each piece of data just after the target has written
 * it. Such reading would keep a processor busy, and it would slow the target down, because both
 * processes would use the same cache line.
 *
 * <p>A drain that finds no data looks again after a short time, and then less and less often. So
 * the drain leaves the processors to the target, and takes almost no time if a program is idle for
 * hours.
 */
final class IdleStrategy {
  private static final int SPINS = 64;
  private static final int YIELDS = 8;
  private static final long SHORTEST_PARK_NANOS = 5_000;

  /**
   * The longest wait of a drain while the target is busy. If the segment is small, this is also the
   * longest wait at any other time.
   */
  private static final long SHORT_PARK_NANOS = 200_000;

  private static final long LONGEST_PARK_NANOS = 5_000_000;

  /** The longest rest of a drain that has consumed all data. */
  private static final long LONGEST_REST_NANOS = 1_000_000;

  /**
   * Within the limits above, the longest wait is this time multiplied by the number of blocks and
   * divided by the number of processors. A processor that does nothing but record takes about 60
   * microseconds to fill a block. So even if a program begins to work just after the drain has
   * found no data, little of the segment is full when the drain looks again.
   */
  private static final long NANOS_PER_BLOCK = 4_000;

  private final LongConsumer parker;
  private final long mostNanos;
  private final long restNanos;
  private int idleTimes;
  private long parkNanos = SHORTEST_PARK_NANOS;

  /**
   * Creates the strategy for a segment.
   *
   * @param parker waits for the given number of nanoseconds, or until the drain is woken
   * @param blocks the number of blocks of the segment
   * @param processors the number of processors that may fill the blocks
   */
  IdleStrategy(LongConsumer parker, int blocks, int processors) {
    this.parker = parker;
    long most = Math.min(NANOS_PER_BLOCK * blocks / processors, LONGEST_PARK_NANOS);
    mostNanos = Math.max(most, SHORT_PARK_NANOS);
    restNanos = Math.min(Math.max(most, SHORTEST_PARK_NANOS), LONGEST_REST_NANOS);
  }

  /**
   * Makes the next waits short again, because data was consumed. This call doesn't wait, because
   * there may be more data.
   */
  void reset() {
    idleTimes = 0;
    parkNanos = SHORTEST_PARK_NANOS;
  }

  /** Waits, because data was consumed and no data is left. */
  void rest() {
    idleTimes = SPINS + YIELDS;
    parkNanos = restNanos;
    parker.accept(restNanos);
  }

  /**
   * Waits, because the last pass consumed no data.
   *
   * @param busy whether the target is working, so that the wait must be short
   */
  void idle(boolean busy) {
    if (idleTimes < SPINS) {
      idleTimes++;
      Thread.onSpinWait();
    } else if (idleTimes < SPINS + YIELDS) {
      idleTimes++;
      Thread.yield();
    } else {
      parkNanos = Math.min(parkNanos, busy ? SHORT_PARK_NANOS : mostNanos);
      parker.accept(parkNanos);
      parkNanos *= 2;
    }
  }
}
