package org.kpathjvm.core.instrument.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.numbering.TakenPath;
import org.kpathjvm.core.sample.SampleGraph;

class HotPathsTest {
  /** A loop from A to J that has four branches in a row. K is the exit. There are 64 paths. */
  private static final FlowGraph GRAPH =
      SampleGraph.of("A>B A>C B>C C>D C>E D>E E>F E>G F>G G>H G>I H>I I>J J>A J>K", "K").build();

  private static final PathNumbering NUMBERING =
      PathNumbering.of(GRAPH, BackEdges.of(GRAPH), CutMode.BACK_EDGE, 4096);

  private static TakenPath trip(long count, int... blocks) {
    return new TakenPath(StartKind.LOOP, EndKind.LOOP, blocks, count);
  }

  private static HotNumbering of(int mostIds, TakenPath... paths) {
    return HotPaths.of(GRAPH, NUMBERING, new GuidedMethod(List.of(paths), mostIds));
  }

  @Test
  void ifOnePathIsHotThereIsOneHotNumber() {
    HotNumbering hot = of(1 << 20, trip(1000, 0, 2, 4, 6, 8, 9));
    assertNotNull(hot);
    assertEquals(1, hot.hotCount());
  }

  /** One of the three paths is rare, and differs from the two hot paths at all four branches. */
  @Test
  void aRarePathIsNotPacked() {
    TakenPath rare = trip(1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    TakenPath hot = trip(1_000_000, 0, 2, 4, 6, 8, 9);
    TakenPath first = new TakenPath(StartKind.ENTRY, EndKind.LOOP, hot.blocks, 100_000);
    assertEquals(2, of(1 << 20, hot, rare, first).hotCount());
  }

  /**
   * Recording one path between words costs as much as recording a few hundred packed paths. The
   * rare path takes the other way at one branch, so packing it takes few bits.
   */
  @Test
  void onePathInAHundredIsPacked() {
    TakenPath rare = trip(10_000, 0, 1, 2, 4, 6, 8, 9);
    TakenPath hot = trip(1_000_000, 0, 2, 4, 6, 8, 9);
    HotNumbering found = of(1 << 20, hot, rare);
    assertNotNull(found);
    assertTrue(found.number(rare) < found.hotCount());
  }

  @Test
  void ifAllPathsAreHotTheirNumbersAreKept() {
    List<TakenPath> paths = new ArrayList<>();
    for (int way = 0; way < 16; way++) {
      List<Integer> blocks = new ArrayList<>();
      for (int branch = 0; branch < 4; branch++) {
        blocks.add(2 * branch);
        if ((way >> branch & 1) != 0) {
          blocks.add(2 * branch + 1);
        }
      }
      blocks.addAll(List.of(8, 9));
      int[] trip = blocks.stream().mapToInt(Integer::intValue).toArray();
      paths.add(trip(10, trip));
      paths.add(new TakenPath(StartKind.ENTRY, EndKind.LOOP, trip, 10));
      int[] left = Arrays.copyOf(trip, trip.length + 1);
      left[trip.length] = 10;
      paths.add(new TakenPath(StartKind.LOOP, EndKind.EXIT, left, 10));
    }
    assertNull(of(1 << 20, paths.toArray(new TakenPath[0])));
  }

  @Test
  void pathsOfOtherCodeAreIgnored() {
    assertNull(of(1 << 20, trip(1000, 0, 3, 4, 6, 8, 9), trip(1000, 0, 99)));
    assertNull(of(1 << 20));
  }

  @Test
  void aPathThatIsAWholeActivationIsIgnored() {
    int[] blocks = {0, 2, 4, 6, 8, 9, 10};
    assertNull(of(1 << 20, new TakenPath(StartKind.ENTRY, EndKind.EXIT, blocks, 1000)));
  }
}
