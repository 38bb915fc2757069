package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.runtime.json.Utf8Text;

class MetadataWriterTest {
  @TempDir Path directory;

  private static Utf8Text lines(String text) {
    Utf8Text lines = new Utf8Text(16);
    for (char letter : text.toCharArray()) {
      lines.ascii(letter);
    }
    return lines;
  }

  @Test
  void linesAreAppendedWithChecksums() throws IOException {
    Path file = directory.resolve("methods.jsonl");
    MetadataWriter writer = new MetadataWriter(file, () -> {});
    writer.append(lines("{\"a\":1}\n"));
    String first = Files.readString(file);
    CheckedLinesTest.assertChecked(first);
    writer.append(lines("{\"b\":2}\n{\"c\":3}\n"));
    String all = Files.readString(file);
    assertTrue(all.startsWith(first), all);
    assertEquals(
        List.of("{\"a\":1", "{\"b\":2", "{\"c\":3"),
        all.lines().map(line -> line.substring(0, 6)).collect(Collectors.toList()));
    CheckedLinesTest.assertChecked(all);
  }

  @Test
  void onlyTheOwnerMayReadTheFile() throws IOException {
    Path file = directory.resolve("methods.jsonl");
    new MetadataWriter(file, () -> {});
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void existingFilesAndLinksAreRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("there"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("none"));
    assertThrows(FileAlreadyExistsException.class, () -> new MetadataWriter(file, () -> {}));
    assertThrows(FileAlreadyExistsException.class, () -> new MetadataWriter(link, () -> {}));
  }

  @Test
  void unlistedClassesAreCounted() throws IOException {
    AtomicInteger unlisted = new AtomicInteger();
    MetadataWriter writer =
        new MetadataWriter(directory.resolve("methods.jsonl"), unlisted::incrementAndGet);
    // Null is passed if there was no memory to make the lines.
    assertThrows(IOException.class, () -> writer.append(null));
    assertEquals(1, unlisted.get());
    writer.close();
    assertThrows(IOException.class, () -> writer.append(lines("{\"a\":1}\n")));
    assertEquals(2, unlisted.get());
  }
}
