package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PageTest {
  @Test
  public void bracketsAreEscaped() {
    for (int i = 0; i < 1000; i++) {
      assertEquals("a &lt; b &amp; c", Page.escaped("a < b & c"));
    }
  }
}
