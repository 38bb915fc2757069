package org.kpathjvm.engine;

import java.util.function.LongConsumer;

/**
 * What a drain does while there is nothing to consume. The producer is another process that cannot
 * wake it: it looks again soon at first, then less and less often, to leave the processors to the
 * target, and to cost next to nothing when a program idles for hours.
 */
final class IdleStrategy {
  private static final int SPINS = 64;
  private static final int YIELDS = 8;
  private static final long SHORTEST_PARK_NANOS = 5_000;

  /** As seldom as that it may look in the smallest segment, and beside a busy target. */
  private static final long SHORT_PARK_NANOS = 200_000;

  private static final long LONGEST_PARK_NANOS = 5_000_000;

  /**
   * A processor takes some 60 microseconds to fill a block, if it does nothing but record. So when
   * a program begins to work just after a look, a small part of the segment is full at the next.
   */
  private static final long NANOS_PER_BLOCK = 4_000;

  private final LongConsumer parker;
  private final long mostNanos;
  private int idleTimes;
  private long parkNanos = SHORTEST_PARK_NANOS;

  /**
   * The strategy for a segment.
   *
   * @param parker waits for so many nanoseconds, or until it is woken
   * @param blocks of the segment
   * @param processors that may fill them
   */
  IdleStrategy(LongConsumer parker, int blocks, int processors) {
    this.parker = parker;
    long most = Math.min(NANOS_PER_BLOCK * blocks / processors, LONGEST_PARK_NANOS);
    mostNanos = Math.max(most, SHORT_PARK_NANOS);
  }

  /** There was something. */
  void reset() {
    idleTimes = 0;
    parkNanos = SHORTEST_PARK_NANOS;
  }

  /** There was nothing; {@code busy}: the target works, and soon there will be something. */
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
