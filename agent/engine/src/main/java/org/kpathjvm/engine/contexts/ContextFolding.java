package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.FROM;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;

import java.util.Arrays;

/**
 * Gives up the cold transitions of an automaton. Strings that were counted less often than a power
 * of two are given up. The count of each goes to its longest suffix (which may be the string
 * itself) that has gathered at least that power in this way. If there is none, the count goes to
 * the string's last id alone, so no item is lost. What a suffix gathered is kept apart from its own
 * count, under the negated id. Decision 17 derives the bound that follows.
 *
 * <p>What stays is built anew, without the contexts that nobody needs. If that is more than half of
 * what there was, the folding is done again with a higher power. Folding needs 28 bytes of scratch
 * memory for each transition, and 4 for each context.
 */
final class ContextFolding {
  /** At most one transition of this many stays. */
  private static final int KEPT_ONE_IN = 4;

  private static final int FEW = 16;

  private final ContextAutomaton automaton;
  private final int mostContexts;
  private final int mostTransitions;

  /** The automaton with what stays. */
  private ContextAutomaton target;

  /** For each context, the same context of the target; 0 when it isn't known. */
  private int[] known;

  private final int[] ids;

  /**
   * The strings that are given up: label (high half) and number (low half). The other arrays are
   * indexed by that number.
   */
  private long[] going;

  private int goingCount;
  private long[] counts;
  private int[] labels;
  private int[] sources;

  /** For each number, the context whose last id comes before those that have been looked at. */
  private int[] cursors;

  private long threshold;

  ContextFolding(ContextAutomaton automaton) {
    this.automaton = automaton;
    ids = new int[automaton.k];
    mostContexts = Math.max(automaton.nodes.size() / 2, FEW);
    mostTransitions = Math.max(automaton.transitionCount() / 2, FEW);
  }

  void run() {
    int power = firstPower();
    while (!build(power)) {
      power++;
    }
    target.trim();
    automaton.become(target);
  }

  /**
   * Returns the lowest exponent with which few enough transitions stay. A transition stays if its
   * count is at least two to this power.
   */
  private int firstPower() {
    int[] byPower = new int[Long.SIZE];
    automaton.forEach(
        (node, label, next, count) ->
            byPower[label < 0 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(count | 1)]++);
    int power = Long.SIZE - 1;
    int kept = byPower[power];
    while (power > 1 && kept + byPower[power - 1] <= automaton.transitionCount() / KEPT_ONE_IN) {
      power--;
      kept += byPower[power];
    }
    return power;
  }

  /** Fills the target with what stays of the automaton. Returns false when that is too much. */
  private boolean build(int power) {
    target = new ContextAutomaton(automaton.k);
    known = new int[automaton.nodes.size() + 1];
    long least = power >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << power;
    int[] stays = {0};
    automaton.forEach(
        (node, label, next, count) -> {
          if (label > 0 && count >= least) {
            stays[0]++;
            keep(node, label, next, count);
          }
        });
    gather(least, automaton.transitionCount() - stays[0]);
    return !isTooLarge() || power >= Long.SIZE - 1;
  }

  private boolean isTooLarge() {
    return target.nodes.size() > mostContexts || target.transitionCount() > mostTransitions;
  }

  private void keep(int node, int label, int next, long count) {
    int from = node(node);
    target.makeRoom(1, 1);
    if (next != 0 && known[next / STRIDE] == 0) {
      known[next / STRIDE] = target.nodes.successor(from, label);
    }
    target.addTransition(from, label, known[next / STRIDE], count);
  }

  private int node(int node) {
    if (node != 0 && known[node / STRIDE] == 0) {
      int count = automaton.nodes.ids(node, ids);
      known[node / STRIDE] = context(count);
    }
    return known[node / STRIDE];
  }

  /** Returns the target's context of the last {@code count} ids in {@link #ids}. */
  private int context(int count) {
    target.makeRoom(count, 1);
    return target.context(ids, count);
  }

  private void gather(long least, int number) {
    going = new long[number];
    counts = new long[number];
    labels = new int[number];
    sources = new int[number];
    cursors = new int[number];
    goingCount = 0;
    automaton.forEach(
        (node, label, next, count) -> {
          if (label < 0 || count < least) {
            going[goingCount] = (long) Math.abs(label) << 32 | goingCount;
            counts[goingCount] = count;
            labels[goingCount] = Math.abs(label);
            sources[goingCount] = node;
            cursors[goingCount] = node;
            goingCount++;
          }
        });
    threshold = least - 1;
    gatherGroups(0, goingCount, 0);
  }

  /**
   * Sorts the strings by their label and gathers those with the same label. Returns the counts that
   * go on to the suffix without that label.
   */
  private long gatherGroups(int from, int to, int depth) {
    Arrays.sort(going, from, to);
    long left = 0;
    int end = from;
    while (end < to) {
      int begin = end;
      int label = (int) (going[begin] >>> 32);
      long sum = 0;
      while (end < to && (int) (going[end] >>> 32) == label) {
        sum += counts[(int) going[end]];
        end++;
      }
      left += gatherGroup(begin, end, depth + 1, sum);
    }
    return left;
  }

  /**
   * Gathers strings that have their last {@code depth} ids in common. Returns the counts that go on
   * to the suffix with one id less.
   */
  private long gatherGroup(int from, int to, int depth, long sum) {
    long left = sum;
    if (sum > threshold) {
      left = 0;
      int longer = from;
      for (int at = from; at < to; at++) {
        int number = (int) going[at];
        int cursor = cursors[number];
        if (cursor == 0 || depth == automaton.k) {
          left += counts[number];
          going[at] = going[longer];
          going[longer] = number;
          longer++;
        } else {
          long word = automaton.nodes.words[cursor + FROM];
          going[at] = (long) ContextNodes.label(word) << 32 | number;
          cursors[number] = ContextNodes.from(word);
        }
      }
      left += gatherGroups(longer, to, depth);
    }
    if (depth > 1 && left <= threshold) {
      return left;
    }
    if (left > 0) {
      addGathered((int) going[from], depth, left);
    }
    return 0;
  }

  private void addGathered(int number, int length, long count) {
    automaton.nodes.ids(sources[number], ids);
    int node = context(length - 1);
    target.addTransition(node, -labels[number], 0, count);
  }
}
