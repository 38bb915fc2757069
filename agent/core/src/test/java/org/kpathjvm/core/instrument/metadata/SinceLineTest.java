package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.json.Utf8Text;

class SinceLineTest {
  private static String line(List<Integer> firstIds, long millis) {
    Utf8Text text = new Utf8Text(16);
    SinceLine.append(firstIds, millis, text);
    return text.toString();
  }

  @Test
  void theLineNamesMethodsByFirstIds() {
    assertEquals(
        "{\"kind\":\"since\",\"millis\":1234,\"first_ids\":[1,17]}\n", line(List.of(1, 17), 1234));
  }

  @Test
  void theLineMayNameNoMethods() {
    assertEquals("{\"kind\":\"since\",\"millis\":0,\"first_ids\":[]}\n", line(List.of(), 0));
  }
}
