package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceMapTest {
  /**
   * A source map as kotlinc writes it. A function of three lines in Util.kt is inlined twice, and a
   * function of one line in Main.kt is inlined once.
   */
  private static final String KOTLIN =
      "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\na/MainKt\n+ 2 Util.kt\na/b/UtilKt\n"
          + "*L\n1#1,20:1\n18#1:24\n12#2,3:21\n12#2,3:25\n"
          + "*S KotlinDebug\n*F\n+ 1 Main.kt\na/MainKt\n*L\n7#1:21,3\n8#1:24\n9#1:25,3\n*E\n";

  /**
   * The source map of the class that a JSP page was translated to. Some lines of the page have
   * become several lines of Java. The map gives the name of the page's file, but no directory.
   */
  private static final String PAGE =
      "SMAP\npage_jsp.java\nJSP\n*S JSP\n*F\n0 page.jsp\n*L\n5,2:100,3\n5:200\n*E\n";

  private static String at(SourceMap map, int line) {
    SourceMap.Place place = map.at(line);
    return place == null
        ? "-"
        : place.packageName + "|" + place.file + ":" + place.line + "@" + place.call;
  }

  @ParameterizedTest
  @CsvSource({
    "1, -",
    "20, -",
    "21, a/b|Util.kt:12@7",
    "23, a/b|Util.kt:14@7",
    "24, |:18@8",
    "27, a/b|Util.kt:14@9",
    "28, -",
    "0, -",
    "65535, -"
  })
  void inlinedCodeHasTheLinesOfItsSourceFile(int line, String expected) {
    assertEquals(expected, at(SourceMap.of("a/MainKt", "Main.kt", KOTLIN), line));
  }

  /**
   * A lambda of an inlined function is compiled again, into a class in the package of the
   * function's caller. The source file of the lambda and the source file of that class may have the
   * same name, although their packages differ.
   */
  @Test
  void filesOfDifferentPackagesAreDistinguished() {
    assertEquals("a|Main.kt:3@-1", at(SourceMap.of("z/Main", "Main.kt", KOTLIN), 3));
    assertEquals("a|Main.kt:3@-1", at(SourceMap.of("a/MainKt", null, KOTLIN), 3));
  }

  @ParameterizedTest
  @CsvSource({
    "99, -",
    "100, p|page.jsp:5@-1",
    "102, p|page.jsp:5@-1",
    "103, p|page.jsp:6@-1",
    "105, p|page.jsp:6@-1",
    "106, -",
    "200, p|page.jsp:5@-1"
  })
  void severalLinesMayComeFromOneLine(int line, String expected) {
    assertEquals(expected, at(SourceMap.of("p/page_jsp", "page_jsp.java", PAGE), line));
  }

  @Test
  void theFirstMatchingRangeApplies() {
    String twice = KOTLIN.replace("12#2,3:25\n", "12#2,3:25\n99#2,9:22\n");
    SourceMap map = SourceMap.of("a/MainKt", "Main.kt", twice);
    assertEquals("a/b|Util.kt:13@7", at(map, 22));
    assertEquals("a/b|Util.kt:105@-1", at(map, 28));
  }

  @Test
  void anOutputStepOfZeroMapsNoLines() {
    assertNull(SourceMap.of("C", "page_jsp.java", PAGE.replace("100,3", "100,0")).at(100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "anything",
        "SMAP",
        "SMAP\nMain.kt\nKotlin\n",
        "SMAP\nMain.kt\nKotlin\n*L\n1:1\n*E",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*L\n1#1:1\n*E",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n1 Main.kt\n*L\n1#1:x\n*E",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n1 Main.kt\n*L\n-1#1:1\n*E",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n1 Main.kt\n*L\n5#1,2147483647:1\n*E",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n1 Main.kt\n*L\n5#1,2:1",
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt",
        "SMAP\nMain.kt\nKotlin\n*O Kotlin\n*E"
      })
  void anInvalidSourceMapMapsNoLines(String extension) {
    SourceMap map = SourceMap.of("C", "C.java", extension);
    for (int line = 0; line < 10; line++) {
      assertNull(map.at(line));
    }
    assertNull(SourceMap.of("C", "C.java", null).at(1));
  }
}
