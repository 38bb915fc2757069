package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ForestRowsTest {
  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = 1L << 30;
  }

  /** Returns the 3-slab forest of some sequences of paths. */
  private static Forest forest(int[]... sequences) {
    Forest forest = new Forest(2);
    for (int[] sequence : sequences) {
      long activation = 0;
      for (int id : sequence) {
        activation = forest.step(activation, id);
      }
    }
    return forest;
  }

  /**
   * Returns the rows of forests as "path<parent*count". The parent is the number of the parent's
   * row, or -1 if there is no parent.
   */
  private static List<String> rows(Forest... forests) {
    List<String> rows = new ArrayList<>();
    ForestRows all = new ForestRows(List.of(forests));
    for (long[] piece = all.next(); piece != null; piece = all.next()) {
      assertNotEquals(0, piece.length);
      for (int at = 0; at < piece.length; at += 2) {
        rows.add((piece[at] >>> 32) + "<" + (int) piece[at] + "*" + piece[at + 1]);
      }
    }
    return rows;
  }

  @Test
  void onlyAChildHasAParentRow() {
    assertEquals(List.of("7<-1*2", "8<0*1"), rows(forest(new int[] {7, 8}, new int[] {7})));
  }

  @Test
  void rowsOfForestsFollowEachOther() {
    Forest one = forest(new int[] {7, 8});
    Forest other = forest(new int[] {9, 7});
    assertEquals(List.of("7<-1*1", "8<0*1", "9<-1*1", "7<2*1"), rows(one, other));
  }

  @Test
  void anEmptyForestHasNoRows() {
    assertEquals(List.of("7<-1*1"), rows(forest(), forest(new int[] {7}), forest()));
    assertEquals(List.of(), rows());
  }

  @Test
  void rowsComeInSmallPieces() {
    Forest large = new Forest(2);
    for (int id = 1; id <= 5000; id++) {
      large.step(0, id);
    }
    ForestRows rows = new ForestRows(List.of(large, forest(new int[] {1})));
    assertEquals(2 * 4096, rows.next().length);
    assertEquals(2 * (5000 - 4096), rows.next().length);
    assertEquals(2, rows.next().length);
    assertNull(rows.next());
  }
}
