package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;
import org.kpathjvm.core.sample.SlowPaths;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class PathNumberingTest {
  private static PathNumbering number(SampleGraph sample, CutMode mode, int maxPaths) {
    FlowGraph graph = sample.build();
    return PathNumbering.of(graph, BackEdges.of(graph), mode, maxPaths);
  }

  @Property
  void idsAreABijectionOntoThePaths(@ForAll SampleGraph sample, @ForAll CutMode mode) {
    assertBijection(sample, mode, 4096);
  }

  @Property
  void idsAreABijectionDespiteCuts(
      @ForAll SampleGraph sample,
      @ForAll CutMode mode,
      @ForAll @IntRange(min = 1, max = 12) int maxPaths) {
    assertBijection(sample, mode, maxPaths);
  }

  private static void assertBijection(SampleGraph sample, CutMode mode, int maxPaths) {
    PathNumbering numbering = number(sample, mode, maxPaths);
    PathDecoder decoder = PathDecoder.of(numbering);
    List<String> decoded = new ArrayList<>();
    for (int id = 0; id < numbering.pathCount(); id++) {
      DecodedPath path = decoder.decode(id);
      assertEquals(id, decoder.encode(path));
      decoded.add(path.toString());
    }
    List<String> expected = new SlowPaths(sample, mode == CutMode.LOOP_HEADER, maxPaths).paths();
    Collections.sort(decoded);
    List<String> sorted = new ArrayList<>(expected);
    Collections.sort(sorted);
    assertEquals(sorted, decoded);
    assertThrows(IllegalArgumentException.class, () -> decoder.decode(decoded.size()));
    assertThrows(IllegalArgumentException.class, () -> decoder.decode(-1));
  }

  @Property
  void theSameEdgesAreCutAsInSlowPaths(
      @ForAll SampleGraph sample,
      @ForAll CutMode mode,
      @ForAll @IntRange(min = 1, max = 12) int maxPaths) {
    PathNumbering numbering = number(sample, mode, maxPaths);
    SlowPaths slow = new SlowPaths(sample, mode == CutMode.LOOP_HEADER, maxPaths);
    Set<List<Integer>> extra = new HashSet<>();
    for (FlowEdge edge : numbering.extraCuts()) {
      extra.add(List.of(edge.from(), edge.to()));
    }
    assertEquals(slow.extraCuts(), extra);
    for (List<Integer> edge : sample.edges) {
      int from = edge.get(0);
      int to = edge.get(1);
      EndKind kind = numbering.cutKind(from, to);
      assertEquals(slow.loopCuts().contains(edge), kind == EndKind.LOOP);
      assertEquals(slow.extraCuts().contains(edge), kind == EndKind.CUT);
      assertEquals(kind != null, numbering.edgeValue(from, to) == -1);
      if (kind == null) {
        assertNull(numbering.startAfterCut(from, to));
      } else {
        StartKind start = numbering.startAfterCut(from, to);
        assertEquals(kind.label(), start.label());
        assertTrue(numbering.startValue(start, to) >= 0);
        assertTrue(numbering.endValue(kind, from) >= 0);
      }
    }
    assertEquals(!slow.loopCuts().isEmpty() || !extra.isEmpty(), numbering.needsStream());
  }

  @Property
  void blocksStayWithinTheLimitUnlessOnlyEndsAreLeft(
      @ForAll SampleGraph sample,
      @ForAll CutMode mode,
      @ForAll @IntRange(min = 1, max = 12) int maxPaths) {
    PathNumbering numbering = number(sample, mode, maxPaths);
    for (int block = 0; block < sample.blockCount; block++) {
      int from = block;
      boolean uncut =
          sample.ordinary(block).stream().anyMatch(to -> numbering.cutKind(from, to) == null);
      assertTrue(numbering.pathsFrom(block) <= (uncut ? maxPaths : Math.max(maxPaths, 3)));
    }
  }

  @Property
  void listsAgreeWithLookUps(@ForAll SampleGraph sample, @ForAll CutMode mode) {
    PathNumbering numbering = number(sample, mode, 5);
    int next = 0;
    for (Start start : numbering.starts()) {
      assertEquals(next, start.value());
      assertEquals(start.value(), numbering.startValue(start.kind(), start.block()));
      next += numbering.pathsFrom(start.block());
    }
    assertEquals(numbering.pathCount(), next);
    assertEquals(0, numbering.startValue(StartKind.ENTRY, 0));
    for (int block = 0; block < sample.blockCount; block++) {
      boolean handler = sample.handlers().contains(block);
      assertEquals(handler, numbering.startValue(StartKind.HANDLER, block) >= 0);
      assertEquals(sample.exits.contains(block), numbering.endValue(EndKind.EXIT, block) >= 0);
    }
    for (End end : numbering.ends()) {
      assertEquals(end.value(), numbering.endValue(end.kind(), end.block()));
    }
    for (FlowEdge edge : numbering.numberedEdges()) {
      assertTrue(numbering.edgeValue(edge.from(), edge.to()) >= 0);
    }
  }

  @Test
  void anEndReplacesItsFirstCutEdge() {
    // C leads on to D, back to A, on to E, and back to B. D and E are exits.
    PathNumbering numbering =
        number(SampleGraph.of("A>B B>C C>D C>A C>E C>B", "DE"), CutMode.BACK_EDGE, 9);
    assertEquals(0, numbering.edgeValue(2, 3));
    assertEquals(1, numbering.endValue(EndKind.LOOP, 2));
    assertEquals(2, numbering.edgeValue(2, 4));
    assertEquals(3, numbering.pathsFrom(2));
  }

  @Test
  void aHeaderAtTheEntryMakesNoEmptyPath() {
    for (CutMode mode : CutMode.values()) {
      PathNumbering numbering = number(SampleGraph.of("A>A A>B", "B"), mode, 9);
      assertEquals(4, numbering.pathCount());
      assertEquals("entry [0] loop", PathDecoder.of(numbering).decode(0).toString());
      assertEquals("entry [0, 1] exit", PathDecoder.of(numbering).decode(1).toString());
      assertEquals("loop [0] loop", PathDecoder.of(numbering).decode(2).toString());
    }
  }

  @Test
  void aSwitchWiderThanTheLimitIsCutAtAllEdges() {
    PathNumbering numbering =
        number(SampleGraph.of("A>B A>C A>D A>E", "BCDE"), CutMode.BACK_EDGE, 1);
    assertEquals(4, numbering.extraCuts().size());
    assertEquals(1, numbering.pathsFrom(0));
    assertEquals(5, numbering.pathCount());
  }

  @Test
  void unknownEdgesAndPathsAreRefused() {
    PathNumbering numbering = number(SampleGraph.of("A>B", "B"), CutMode.BACK_EDGE, 9);
    assertThrows(IllegalArgumentException.class, () -> numbering.edgeValue(1, 0));
    assertFalse(numbering.needsStream());
    DecodedPath other = new DecodedPath(StartKind.LOOP, new int[] {0, 1}, EndKind.EXIT);
    assertThrows(IllegalArgumentException.class, () -> PathDecoder.of(numbering).encode(other));
  }

  @Test
  void cutModesAreParsedByTheirLabels() {
    for (CutMode mode : CutMode.values()) {
      assertEquals(mode, CutMode.parse(mode.label()));
    }
    assertThrows(IllegalArgumentException.class, () -> CutMode.parse("header"));
  }
}
