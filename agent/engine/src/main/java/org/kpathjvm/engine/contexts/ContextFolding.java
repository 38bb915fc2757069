package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.FROM;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;

import java.util.Arrays;

/**
 * Gives up the cold transitions of an automaton: the transitions whose strings were counted less
 * often than a threshold, which is a power of two. A transition's string consists of the ids of the
 * context where the transition starts, followed by the transition's label. A suffix can gather the
 * counts of several cold strings. A string's count goes to the longest suffix, possibly the string
 * itself, that gathers at least the threshold. If there is no such suffix, the count goes to the
 * string's last id alone, so no completion is lost. A gathered count is stored under the negated
 * last id of the suffix, apart from the suffix's own count. Decision 10 (in docs/decisions) derives
 * how much too low the counts of n-grams can be after folding.
 *
 * <p>A new automaton is built from the transitions that are kept, with only the contexts that they
 * need. If the new automaton is larger than half of the old one, folding is repeated with a higher
 * threshold. Folding needs 28 bytes of temporary memory for each transition that is given up, and 4
 * bytes for each context.
 */
final class ContextFolding {
  /** The first threshold is so high that at most one out of this many transitions is kept. */
  private static final int KEPT_ONE_IN = 4;

  private static final int FEW = 16;

  private final ContextAutomaton automaton;
  private final int mostContexts;
  private final int mostTransitions;

  /** The automaton with the transitions that are kept. */
  private ContextAutomaton target;

  /**
   * For each context of the automaton, the node of the same context in the target; 0 if the node
   * isn't known yet.
   */
  private int[] known;

  private final int[] ids;

  /**
   * The strings that are given up. The high half of an element is the id by which the string is
   * compared next. The low half is the string's number, which is its index in the other arrays.
   */
  private long[] going;

  private int goingCount;
  private long[] counts;
  private int[] labels;
  private int[] sources;

  /**
   * Strings are compared id by id, from the end to the beginning. For each string, this array has
   * the context whose last id comes just before the ids that have been compared so far.
   */
  private int[] cursors;

  /** The threshold minus 1: the largest count that is still too low. */
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
   * Returns the lowest exponent, at least 1, with which few enough transitions are kept. A
   * transition is kept if its count is at least two to the power of the exponent.
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

  /**
   * Fills the target with the gathered counts and with the transitions that are kept. Returns false
   * if the target is too large.
   */
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

  /** Returns the target's context that consists of the last {@code count} ids in {@link #ids}. */
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
   * Gathers strings that have their last {@code depth} ids in common. The strings are sorted by the
   * id before these, and strings with the same id there form a group. Returns the sum of the counts
   * that go to the common suffix.
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
   * Gathers strings that have their last {@code depth} ids in common. Returns the sum of the counts
   * that go to the suffix that is one id shorter.
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
