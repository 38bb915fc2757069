package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NodeSetTest {
  /** Every third of 200 nodes. */
  private final NodeSet set;

  private final int[] nodes = new int[200];

  NodeSetTest() {
    NodeArena arena = new NodeArena();
    arena.resize(arena.grownLength(200));
    for (int at = 0; at < nodes.length; at++) {
      nodes[at] = arena.add();
    }
    set = new NodeSet(arena);
    for (int at = 0; at < nodes.length; at += 3) {
      set.add(nodes[at]);
    }
  }

  @Test
  void itContainsWhatWasAdded() {
    assertEquals(67, set.size());
    for (int at = 0; at < nodes.length; at++) {
      assertEquals(at % 3 == 0, set.contains(nodes[at]));
    }
  }

  @Test
  void withoutTheOthersItsNodesLieOneBehindTheOther() {
    set.close();
    for (int at = 0; at < nodes.length; at += 3) {
      assertEquals(nodes[at / 3], set.place(nodes[at]));
    }
    assertEquals(0, set.place(0));
  }

  @Test
  void anEmptySetHasNone() {
    NodeArena arena = new NodeArena();
    final int node = arena.add();
    NodeSet empty = new NodeSet(arena);
    assertFalse(empty.contains(node));
    empty.add(node);
    assertTrue(empty.contains(node));
  }
}
