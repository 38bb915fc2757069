package org.kpathjvm.agent.ids;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/** Hands out the ids of one class. */
public interface ClassIds extends IdAllocator {
  /** Whether there are ids that the class was given, and won't be given again. */
  default boolean hasPassing() {
    return false;
  }

  /**
   * Whether a number may be such an id, or what a path register with such ids begins with: these
   * should leave nothing in the class.
   */
  default boolean isPassing(int number) {
    return false;
  }
}
