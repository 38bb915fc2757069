package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EngineMemoryTest {
  private static final long MEGABYTE = 1 << 20;

  /**
   * Half of the memory of 64 MB is for tables. A quarter of that half is divided between two
   * drains, and the rest goes to the drain that asks first.
   */
  private final EngineMemory memory = EngineMemory.of(64 * MEGABYTE, 2);

  @Test
  void eachDrainHasItsOwnShare() {
    assertEquals(32 * MEGABYTE, memory.tableBytes());
    assertEquals(4 * MEGABYTE, memory.drainShare());
  }

  @Test
  void theRestGoesToTheFirstDrainThatAsks() {
    assertTrue(memory.take(20 * MEGABYTE));
    assertFalse(memory.take(5 * MEGABYTE));
    assertTrue(memory.take(4 * MEGABYTE));
    assertFalse(memory.take(1));
  }

  @Test
  void releasedMemoryCanBeTakenAgain() {
    assertTrue(memory.take(24 * MEGABYTE));
    memory.giveBack(MEGABYTE);
    assertTrue(memory.take(MEGABYTE));
  }

  @Test
  void tooSmallAMemoryIsRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EngineMemory.of(8 * MEGABYTE - 1, 2));
    assertEquals(
        "an engine memory of 8388607 bytes is too small:"
            + " with 2 workers it must be at least 8388608",
        refused.getMessage());
    assertEquals(MEGABYTE, EngineMemory.of(8 * MEGABYTE, 2).drainShare() * 2);
  }

  /** Half of the 128 MB is for tables. All drains share three quarters of that half: 48 MB. */
  @Test
  void memoryIsAmpleWhileHalfOfThePoolIsLeft() {
    EngineMemory memory = EngineMemory.of(128 << 20, 2);
    assertTrue(memory.isAmple());
    memory.take(24 << 20);
    assertTrue(memory.isAmple());
    memory.take(1);
    assertFalse(memory.isAmple());
    memory.giveBack(1);
    assertTrue(memory.isAmple());
  }

  @Test
  void aSmallMemoryIsNeverAmple() {
    assertFalse(EngineMemory.of(63 << 20, 1).isAmple());
    assertTrue(EngineMemory.of(64 << 20, 1).isAmple());
    assertFalse(EngineMemory.of(64 << 20, 2).isAmple());
    assertTrue(EngineMemory.of(EngineMemory.UNBOUNDED, 3).isAmple());
  }
}
