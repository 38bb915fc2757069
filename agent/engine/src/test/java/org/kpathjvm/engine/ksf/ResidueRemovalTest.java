package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.runtime.tables.IdTable;

/** Residues, taken out of a forest for k = 3: of root 1 (4), of its child 2 (5), of root 2 (7). */
class ResidueRemovalTest {
  private final NodeArena arena = new NodeArena();
  private final IdTable roots = new IdTable();
  private final FoldedContexts contexts = new FoldedContexts(3);
  private int one;
  private int oneTwo;
  private int two;
  private int threeLast;

  @BeforeEach
  void grow() {
    one = root(1, 10);
    two = root(2, 20);
    threeLast = child(one, 3, 1);
    child(one, ForestFolding.RESIDUE, 4);
    oneTwo = child(one, 2, 2);
    child(oneTwo, ForestFolding.RESIDUE, 5);
    child(two, ForestFolding.RESIDUE, 7);
    new ResidueRemoval(arena, contexts).run(roots);
  }

  private int root(int label, long count) {
    int node = arena.add();
    arena.words[node + NodeArena.COUNT] = count;
    roots.entries()[roots.place(label)] = node;
    return node;
  }

  /** A child, in front of the others. */
  private int child(int parent, int label, long count) {
    int node = arena.add();
    arena.words[node + NodeArena.COUNT] = count;
    arena.words[node + NodeArena.NEXT_SIBLING] = arena.words[parent + NodeArena.FIRST_CHILD];
    arena.words[parent + NodeArena.FIRST_CHILD] = NodeArena.link(node, label);
    return node;
  }

  private long count(int node) {
    return arena.words[node + NodeArena.COUNT];
  }

  @Test
  void aResiduesCountIsItsParents() {
    assertEquals(14, count(one));
    assertEquals(7, count(oneTwo));
    assertEquals(27, count(two));
  }

  @Test
  void aResidueIsNoChildAnyMore() {
    assertEquals(NodeArena.link(oneTwo, 2), arena.words[one + NodeArena.FIRST_CHILD]);
    assertEquals(NodeArena.link(threeLast, 3), arena.words[oneTwo + NodeArena.NEXT_SIBLING]);
    assertEquals(0, arena.words[oneTwo + NodeArena.FIRST_CHILD]);
  }

  @Test
  void whatWasFoldedIsKeptByPathAndLength() {
    assertEquals(4, contexts.folded(1, 1));
    assertEquals(7, contexts.folded(2, 1));
    assertEquals(5, contexts.folded(2, 2));
    assertEquals(0, contexts.folded(1, 2));
    assertArrayEquals(new int[] {1, 2}, contexts.ids(1));
  }

  @Test
  void theErrorOfAnNgramIsWhatItsLastPathHadFoldedShorter() {
    assertEquals(0, contexts.error(2, 1));
    assertEquals(7, contexts.error(2, 2));
    assertEquals(12, contexts.error(2, 3));
  }

  @Test
  void theGreatestErrorIsThatOfAnyPath() {
    assertEquals(0, contexts.greatestError(1));
    assertEquals(7, contexts.greatestError(2));
    assertEquals(12, contexts.greatestError(3));
  }

  @Test
  void aForestThatWasNeverFoldedHasNoErrors() {
    assertEquals(3, new FoldedContexts(3).k());
    assertEquals(0, new FoldedContexts(3).greatestError(3));
  }
}
