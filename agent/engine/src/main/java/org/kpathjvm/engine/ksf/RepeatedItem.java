package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Arrays;

/**
 * Feeds one item, the id of a path, to a forest many times in a row. A slab is a series of k-1
 * items of an activation. After the first slab that consists only of this item, the activation
 * visits the same nodes in every further round of k-1 items. After the first of these rounds, all
 * of the nodes exist. So all further rounds are done in one step: the number of rounds is added to
 * each count that a round increments.
 */
final class RepeatedItem {
  /**
   * The number of slabs of items that are fed one by one. These items fill the rest of the present
   * slab, then a slab that follows other items, then a slab that follows only this item.
   */
  private static final int SLABS_BEFORE_ROUNDS = 3;

  private final SlabForest forest;
  private final int slabLength;
  private final int[] states;
  private final int state;

  RepeatedItem(SlabForest forest, int slabLength, int[] states, int state) {
    this.forest = forest;
    this.slabLength = slabLength;
    this.states = states;
    this.state = state;
  }

  /** Processes {@code id} as the next {@code count} items. */
  void feed(int id, int count) {
    int[] words = new int[Math.min(count, SLABS_BEFORE_ROUNDS * slabLength)];
    Arrays.fill(words, id);
    int left = count;
    while (left > 0) {
      int length = Math.min(left, words.length);
      forest.feed(words, 0, length, Integer.MAX_VALUE, states, state);
      left -= length;
      if (length == SLABS_BEFORE_ROUNDS * slabLength) {
        int rounds = left / slabLength;
        if (rounds > 0) {
          addRounds(id, rounds);
        }
        left -= rounds * slabLength;
      }
    }
  }

  /**
   * Counts further rounds in one step. The activation's position doesn't change, because a round
   * ends at the nodes where it begins.
   */
  private void addRounds(int id, int rounds) {
    ForestSteps before = forest.steps.copy();
    int countdown = states[state + COUNTDOWN];
    int top = states[state + TOP];
    int bottom = states[state + BOTTOM];
    for (int item = 0; item < slabLength; item++) {
      if (countdown == 0) {
        countdown = slabLength;
        bottom = top;
        top = forest.root(id);
        forest.steps.rootFinds++;
      } else {
        top = forest.child(top, id);
      }
      countdown--;
      bottom = forest.child(bottom, id);
      forest.addCount(bottom, rounds);
    }
    forest.steps.repeatSince(before, rounds);
  }
}
