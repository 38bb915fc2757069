package org.kpathjvm.core.instrument.lines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

class MarkedLinesTest {
  @Test
  void idsAndLoadersAreMarked() {
    MarkedLines lines = new MarkedLines(new Utf8Text(0));
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    lines.loader(json.name("l"), "app");
    lines.id(json.name("i"), 907);
    json.name("a").beginArray().value(7);
    lines.id(json, 5);
    json.endArray();
    lines.loader(json.name("n"), null);
    json.endObject();
    assertEquals("{\"l\":\"app\",\"i\":907,\"a\":[7,5],\"n\":null}", lines.text.toString());
    assertArrayEquals(
        new int[] {5, 10, MarkedLines.LOADER, 15, 18, 907, 26, 27, 5, 33, 37, MarkedLines.LOADER},
        lines.marks());
  }

  @Test
  void aLineMayHaveManyMarks() {
    MarkedLines lines = new MarkedLines(new Utf8Text(0));
    JsonWriter json = new JsonWriter(lines.text).beginArray();
    for (int i = 0; i < 100; i++) {
      lines.id(json, 1);
    }
    int[] marks = lines.marks();
    assertEquals(300, marks.length);
    assertEquals(2 * 99 + 1, marks[297]);
  }
}
