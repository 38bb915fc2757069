package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void bracketsAreEscaped() {
    for (int i = 0; i < 1000; i++) {
      assertEquals("a &lt; b &amp; c", Page.escaped("a < b & c"));
    }
  }
}
