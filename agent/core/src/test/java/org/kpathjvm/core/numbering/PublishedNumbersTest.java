package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

/**
 * Tests the numbers printed in Ball and Larus's "Efficient Path Profiling" and in figure 3 of the
 * k-BLPP paper.
 */
class PublishedNumbersTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int D = 3;
  private static final int E = 4;

  /** The edges of each block are in the published order. */
  private static final String ACYCLIC = "A>C A>B B>C B>D C>D D>F D>E E>F";

  private static final String LOOP = "A>F A>B B>C B>D C>E D>E E>F E>B";

  private static PathNumbering number(String edges) {
    FlowGraph graph = SampleGraph.of(edges, "F").build();
    return PathNumbering.of(graph, BackEdges.of(graph), CutMode.BACK_EDGE, 4096);
  }

  private static List<String> paths(PathNumbering numbering) {
    PathDecoder decoder = PathDecoder.of(numbering);
    List<String> paths = new ArrayList<>();
    for (int id = 0; id < numbering.pathCount(); id++) {
      paths.add(letters(decoder.decode(id).blocks()));
    }
    return paths;
  }

  private static String letters(int[] blocks) {
    return Arrays.stream(blocks)
        .mapToObj(block -> String.valueOf((char) ('A' + block)))
        .collect(Collectors.joining());
  }

  @Test
  void pathCountsOfVerticesAreThePublishedOnes() {
    PathNumbering numbering = number(ACYCLIC);
    int[] expected = {6, 4, 2, 2, 1, 1};
    for (int block = 0; block < expected.length; block++) {
      assertEquals(expected[block], numbering.pathsFrom(block));
    }
  }

  @Test
  void valuesOfEdgesAreThePublishedOnes() {
    PathNumbering numbering = number(ACYCLIC);
    assertEquals(2, numbering.edgeValue(A, B));
    assertEquals(1, numbering.edgeValue(D, E));
  }

  @Test
  void numbersAreDecodedIntoThePublishedPaths() {
    assertEquals(
        List.of("ACDF", "ACDEF", "ABCDF", "ABCDEF", "ABDF", "ABDEF"), paths(number(ACYCLIC)));
    assertEquals("ABCDEF", paths(number(ACYCLIC)).get(3));
  }

  @Test
  void theLoopHasThePublishedNinePaths() {
    assertEquals(
        List.of("AF", "ABCEF", "ABCE", "ABDEF", "ABDE", "BCEF", "BCE", "BDEF", "BDE"),
        paths(number(LOOP)));
  }

  /** Figure 3 of the k-BLPP paper has the loop of {@link #LOOP}, but no edge that bypasses it. */
  @Test
  void figure3HasThePublishedEightPaths() {
    Set<String> expected = Set.of("BDE", "BDEF", "BCE", "BCEF", "ABDE", "ABDEF", "ABCE", "ABCEF");
    List<String> paths = paths(number("A>B B>D B>C C>E D>E E>B E>F"));
    assertEquals(new TreeSet<>(expected), new TreeSet<>(paths));
    assertEquals(8, paths.size());
  }

  /** Random weights of the edges lead to many different spanning trees. */
  @Test
  void incrementsOnChordsOfAnyTreeAddUpToThePathsNumber() {
    for (String edges : List.of(ACYCLIC, LOOP)) {
      PathNumbering numbering = number(edges);
      PathDecoder decoder = PathDecoder.of(numbering);
      for (long seed = 0; seed < 1000; seed++) {
        PathIncrements onChords =
            new PathIncrements(
                numbering,
                IncrementPlacement.of(numbering, new IncrementPlacementTest.RandomWeights(seed)));
        for (int id = 0; id < numbering.pathCount(); id++) {
          assertEquals(id, sum(onChords, decoder.decode(id)));
        }
      }
    }
  }

  static int sum(PathIncrements increments, DecodedPath path) {
    int[] blocks = path.blocks();
    int sum = increments.start(path.startKind(), blocks[0]);
    for (int at = 1; at < blocks.length; at++) {
      sum += increments.edge(blocks[at - 1], blocks[at]);
    }
    return sum + increments.end(path.endKind(), blocks[blocks.length - 1]);
  }

  /**
   * As in Ball and Larus's event counting, the chords are all edges that aren't in a spanning tree.
   * The edge from EXIT to ENTRY counts as an edge, too.
   */
  @Test
  void allEdgesOffTheTreeAreChords() {
    PathNumbering numbering = number(ACYCLIC);
    IncrementPlacement placement =
        IncrementPlacement.of(numbering, new IncrementPlacementTest.RandomWeights(1));
    // There are 8 nodes, including ENTRY and EXIT, so the tree has 7 edges. There are 11 edges: 8
    // ordinary ones and the dummy edges ENTRY>A, F>EXIT and EXIT>ENTRY.
    long chords = 0;
    for (FlowEdge edge : numbering.numberedEdges()) {
      chords += placement.isChord(edge) ? 1 : 0;
    }
    assertEquals(11 - 7, chords + dummies(numbering, placement));
  }

  private static long dummies(PathNumbering numbering, IncrementPlacement placement) {
    long chords = 0;
    for (Start start : numbering.starts()) {
      chords += placement.isChord(start) ? 1 : 0;
    }
    for (End end : numbering.ends()) {
      chords += placement.isChord(end) ? 1 : 0;
    }
    return chords;
  }
}
