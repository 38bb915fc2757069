package org.kpathjvm.engine.contexts;

import org.kpathjvm.engine.counting.SequenceCounter;

/** Makes counters for tests in other packages. */
public final class GatheringCounter {
  private GatheringCounter() {}

  /** Returns a counter that gathers words from the first word on, or else an ordinary counter. */
  public static SequenceCounter of(int k, boolean gathers) {
    return new ContextAutomaton(k, gathers);
  }
}
