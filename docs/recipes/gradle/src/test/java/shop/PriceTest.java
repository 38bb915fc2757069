package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PriceTest {
  @Test
  public void everyThirdIsFree() {
    for (int i = 0; i < 1000; i++) {
      assertEquals(4 * 250, Price.sum(new int[] {250}, new int[] {6}));
    }
  }
}
