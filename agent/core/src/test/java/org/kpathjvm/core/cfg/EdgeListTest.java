package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class EdgeListTest {
  @Test
  void targetsAreUniqueAndOrderedByFirstInsertion() {
    EdgeList edges = new EdgeList();
    edges.add(0, 2);
    edges.add(2, 0);
    edges.add(0, 1);
    edges.add(0, 2);
    edges.add(2, 2);
    edges.add(2, 0);
    int[][] rows = edges.rows(3);
    assertArrayEquals(new int[] {2, 1}, rows[0]);
    assertArrayEquals(new int[0], rows[1]);
    assertArrayEquals(new int[] {0, 2}, rows[2]);
  }

  @Test
  void repeatedEdgesAreDropped() {
    EdgeList edges = new EdgeList();
    for (int again = 0; again < 100; again++) {
      for (int block = 9; block >= 0; block--) {
        edges.add(block, 9 - block);
        edges.add(block, block);
      }
    }
    int[][] rows = edges.rows(10);
    for (int block = 0; block < 10; block++) {
      assertArrayEquals(new int[] {9 - block, block}, rows[block]);
    }
  }
}
