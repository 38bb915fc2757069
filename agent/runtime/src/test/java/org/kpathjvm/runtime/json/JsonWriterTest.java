package org.kpathjvm.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static String string(String text) {
    return new JsonWriter().value(text).toString();
  }

  @Test
  void membersOfAllTypesAreWritten() {
    JsonWriter json = new JsonWriter().beginObject().put("s", "x").put("none", (String) null);
    json.put("n", -7L).put("d", 0.5).put("b", true).name("list").values(List.of("p", "q"));
    assertEquals(
        "{\"s\":\"x\",\"none\":null,\"n\":-7,\"d\":0.5,\"b\":true,\"list\":[\"p\",\"q\"]}",
        json.endObject().toString());
  }

  @Test
  void encodedElementsGetCommas() {
    byte[] elements = new JsonWriter().value(1).value(2).toBytes();
    JsonWriter json = new JsonWriter().beginArray().value(0).encoded(elements).value(3);
    assertEquals("[0,1,2,3]", json.endArray().toString());
    assertEquals("[]", new JsonWriter().beginArray().encoded(new byte[0]).endArray().toString());
  }

  @Test
  void arraysAndObjectsAreNested() {
    String json =
        new JsonWriter()
            .beginObject()
            .name("a")
            .value(1)
            .name("b")
            .beginArray()
            .values()
            .values(1, -2)
            .endArray()
            .name("c")
            .beginObject()
            .endObject()
            .name("d")
            .value((String) null)
            .name("e")
            .value(true)
            .endObject()
            .toString();
    assertEquals("{\"a\":1,\"b\":[[],[1,-2]],\"c\":{},\"d\":null,\"e\":true}", json);
  }

  @Test
  void specialCharactersAreEscaped() {
    assertEquals("\"\\\"\\\\/\"", string("\"\\/"));
    assertEquals("\"\\u0000\\u000a\\u001f\\u007f \"", string("\u0000\n\u001f\u007f "));
    assertEquals("\"\\u2028\\u2029\"", string("\u2028\u2029"));
  }

  @Test
  void unpairedSurrogatesAreEscaped() {
    assertEquals("\"\uD83D\uDE00\"", string("\uD83D\uDE00"));
    assertEquals("\"\\ud83d\"", string("\uD83D"));
    assertEquals("\"\\ude00\\ud83d\"", string("\uDE00\uD83D"));
    assertEquals("\"\\ud83dx\"", string("\uD83Dx"));
    assertEquals("\"\\ud83d\uD83D\uDE00\"", string("\uD83D\uD83D\uDE00"));
  }
}
