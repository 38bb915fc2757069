package org.kpathjvm.engine.mapping;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentMappingTest {
  private static final int WINDOW_BITS = 18;
  private static final int BYTES = 3 * (1 << WINDOW_BITS) + 2 * BLOCK_BYTES + 4096;

  @Test
  void blocksAreReadAcrossWindows(@TempDir Path directory) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            directory.resolve("file"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      SegmentMapping whole = SegmentMapping.map(file, MapMode.READ_WRITE, BYTES);
      for (int offset = 0; offset < BYTES; offset += 4) {
        whole.setInt(offset, offset / 4 + 1);
      }
      SegmentMapping windows = SegmentMapping.map(file, MapMode.READ_WRITE, BYTES, WINDOW_BITS);
      int[] expected = new int[BLOCK_BYTES / 4];
      int[] found = new int[BLOCK_BYTES / 4];
      for (int offset = 4096; offset + BLOCK_BYTES <= BYTES; offset += BLOCK_BYTES) {
        whole.copyInts(offset, expected, 0, expected.length);
        windows.copyInts(offset, found, 0, found.length);
        assertArrayEquals(expected, found);
        assertEquals(offset / 4 + 1, windows.intAcquire(offset));
        assertEquals(
            whole.longAcquire(offset + BLOCK_BYTES - 8),
            windows.longAcquire(offset + BLOCK_BYTES - 8));
        windows.zero(offset, BLOCK_BYTES);
      }
      for (int offset = 0; offset < BYTES; offset += 4) {
        assertEquals(offset < 4096 ? offset / 4 + 1 : 0, whole.intAcquire(offset));
      }
    }
  }
}
