package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

/** Tests the examples in Ball and Larus's slides and in the k-BLPP paper. */
class PublishedExamplesTest {
  private static PathNumbering number(SampleGraph sample, CutMode mode) {
    FlowGraph graph = sample.build();
    return PathNumbering.of(graph, BackEdges.of(graph), mode, 4096);
  }

  private static String letters(DecodedPath path) {
    return Arrays.stream(path.blocks())
        .mapToObj(block -> Character.toString((char) ('A' + block)))
        .collect(Collectors.joining());
  }

  private static Set<String> names(PathNumbering numbering) {
    PathDecoder decoder = PathDecoder.of(numbering);
    return IntStream.range(0, numbering.pathCount())
        .mapToObj(id -> letters(decoder.decode(id)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> setOf(String names) {
    return new TreeSet<>(Arrays.asList(names.split(" ")));
  }

  @Test
  void pathsAreThoseOfTheSlideOnPathRepresentation() {
    PathNumbering numbering =
        number(SampleGraph.of("A>C A>B B>C B>D C>D D>F D>E E>F", "F"), CutMode.BACK_EDGE);
    long[] numPaths = IntStream.range(0, 6).mapToLong(numbering::pathsFrom).toArray();
    assertEquals("[6, 4, 2, 2, 1, 1]", Arrays.toString(numPaths));
    assertEquals(2, numbering.edgeValue(0, 1));
    assertEquals(0, numbering.edgeValue(1, 2));
    assertEquals(0, numbering.edgeValue(2, 3));
    assertEquals(1, numbering.edgeValue(3, 4));
    assertEquals(0, numbering.edgeValue(4, 5));
    assertEquals("ABCDEF", letters(PathDecoder.of(numbering).decode(3)));
    String[] byId = {"ACDF", "ACDEF", "ABCDF", "ABCDEF", "ABDF", "ABDEF"};
    for (int id = 0; id < byId.length; id++) {
      assertEquals(byId[id], letters(PathDecoder.of(numbering).decode(id)));
    }
  }

  @Test
  void pathsAreThoseOfTheSlideWithALoop() {
    PathNumbering numbering =
        number(SampleGraph.of("A>F A>B B>C B>D C>E D>E E>F E>B", "F"), CutMode.BACK_EDGE);
    assertEquals(9, numbering.pathCount());
    assertEquals(setOf("AF ABCEF ABCE ABDEF ABDE BCEF BCE BDEF BDE"), names(numbering));
  }

  @Test
  void pathsAreThoseOfFigure3OfTheKblppPaper() {
    SampleGraph figure3 = SampleGraph.of("A>B B>C B>D C>E D>E E>B E>F", "F");
    PathNumbering atBackEdges = number(figure3, CutMode.BACK_EDGE);
    assertEquals(8, atBackEdges.pathCount());
    assertEquals(setOf("BDE BDEF BCE BCEF ABDE ABDEF ABCE ABCEF"), names(atBackEdges));
    PathNumbering atHeaders = number(figure3, CutMode.LOOP_HEADER);
    assertEquals(5, atHeaders.pathCount());
    assertEquals(setOf("A BDE BDEF BCE BCEF"), names(atHeaders));
  }
}
