package org.kpathjvm.engine;

import java.util.function.LongConsumer;

/**
 * How long a drain waits between its passes. The producer is another process that can't wake it.
 *
 * <p>A drain that has consumed everything that is there rests, so that it finds many words at its
 * next pass. Without the rest, it would read each word just after it was written. That would keep a
 * processor busy and slow the producer down, because both would use the same cache line.
 *
 * <p>A drain that finds nothing looks again soon at first, then less and less often. That leaves
 * the processors to the target, and costs next to nothing when a program idles for hours.
 */
final class IdleStrategy {
  private static final int SPINS = 64;
  private static final int YIELDS = 8;
  private static final long SHORTEST_PARK_NANOS = 5_000;

  /** The longest park of a drain in the smallest segment, or while the target is busy. */
  private static final long SHORT_PARK_NANOS = 200_000;

  private static final long LONGEST_PARK_NANOS = 5_000_000;

  /** The longest rest of a drain that keeps up with the target. */
  private static final long LONGEST_REST_NANOS = 1_000_000;

  /**
   * The longest park is this long for each block, divided by the number of processors. A processor
   * that does nothing but record takes some 60 microseconds to fill a block. So when a program
   * begins to work just after a look, only a small part of the segment is full at the next look.
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
   * @param parker waits for that many nanoseconds, or until it is woken
   * @param blocks the number of blocks of the segment
   * @param processors how many processors may fill them
   */
  IdleStrategy(LongConsumer parker, int blocks, int processors) {
    this.parker = parker;
    long most = Math.min(NANOS_PER_BLOCK * blocks / processors, LONGEST_PARK_NANOS);
    mostNanos = Math.max(most, SHORT_PARK_NANOS);
    restNanos = Math.min(Math.max(most, SHORTEST_PARK_NANOS), LONGEST_REST_NANOS);
  }

  /** Doesn't wait, because there was something to consume and there may be more. */
  void reset() {
    idleTimes = 0;
    parkNanos = SHORTEST_PARK_NANOS;
  }

  /** Waits, because there was something to consume and all of it is consumed. */
  void rest() {
    idleTimes = SPINS + YIELDS;
    parkNanos = restNanos;
    parker.accept(restNanos);
  }

  /**
   * Waits, because there was nothing to consume.
   *
   * @param busy whether the target works, so that there will be something soon
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
