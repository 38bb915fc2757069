package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Arrays;

/**
 * Feeds one item many times in a row. From k-1 of them on, it leads from its context back to it:
 * all further ones are that transition, which gets as many more.
 */
final class RepeatedTransition {
  private final ContextAutomaton automaton;
  private final int[] states;
  private final int state;

  RepeatedTransition(ContextAutomaton automaton, int[] states, int state) {
    this.automaton = automaton;
    this.states = states;
    this.state = state;
  }

  /** Processes {@code id} as the next {@code count} items. */
  void feed(int id, int count) {
    int[] words = new int[Math.min(count, automaton.k)];
    Arrays.fill(words, id);
    int left = count;
    while (left > 0) {
      int length = Math.min(left, words.length);
      automaton.feed(words, 0, length, Integer.MAX_VALUE, states, state);
      left -= length;
      int node = states[state + TOP];
      // Not so after a fold, when the activation may have begun anew.
      if (left > 0 && automaton.target(node, id) == node) {
        automaton.addTransition(node, id, node, left);
        left = 0;
      }
    }
  }
}
