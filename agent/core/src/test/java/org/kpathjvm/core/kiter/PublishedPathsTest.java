package org.kpathjvm.core.kiter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

/**
 * Tests the paths and numbers that Roy and Srikant's "Profiling k-Iteration Paths" gives for the
 * graph of its figure 1. The paper's blocks 1 to 6 are 0 to 5 here.
 */
class PublishedPathsTest {
  private static final FlowGraph GRAPH =
      SampleGraph.of("A>B B>C B>D C>E D>E D>F E>B E>F", "F").build();

  private static final BackEdges BACK_EDGES = BackEdges.of(GRAPH);

  private static IterationNumbering number(int k) {
    return IterationNumbering.of(
        GRAPH, BACK_EDGES, IteratedLoops.of(GRAPH, BACK_EDGES, header -> k), 60_000);
  }

  /** Returns all paths as the paper writes them, in the order of their numbers. */
  private static String all(int k) {
    IterationNumbering numbering = number(k);
    IterationDecoder decoder = new IterationDecoder(GRAPH, numbering);
    List<String> paths = new ArrayList<>();
    for (int path = 0; path < numbering.pathCount(); path++) {
      List<String> words = Arrays.asList(decoder.decode(path).split(" "));
      StringBuilder blocks = new StringBuilder();
      for (String block :
          words.subList(1, words.contains("exit") ? words.size() - 1 : words.size() - 2)) {
        blocks.append(Integer.parseInt(block) + 1);
      }
      paths.add(blocks.toString());
    }
    return String.join(" ", paths);
  }

  private static int[] trace(int turns) {
    List<Integer> trace = new ArrayList<>(List.of(0));
    for (int turn = 0; turn < turns; turn++) {
      trace.addAll(List.of(1, 2, 4, 1, 3, 4));
    }
    trace.add(5);
    return trace.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Map<Integer, Integer> counts(int k) {
    return new Windows(GRAPH, BACK_EDGES, number(k)).registers(trace(100));
  }

  @Test
  void acyclicPathsAreThoseOfFigure2() {
    assertEquals("12356 1235 12456 1245 1246 2356 235 2456 245 246", all(1));
  }

  @Test
  void twoIterationPathsAreThoseOfFigure2() {
    assertEquals(
        "12352356 1235235 12352456 1235245 1235246 12356 12452356 1245235 12452456 1245245"
            + " 1245246 12456 1246 2352356 235235 2352456 235245 235246 2452356 245235 2452456"
            + " 245245 245246",
        all(2));
  }

  @Test
  void valuesAreThoseOfTable1() {
    IterationNumbering numbering = number(2);
    // The columns are u, v, iteration, val, numPaths, cval and invalidPaths. The values of numPaths
    // and invalidPaths are those that block u has after the row's edge has been added.
    int[][] rows = {
      {5, 6, 2, 0, 1, 0, 0},
      {5, 2, 2, 1, 2, 0, 0},
      {3, 5, 2, 0, 2, 0, 0},
      {4, 5, 2, 0, 2, 0, 0},
      {4, 6, 2, 2, 3, 0, 0},
      {2, 3, 2, 0, 2, 0, 0},
      {2, 4, 2, 2, 5, 0, 0},
      {5, 2, 1, 0, 5, 0, 0},
      {5, 6, 1, 5, 6, 0, 1},
      {3, 5, 1, 0, 6, 0, 1},
      {4, 5, 1, 0, 6, 0, 1},
      {4, 6, 1, 6, 7, 1, 2},
      {2, 3, 1, 0, 6, 0, 1},
      {2, 4, 1, 6, 13, 1, 3},
      {1, 2, 1, 0, 13, 0, 0},
    };
    for (int at = 0; at < rows.length; at++) {
      int[] row = rows[at];
      int from = row[0] - 1;
      int to = row[1] - 1;
      assertEquals(row[3], numbering.value(from, to, row[2]), "val of row " + at);
      assertEquals(row[5], numbering.compensation(from, to, row[2]), "cval of row " + at);
      if (at + 1 == rows.length || rows[at + 1][0] != row[0] || rows[at + 1][2] != row[2]) {
        assertEquals(row[4], numbering.pathsFrom(from, row[2]), "numPaths of row " + at);
        assertEquals(row[6], numbering.invalidFrom(from, row[2]), "invalidPaths of row " + at);
      }
    }
    // Block 6 has only the edge to the exit node E. The edges from the entry node S to blocks 1 and
    // 2 give 26 paths, of which 3 are invalid.
    assertEquals(1, numbering.pathsFrom(5, 1));
    assertEquals("[ENTRY 0 value 0, LOOP 1 value 13]", numbering.starts().toString());
    assertEquals(26 - 3, numbering.pathCount());
  }

  @Test
  void countsAreThoseOfTable2() {
    assertEquals(Map.of(3, 1, 19, 99, 16, 98, 15, 1), counts(2));
  }

  @Test
  void threeIterationPathsOfTheTraceAreCounted() {
    assertEquals(Map.of(7, 1, 35, 98, 41, 1, 42, 98), counts(3));
  }

  @Test
  void morePathsExistWithMoreIterations() {
    int[] counts = new int[6];
    for (int k = 1; k <= counts.length; k++) {
      counts[k - 1] = number(k).pathCount();
    }
    assertArrayEquals(new int[] {10, 23, 49, 101, 205, 413}, counts);
  }
}
