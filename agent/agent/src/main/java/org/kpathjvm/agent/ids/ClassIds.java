package org.kpathjvm.agent.ids;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/** Hands out the ids of one class. */
public interface ClassIds extends IdAllocator {
  /** Returns whether the class was given ids that it won't be given again. */
  default boolean hasPassing() {
    return false;
  }

  /**
   * Returns whether a number may be an id that the class won't be given again, or a number with
   * which a path register for such ids begins. These numbers should leave nothing in the class.
   */
  default boolean isPassing(int number) {
    return false;
  }
}
