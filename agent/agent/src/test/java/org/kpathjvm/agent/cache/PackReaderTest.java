package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackReaderTest {
  private static final int ENTRIES = 60;

  /** The number of bytes of an entry without its content. */
  private static final int HEAD = PackFormat.HEADER_BYTES + 2;

  @TempDir Path directory;

  private static byte[] original(int number) {
    return new byte[] {(byte) number, 1};
  }

  private static byte[] find(PackReader reader, int number) throws IOException {
    return reader.find(original(number), PackFormat.key(original(number)));
  }

  /** Returns the content of an entry. Some contents are larger than the reader's window. */
  private static byte[] content(int number) {
    byte[] content = new byte[number % 10 == 3 ? 100_000 : 500 * (number % 7)];
    new Random(number).nextBytes(content);
    return content;
  }

  private static byte[] pack() {
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    for (int number = 0; number < ENTRIES; number++) {
      pack.writeBytes(PackFormat.entry(original(number), content(number)));
    }
    return pack.toByteArray();
  }

  private PackReader reader(byte[] bytes) throws IOException {
    return new PackReader(Files.write(directory.resolve("pack"), bytes).toFile());
  }

  @Test
  void everyEntryIsFoundInAnyOrderAndRepeatedly() throws IOException {
    for (int step : new int[] {1, 7, 59}) {
      try (PackReader reader = reader(pack())) {
        for (int i = 0; i < 2 * ENTRIES; i++) {
          int number = i * step % ENTRIES;
          assertArrayEquals(content(number), find(reader, number), step + " " + number);
        }
        assertNull(find(reader, ENTRIES));
        assertFalse(reader.isDamaged());
      }
    }
  }

  @Test
  void aTruncatedFileIsReadUpToItsLastWholeEntry() throws IOException {
    byte[] pack = pack();
    int last = HEAD + content(ENTRIES - 1).length;
    for (int missing : new int[] {1, last - 1, last - HEAD + 1}) {
      try (PackReader reader = reader(Arrays.copyOf(pack, pack.length - missing))) {
        assertNull(find(reader, ENTRIES - 1));
        assertArrayEquals(content(ENTRIES - 2), find(reader, ENTRIES - 2));
        assertFalse(reader.isDamaged());
      }
    }
  }

  @Test
  void nothingIsReadAfterAnInvalidHeader() throws IOException {
    byte[] pack = pack();
    pack[HEAD + content(0).length] = 0;
    try (PackReader reader = reader(pack)) {
      assertNull(find(reader, 1));
      assertTrue(reader.isDamaged());
      assertNull(find(reader, 2));
      assertArrayEquals(content(0), find(reader, 0));
    }
  }

  @Test
  void entriesAfterChangedContentAreFound() throws IOException {
    byte[] pack = pack();
    int second = HEAD + content(0).length;
    pack[second + HEAD + 7]++;
    try (PackReader reader = reader(pack)) {
      assertNull(find(reader, 1));
      assertTrue(reader.isDamaged());
      assertArrayEquals(content(2), find(reader, 2));
    }
  }

  @Test
  void anEmptyPackHasNoEntries() throws IOException {
    try (PackReader reader = reader(new byte[0])) {
      assertNull(find(reader, 0));
      assertFalse(reader.isDamaged());
    }
  }

  @Test
  void anotherOriginalWithTheSameKeyIsNotFound() throws IOException {
    try (PackReader reader = reader(pack())) {
      assertNull(reader.find(new byte[] {7, 7}, PackFormat.key(original(3))));
      assertFalse(reader.isDamaged());
      assertArrayEquals(content(3), find(reader, 3));
    }
  }
}
