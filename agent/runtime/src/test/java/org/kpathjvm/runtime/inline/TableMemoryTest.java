package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.threads.ThreadSetup;

/**
 * The tests are ordered, because reserved bytes stay reserved, and a recording that has ended for
 * lack of memory stays ended.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TableMemoryTest {
  private static final int LIMIT = 8 * 100;

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    InlineSetup.tableBytes = LIMIT;
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
  }

  @Test
  @Order(1)
  void growingAnArrayReservesOnlyTheAddedBytes() {
    long[] array = TableMemory.allocate(40);
    array[39] = 9;
    long[] longer = TableMemory.longer(array, 60);
    assertEquals(60, longer.length);
    assertEquals(9, longer[39]);
    assertArrayEquals(new long[20], java.util.Arrays.copyOfRange(longer, 40, 60));
  }

  @Test
  @Order(2)
  void memoryUpToTheLimitIsReserved() {
    assertTrue(TableMemory.take(LIMIT - 8 * 60));
    assertNull(Recording.reason());
  }

  @Test
  @Order(3)
  void aboveTheLimitTheRecordingEnds() {
    assertFalse(TableMemory.take(1));
    assertEquals("memory", Recording.reason());
    assertTrue(Recording.ended);
  }

  @Test
  @Order(4)
  void deniedBytesAreNotReserved() {
    assertNull(TableMemory.allocate(1000));
    InlineSetup.tableBytes = LIMIT + 8;
    assertTrue(TableMemory.take(8));
  }
}
