package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentHeaderTest {
  private final SegmentGeometry geometry = SegmentGeometry.fitting(LEAST_SEGMENT_BYTES, 3);
  private final ByteBuffer header =
      ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());

  @BeforeEach
  void write() {
    SegmentHeader.write(header, geometry, FLAG_KEEP);
  }

  @Test
  void theHeaderIsReadAsWritten() {
    assertNull(SegmentHeader.fault(header, geometry.totalBytes));
    SegmentGeometry read = SegmentHeader.geometry(header);
    assertEquals(geometry.slotCount, read.slotCount);
    assertEquals(geometry.blockCount, read.blockCount);
    assertEquals(3, read.threadRows);
    assertEquals(geometry.totalBytes, read.totalBytes);
    assertEquals(FLAG_KEEP, header.getInt(HEADER_FLAGS_OFFSET));
  }

  @ParameterizedTest
  @CsvSource({"-1", "1", "4096"})
  void aFileOfAnotherSizeIsRefused(int more) {
    String fault = SegmentHeader.fault(header, geometry.totalBytes + more);
    assertTrue(fault.startsWith("damaged header: 16384 slots, "), fault);
  }

  @Test
  void aFileThatIsNoSegmentIsRefused() {
    header.putLong(HEADER_MAGIC_OFFSET, 0xABC);
    assertEquals("not a segment: it begins with 0xabc", fault());
  }

  @ParameterizedTest
  @ValueSource(ints = {VERSION - 1, VERSION + 1})
  void anotherVersionIsRefused(int version) {
    header.putInt(HEADER_VERSION_OFFSET, version);
    assertEquals("layout version " + version + ", but this kpath-jvm reads " + VERSION, fault());
  }

  @ParameterizedTest
  @CsvSource({
    "SLOT_COUNT, 0",
    "SLOT_COUNT, -2147483648",
    "SLOT_COUNT, 12288",
    "SLOT_COUNT, 32768",
    "BLOCK_COUNT, 0",
    "BLOCK_COUNT, -1",
    "BLOCK_COUNT, 1",
    "BLOCK_COUNT, 2147483647",
    "THREAD_ROWS, -1",
    "THREAD_ROWS, 1000000",
    "TOTAL_BYTES, 0"
  })
  void impossibleFieldsAreRefused(String name, int value) throws ReflectiveOperationException {
    header.putInt(SegmentLayout.class.getField("HEADER_" + name + "_OFFSET").getInt(null), value);
    assertTrue(fault().startsWith("damaged header: "), fault());
  }

  private String fault() {
    return SegmentHeader.fault(header, geometry.totalBytes);
  }
}
