package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SpanningTreeTest {
  @Test
  void anEdgeThatClosesACycleIsRefused() {
    SpanningTree tree = new SpanningTree(4);
    assertTrue(tree.join(0, 1, 5));
    assertTrue(tree.join(2, 3, -2));
    assertTrue(tree.join(3, 1, 7));
    assertFalse(tree.join(0, 2, 100));
    assertFalse(tree.join(1, 1, 0));
  }

  /** The edges may be added to the tree in any order. */
  @Property
  void potentialsDifferByTheEdgesValues(@ForAll long seed) {
    Random random = new Random(seed);
    int nodes = 2 + random.nextInt(20);
    SpanningTree tree = new SpanningTree(nodes);
    int[][] added = new int[nodes][];
    int count = 0;
    while (count < nodes - 1) {
      int[] edge = {random.nextInt(nodes), random.nextInt(nodes), random.nextInt(100) - 50};
      if (tree.join(edge[0], edge[1], edge[2])) {
        added[count++] = edge;
      }
    }
    long[] potentials = tree.potentials();
    for (int i = 0; i < count; i++) {
      assertEquals(added[i][2], potentials[added[i][1]] - potentials[added[i][0]]);
    }
  }
}
