package org.kpathjvm.runtime.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {
  private final Utf8Text text = new Utf8Text(1);

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 99, 100, -1, -10, Long.MAX_VALUE, Long.MIN_VALUE})
  void numbersAreDecimal(long number) {
    text.ascii('=');
    text.number(number);
    assertEquals("=" + number, text.toString());
  }

  @Test
  void textsAreAppendedInOrder() {
    text.ascii('a');
    text.ascii("bc");
    text.any("d\u00e9\u20ac");
    text.append(new byte[] {'e', 'f'});
    assertEquals("abcd\u00e9\u20acef", text.toString());
  }

  @Test
  void bytesAreUtf8() {
    text.any("\u00e9\ud83d\ude00");
    assertArrayEquals("\u00e9\ud83d\ude00".getBytes(StandardCharsets.UTF_8), text.toBytes());
  }

  @Test
  void aTextGrows() {
    for (int i = 0; i < 1000; i++) {
      text.ascii("word ");
    }
    assertEquals("word ".repeat(1000), text.toString());
    assertEquals(5000, text.toBytes().length);
  }

  @Test
  void aTextIsEmptyUntilSomethingIsAppended() {
    assertTrue(text.isEmpty());
    text.ascii(' ');
    assertFalse(text.isEmpty());
  }
}
