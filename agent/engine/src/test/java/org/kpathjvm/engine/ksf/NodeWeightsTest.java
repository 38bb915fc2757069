package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** A root (5) with two children (3 and 4), one of which has a child (2). */
class NodeWeightsTest {
  private final NodeArena arena = new NodeArena();
  private final int root = node(0, 5);
  private final int light = node(root, 3);
  private final int heavy = node(root, 4);
  private final int leaf = node(heavy, 2);

  private int node(int parent, long count) {
    int node = arena.add();
    arena.words[node + NodeArena.COUNT] = count;
    if (parent != 0) {
      arena.words[node + NodeArena.NEXT_SIBLING] = arena.words[parent + NodeArena.FIRST_CHILD];
      arena.words[parent + NodeArena.FIRST_CHILD] = NodeArena.link(node, 1);
    }
    return node;
  }

  private static NodeReferences standingOn(int node) {
    return new NodeReferences() {
      @Override
      public void forEach(IntConsumer action) {
        action.accept(node);
        action.accept(0);
      }

      @Override
      public void replace(IntUnaryOperator moved) {}

      @Override
      public int letGo() {
        return 0;
      }
    };
  }

  @Test
  void aNodeWeighsWhatItsSubtreeCounts() {
    NodeWeights weights = new NodeWeights(arena, NodeReferences.NONE);
    assertEquals(2, weights.of(leaf));
    assertEquals(6, weights.of(heavy));
    assertEquals(3, weights.of(light));
    assertEquals(14, weights.of(root));
  }

  @Test
  void whereSomebodyStandsAndAboveItIsHeaviest() {
    NodeWeights weights = new NodeWeights(arena, standingOn(leaf));
    assertEquals(NodeWeights.HEAVIEST, weights.of(leaf));
    assertEquals(NodeWeights.HEAVIEST, weights.of(root));
    assertEquals(3, weights.of(light));
  }

  @Test
  void aCountAboveTheHeaviestIsThat() {
    arena.words[leaf + NodeArena.COUNT] = 1L << 40;
    assertEquals(NodeWeights.HEAVIEST, new NodeWeights(arena, NodeReferences.NONE).of(root));
  }

  @Test
  void theThresholdIsTheLeastWeightThatSoFewHave() {
    NodeWeights weights = new NodeWeights(arena, NodeReferences.NONE);
    assertEquals(1, weights.threshold(4));
    assertEquals(3, weights.threshold(3));
    assertEquals(4, weights.threshold(2));
    assertEquals(7, weights.threshold(1));
    assertEquals(2, weights.count(4));
  }
}
