package org.kpathjvm.agent.ids;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/** Hands out the ids of one class. */
public interface ClassIds extends IdAllocator {
  /** Returns whether the class has passing ids, which are ids for this recording only. */
  default boolean hasPassing() {
    return false;
  }

  /**
   * Returns whether a number may be a passing id of the class, or the initial value of a path
   * register for passing ids. The class's code must not have such a number as a constant, because
   * the JVM would keep the constant after the recording.
   */
  default boolean isPassing(int number) {
    return false;
  }
}
