package org.kpathjvm.engine.contexts;

import java.util.Random;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.SequenceCounter;

/** Determines when a counter's tables gather words. */
public enum Gathering {
  NEVER(null),
  ALWAYS(GatherTrial::always),
  /** By turns, a few words are gathered, and a few words are counted at once. */
  IN_TURNS(
      () -> {
        Random random = new Random(11);
        return new GatherTrial(random::nextInt, 3, 7);
      });

  private final Supplier<GatherTrial> trials;

  Gathering(Supplier<GatherTrial> trials) {
    this.trials = trials;
  }

  /** Returns a new counter. */
  public SequenceCounter counter(int k) {
    return automaton(k);
  }

  ContextAutomaton automaton(int k) {
    return new ContextAutomaton(k, trials);
  }
}
