package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PriceTest {
  @Test
  void everyThirdIsFree() {
    for (int i = 0; i < 1000; i++) {
      assertEquals(4 * 250, Price.sum(new int[] {250}, new int[] {6}));
    }
  }
}
