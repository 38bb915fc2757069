package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_NODE;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;
import static org.kpathjvm.engine.ksf.NodeArena.STRIDE;

/**
 * Per node the sum of the counts in its subtree, up to {@link #HEAVIEST}: how hot the context is.
 * Nodes that somebody stands on, and so all above them, have that weight whatever their counts.
 */
final class NodeWeights {
  static final int HEAVIEST = Integer.MAX_VALUE;

  private final int[] weights;

  NodeWeights(NodeArena arena, NodeReferences references) {
    weights = new int[arena.size()];
    long[] words = arena.words;
    for (int node = FIRST_NODE; node < arena.end(); node += STRIDE) {
      weights[NodeSet.ordinal(node)] = (int) Math.min(words[node + COUNT], HEAVIEST);
    }
    references.forEach(
        node -> {
          if (node != 0) {
            weights[NodeSet.ordinal(node)] = HEAVIEST;
          }
        });
    // A child was made after its parent, but for residues, which have no children.
    for (int node = arena.end() - STRIDE; node >= FIRST_NODE; node -= STRIDE) {
      long sum = weights[NodeSet.ordinal(node)];
      for (long link = words[node + FIRST_CHILD] & ~INDEXED;
          link != 0;
          link = words[(int) (link >>> 32) + NEXT_SIBLING]) {
        sum += weights[NodeSet.ordinal((int) (link >>> 32))];
      }
      weights[NodeSet.ordinal(node)] = (int) Math.min(sum, HEAVIEST);
    }
  }

  int of(int node) {
    return weights[NodeSet.ordinal(node)];
  }

  /** Nodes that are at least so heavy. */
  int count(int weight) {
    int count = 0;
    for (int each : weights) {
      if (each >= weight) {
        count++;
      }
    }
    return count;
  }

  /** The least weight, 1 or more, that at most so many nodes have; HEAVIEST if there is none. */
  int threshold(int nodes) {
    int tooLow = 0;
    int enough = HEAVIEST;
    while (enough - tooLow > 1) {
      int middle = tooLow + (enough - tooLow) / 2;
      if (count(middle) <= nodes) {
        enough = middle;
      } else {
        tooLow = middle;
      }
    }
    return enough;
  }
}
