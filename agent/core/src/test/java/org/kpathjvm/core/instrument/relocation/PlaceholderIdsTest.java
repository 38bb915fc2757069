package org.kpathjvm.core.instrument.relocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.StreamFormat;

class PlaceholderIdsTest {
  @Test
  void rangesHaveGapsAndAreAboveAllIds() {
    PlaceholderIds ids = new PlaceholderIds();
    int first = ids.allocate(10);
    assertTrue(first > StreamFormat.MAX_ID);
    assertTrue(ids.allocate(100) - 100 >= first + 2 * 10);
  }

  @Test
  void placeholdersCanRunOut() {
    PlaceholderIds ids = new PlaceholderIds();
    assertEquals(-1, ids.allocate(StreamFormat.MAX_ID));
    int last = ids.allocate(200_000_000);
    assertTrue(last > 0);
    assertEquals(-1, ids.allocate(200_000_000));
    assertTrue(ids.allocate(1) > last);
  }
}
