package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class HotNumberingTest {
  private static final int MANY = 1 << 30;

  /** A branches to B and C. Both lead to D, which branches to E and F. Blocks E and F return. */
  private static final String TWO_BRANCHES = "A>B A>C B>D C>D D>E D>F";

  private static PathNumbering number(SampleGraph sample, CutMode mode) {
    FlowGraph graph = sample.build();
    return PathNumbering.of(graph, BackEdges.of(graph), mode, 64);
  }

  private static TakenPath taken(PathNumbering numbering, int path, long count) {
    DecodedPath decoded = PathDecoder.of(numbering).decode(path);
    return new TakenPath(decoded.startKind(), decoded.endKind(), decoded.blocks(), count);
  }

  @Property(tries = 300)
  void numbersAreUniqueAndHotPathsComeFirst(
      @ForAll SampleGraph sample, @ForAll CutMode mode, @ForAll long seed) {
    PathNumbering numbering = number(sample, mode);
    Random random = new Random(seed);
    List<TakenPath> taken = new ArrayList<>();
    for (int path = 0; path < numbering.pathCount() && taken.size() < 9; path++) {
      if (random.nextInt(3) == 0) {
        taken.add(taken(numbering, path, 1 + random.nextInt(100)));
      }
    }
    double share = random.nextInt(3) * .1;
    HotNumbering hot = HotNumbering.of(numbering, taken, share, MANY);
    if (hot == null) {
      return;
    }
    PathIncrements increments = new PathIncrements(hot);
    Set<Integer> numbers = new HashSet<>();
    for (int path = 0; path < numbering.pathCount(); path++) {
      TakenPath one = taken(numbering, path, 1);
      int number = hot.number(one);
      assertEquals(number, sum(increments, one));
      assertTrue(numbers.add(number), "two paths have the number " + number);
      assertTrue(number >= 0 && number < hot.idCount());
    }
    for (TakenPath path : taken) {
      if (share == 0) {
        assertTrue(hot.number(path) < hot.hotCount(), "a path that was taken has a cold number");
      }
    }
  }

  private static int sum(PathIncrements increments, TakenPath path) {
    int sum = increments.start(path.start, path.blocks[0]);
    for (int at = 1; at < path.blocks.length; at++) {
      sum += increments.edge(path.blocks[at - 1], path.blocks[at]);
    }
    return sum + increments.end(path.end, path.blocks[path.blocks.length - 1]);
  }

  /** Only the path A B D E was taken, so one alternative of each branch is hot. */
  @Test
  void aSingleHotPathHasTheNumberZero() {
    PathNumbering numbering = number(SampleGraph.of(TWO_BRANCHES, "EF"), CutMode.BACK_EDGE);
    HotNumbering hot = HotNumbering.of(numbering, List.of(taken(numbering, 0, 5)), 0, MANY);
    assertEquals(1, hot.hotCount());
    assertEquals(4, hot.idCount());
    Map<String, Integer> numbers = new HashMap<>();
    for (int path = 0; path < 4; path++) {
      DecodedPath decoded = PathDecoder.of(numbering).decode(path);
      numbers.put(decoded.toString(), hot.number(taken(numbering, path, 1)));
    }
    assertEquals(0, numbers.get("entry [0, 1, 3, 4] exit"));
    assertEquals(Set.of(0, 1, 2, 3), Set.copyOf(numbers.values()));
  }

  /** A step that was taken in no more than the given share of all completions is cold. */
  @Test
  void rareStepsAreCold() {
    PathNumbering numbering = number(SampleGraph.of(TWO_BRANCHES, "EF"), CutMode.BACK_EDGE);
    List<TakenPath> taken = List.of(taken(numbering, 0, 99), taken(numbering, 3, 1));
    assertEquals(4, HotNumbering.of(numbering, taken, 0, MANY).hotCount());
    assertEquals(1, HotNumbering.of(numbering, taken, .02, MANY).hotCount());
  }

  @Test
  void tooManyNumbersAreRefused() {
    PathNumbering numbering = number(SampleGraph.of(TWO_BRANCHES, "EF"), CutMode.BACK_EDGE);
    List<TakenPath> taken = List.of(taken(numbering, 0, 1));
    assertNull(HotNumbering.of(numbering, taken, 0, 3));
  }

  /**
   * The numbers are a permutation of Ball and Larus's numbers, and the increments can be placed on
   * chords.
   */
  @Property(tries = 300)
  void numbersByFrequencyAreDense(
      @ForAll SampleGraph sample, @ForAll CutMode mode, @ForAll long seed) {
    PathNumbering numbering = number(sample, mode);
    Random random = new Random(seed);
    List<TakenPath> taken = new ArrayList<>();
    for (int path = 0; path < numbering.pathCount() && taken.size() < 9; path++) {
      if (random.nextInt(3) == 0) {
        taken.add(taken(numbering, path, 1 + random.nextInt(100)));
      }
    }
    HotNumbering smart = HotNumbering.byFrequency(numbering, taken);
    assertEquals(numbering.pathCount(), smart.idCount());
    assertEquals(smart.idCount(), smart.hotCount());
    PathIncrements values = new PathIncrements(smart);
    PathIncrements onChords =
        new PathIncrements(
            numbering,
            IncrementPlacement.of(numbering, values, new TakenFrequencies(numbering, taken)));
    Set<Integer> numbers = new HashSet<>();
    for (int path = 0; path < numbering.pathCount(); path++) {
      TakenPath one = taken(numbering, path, 1);
      int number = sum(values, one);
      assertTrue(numbers.add(number), "two paths have the number " + number);
      assertTrue(number >= 0 && number < smart.idCount());
      assertEquals(number, sum(onChords, one));
    }
  }

  @Test
  void theOnlyPathTakenHasTheNumberZero() {
    PathNumbering numbering = number(SampleGraph.of(TWO_BRANCHES, "EF"), CutMode.BACK_EDGE);
    for (int path = 0; path < numbering.pathCount(); path++) {
      TakenPath hottest = taken(numbering, path, 5);
      HotNumbering smart = HotNumbering.byFrequency(numbering, List.of(hottest));
      assertEquals(0, smart.number(hottest));
      for (int at = 1; at < hottest.blocks.length; at++) {
        assertEquals(0, smart.edge(hottest.blocks[at - 1], hottest.blocks[at]));
      }
    }
  }
}
