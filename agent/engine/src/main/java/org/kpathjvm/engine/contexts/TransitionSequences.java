package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.FROM;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;

import java.util.Arrays;
import org.kpathjvm.engine.counting.Sequences;

/**
 * The transitions of an automaton that no longer changes, sorted by the contexts from which they
 * start. Each transition is an item, and the item's followers are the transitions that start from
 * the context to which the transition leads. Several transitions with the same label may lead to
 * the same context, if the contexts from which they start differ only in their oldest paths.
 */
final class TransitionSequences implements Sequences {
  private static final int NONE = -1;

  /** For each context, the index of its first transition. */
  private final int[] start;

  private final int[] labels;
  private final int[] targets;
  private final long[] counts;

  /** For each context, the number of the last set to which the context's transitions were added. */
  private final int[] addedTo;

  private int set;

  TransitionSequences(ContextAutomaton automaton) {
    ContextNodes nodes = automaton.nodes;
    start = new int[nodes.size() + 2];
    addedTo = new int[nodes.size() + 1];
    forEach(automaton, (node, label, next, count) -> start[node / STRIDE + 1]++);
    for (int node = 0; node <= nodes.size(); node++) {
      start[node + 1] += start[node];
    }
    int size = start[nodes.size() + 1];
    labels = new int[size];
    targets = new int[size];
    counts = new long[size];
    int[] place = addedTo.clone();
    forEach(
        automaton,
        (node, label, next, count) -> {
          int at = start[node / STRIDE] + place[node / STRIDE]++;
          labels[at] = label;
          targets[at] = next / STRIDE;
          counts[at] = count;
        });
  }

  /**
   * Calls an action for all transitions. After folding, an automaton may have contexts to which no
   * transition leads, and the transitions that start there would not be found. So if the transition
   * from a context's {@link ContextNodes#FROM} node to the context is missing, the action is called
   * with this transition and the count 0.
   */
  private static void forEach(ContextAutomaton automaton, TransitionAction action) {
    automaton.forEach(action);
    if (automaton.foldLog().isEmpty()) {
      return;
    }
    ContextNodes nodes = automaton.nodes;
    for (int node = STRIDE; node < nodes.end(); node += STRIDE) {
      int from = ContextNodes.from(nodes.words[node + FROM]);
      int label = ContextNodes.label(nodes.words[node + FROM]);
      if (automaton.target(from, label) != node) {
        action.accept(from, label, node, 0);
      }
    }
  }

  static long bytes(int nodes, int transitions) {
    return 12L * nodes + 16L * transitions;
  }

  @Override
  public int size() {
    return labels.length;
  }

  @Override
  public long[] items() {
    long[] items = new long[labels.length];
    for (int at = 0; at < items.length; at++) {
      items[at] = item(at);
    }
    return items;
  }

  @Override
  public long count(int item) {
    return counts[item];
  }

  @Override
  public void addFollowers(ItemSet items, int from, int to) {
    set++;
    for (int at = from; at < to; at++) {
      int node = targets[items.item(at)];
      if (node == 0 || addedTo[node] == set) {
        continue;
      }
      addedTo[node] = set;
      for (int next = start[node]; next < start[node + 1]; next++) {
        items.add(item(next));
      }
    }
  }

  @Override
  public boolean hasPredecessors() {
    // The strings of all transitions to a context end with the context's ids. A context has k-1
    // ids, or fewer at the beginning of an activation.
    return true;
  }

  @Override
  public int[] predecessors() {
    int[] last = new int[addedTo.length];
    Arrays.fill(last, NONE);
    for (int at = 0; at < targets.length; at++) {
      if (targets[at] != 0) {
        last[targets[at]] = at;
      }
    }
    int[] predecessors = new int[labels.length];
    for (int node = 0; node + 1 < start.length; node++) {
      Arrays.fill(predecessors, start[node], start[node + 1], last[node]);
    }
    return predecessors;
  }

  private long item(int at) {
    return (long) labels[at] << 32 | at;
  }
}
