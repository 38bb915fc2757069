package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.FROM;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;

import java.util.Arrays;

/**
 * Adds the transitions of a source automaton to a target automaton. The target may be folded
 * meanwhile.
 */
final class ContextAddition {
  private final ContextAutomaton source;
  private final ContextAutomaton target;

  /**
   * For each context of the source, the node of the same context in the target; 0 if the node isn't
   * known yet.
   */
  private final int[] known;

  private final int[] ids;

  ContextAddition(ContextAutomaton source, ContextAutomaton target) {
    this.source = source;
    this.target = target;
    known = new int[source.nodes.size() + 1];
    ids = new int[source.k];
  }

  void run() {
    for (int node = STRIDE; node < source.nodes.end(); node += STRIDE) {
      makeRoom();
      long word = source.nodes.words[node + FROM];
      int from = ContextNodes.from(word);
      if (from == 0 || known[from / STRIDE] != 0) {
        known[node / STRIDE] =
            target.nodes.successor(known[from / STRIDE], ContextNodes.label(word));
      }
    }
    source.forEach(this::add);
  }

  private void add(int node, int label, int next, long count) {
    makeRoom();
    int from = node(node);
    target.addTransition(from, label, label < 0 ? 0 : node(next), count);
  }

  /**
   * Makes room in the target for all that one transition of the source may add. If this folds the
   * target, the target's nodes get new indexes, so no node is known any more.
   */
  private void makeRoom() {
    if (target.makeRoom(2 * source.k, 1)) {
      Arrays.fill(known, 0);
    }
  }

  private int node(int node) {
    if (node != 0 && known[node / STRIDE] == 0) {
      int count = source.nodes.ids(node, ids);
      known[node / STRIDE] = target.nodes.of(ids, ids.length - count, ids.length);
    }
    return known[node / STRIDE];
  }
}
