package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceMapReaderTest {
  /**
   * The reader skips the embedded map, the vendor's section and the unknown section. A later
   * version of the format may define further sections.
   */
  private static final String TEXT =
      "SMAP\nout.java\nTwo\n*O Other\nSMAP\nx\ny\n*E\n*C Other\n*V\nvendor\n: text\n*U unknown\n"
          + "*S One\n*F\n3 one file.x\n*L\n1#3:1\n*S Two\n*L\n7#1:10\n8,2:11\n3#2:20,5\n"
          + "*F\n1 a.x\n+ 2 b.x\np/q/b.x\n*E\nwhat follows";

  private static String ranges(SourceMapReader reader, String stratum) {
    StringBuilder text = new StringBuilder();
    for (SourceMapReader.Range range : reader.stratum(stratum)) {
      text.append(range.file.name).append(' ').append(range.file.path).append(' ');
      text.append(range.first).append('-').append(range.end).append(' ');
      text.append(range.source(range.first)).append('\n');
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void filesAndLinesMayComeInAnyOrder(String endOfLine) {
    SourceMapReader reader = new SourceMapReader(TEXT.replace("\n", endOfLine));
    assertEquals("Two", reader.defaultStratum());
    assertEquals("one file.x null 1-2 1\n", ranges(reader, "One"));
    assertEquals(
        "a.x null 10-11 7\na.x null 11-13 8\nb.x p/q/b.x 20-25 3\n", ranges(reader, "Two"));
    assertEquals("", ranges(reader, "Three"));
  }

  @Test
  void aMissingFileIsRefused() {
    SourceMapReader reader = new SourceMapReader(TEXT.replace("3#2", "3#9"));
    assertThrows(IllegalArgumentException.class, () -> reader.stratum("Two"));
  }
}
