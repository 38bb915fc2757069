package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathRunTest {
  @Test
  void aPathRunHasTheFieldsOfItsRecord() {
    PathRun run = new PathRun();
    assertTrue(run.set(5, 100, 31, 32_767));
    assertEquals(5, run.bits());
    assertEquals(100, run.firstId());
    assertEquals(31, run.path());
    assertEquals(32_767, run.count());
    assertEquals(131, run.id());
  }

  @Test
  void theIdMayExceedAnInt() {
    PathRun run = new PathRun();
    assertTrue(run.set(31, Integer.MAX_VALUE, Integer.MAX_VALUE, 1));
    assertEquals(2L * Integer.MAX_VALUE, run.id());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1", "5, 32, 1", "5, -1, 1", "5, 1, 0", "5, 1, -7", "31, -1, 1"})
  void invalidRecordsAreNotRuns(int bits, int path, int count) {
    assertFalse(new PathRun().set(bits, 100, path, count));
  }
}
