package org.kpathjvm.workloads.spec.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SerialTest {
  private static List<SerialText> texts() {
    return SerialGraph.of(
        new TreeMap<>(
            Map.of(
                "a", "one two\n\n  two three two".getBytes(StandardCharsets.UTF_8),
                "b", "three four\n".getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void theGraphDescribesTheTexts() {
    List<SerialText> texts = texts();
    SerialText first = texts.get(0);
    assertEquals(3, first.lines.size());
    assertEquals(3, first.longestLine);
    assertEquals(0, first.lines.get(1).words.length);
    assertEquals(2, first.lines.get(2).indentation);
    SerialWord two = first.lines.get(0).words[1];
    assertSame(two, first.lines.get(2).words[2]);
    assertEquals(3, two.occurrences);
    assertEquals(3 / 7.0, two.share);
    assertSame(first, texts.get(1).lines.get(0).words[0].first);
  }

  @Test
  void aWrittenGraphIsReadUnchanged() throws IOException, ClassNotFoundException {
    List<SerialText> texts = texts();
    List<SerialText> copy = Serial.read(Serial.written(texts));
    assertNotSame(texts.get(0), copy.get(0));
    assertEquals(SerialGraph.written(texts), SerialGraph.written(copy));
    SerialText first = copy.get(0);
    assertEquals(3, first.longestLine);
    assertSame(first.lines.get(0).words[1], first.lines.get(2).words[2]);
    assertSame(first, copy.get(1).lines.get(0).words[0].first);
  }

  @Test
  void aLongLineIsReadUnchanged() throws IOException, ClassNotFoundException {
    byte[] line = (" ".repeat(40_000) + "word ".repeat(40_000)).getBytes(StandardCharsets.UTF_8);
    List<SerialText> texts = SerialGraph.of(Map.of("a", line));
    assertEquals(
        SerialGraph.written(texts), SerialGraph.written(Serial.read(Serial.written(texts))));
  }
}
