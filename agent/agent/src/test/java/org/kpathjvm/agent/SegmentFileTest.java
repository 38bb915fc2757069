package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentHeader;

class SegmentFileTest {
  @TempDir Path directory;

  private Path path() {
    return directory.resolve("segment");
  }

  /**
   * Makes a template as the launcher does. A template has only a segment's header; several JVMs
   * make their segments from the template.
   */
  private Path template() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
    header.putLong(HEADER_CONSUMER_PID_OFFSET, 123).putLong(HEADER_CONSUMER_START_OFFSET, 456);
    SegmentHeader.write(header, SegmentGeometry.fitting(LEAST_SEGMENT_BYTES, 7), FLAG_TEMPLATE);
    return Files.write(directory.resolve("template"), header.array());
  }

  @Test
  void theAgentCreatesASegment() throws IOException {
    SegmentFile made = SegmentFile.create(path(), LEAST_SEGMENT_BYTES, true);
    SegmentFile opened = SegmentFile.open(path());
    assertEquals(made.geometry.totalBytes, Files.size(path()));
    assertEquals(made.geometry.blockCount, opened.geometry.blockCount);
    assertEquals(THREAD_ROWS, opened.geometry.threadRows);
    assertTrue(opened.keep() && !opened.isTemplate());
    assertEquals(0, opened.consumerPid());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
    assertThrows(IOException.class, () -> SegmentFile.create(path(), LEAST_SEGMENT_BYTES, false));
  }

  @Test
  void aSegmentIsCreatedFromATemplate() throws IOException {
    SegmentFile template = SegmentFile.open(template());
    assertTrue(template.isTemplate());
    SegmentFile.createLike(template, path());
    SegmentFile made = SegmentFile.open(path());
    assertFalse(made.isTemplate() || made.keep());
    assertEquals(template.geometry.totalBytes, Files.size(path()));
    assertEquals(7, made.geometry.threadRows);
    assertEquals(123, made.consumerPid());
    assertEquals(456, made.consumerStart());
  }

  @Test
  void filesThatAreNotSegmentsAreRefused() throws IOException {
    Files.write(path(), new byte[100]);
    refused("has 100 bytes, which isn't the size of a segment");
    Files.write(path(), new byte[HEADER_BYTES]);
    refused("not a segment");
  }

  @Test
  void anotherLayoutVersionIsRefused() throws IOException {
    SegmentFile.create(path(), LEAST_SEGMENT_BYTES, false)
        .bytes
        .putInt(HEADER_VERSION_OFFSET, VERSION - 1);
    refused("layout version " + (VERSION - 1) + ", but this kpath-jvm reads " + VERSION);
  }

  @Test
  void aTruncatedSegmentIsRefused() throws IOException {
    long bytes = SegmentFile.create(path(), LEAST_SEGMENT_BYTES, false).geometry.totalBytes;
    try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
      file.setLength(bytes - PAGE_BYTES);
    }
    refused("damaged header");
  }

  private void refused(String reason) {
    IOException refused = assertThrows(IOException.class, () -> SegmentFile.open(path()));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    assertTrue(refused.getMessage().startsWith(path().toString()), refused.getMessage());
  }
}
