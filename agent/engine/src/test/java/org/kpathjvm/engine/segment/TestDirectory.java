package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory for one run of a test. Closing this object removes the directory and its content.
 * jqwik runs a property's method many times, so JUnit's {@code TempDir} can't be used.
 */
public final class TestDirectory implements AutoCloseable {
  public final Path path;

  public TestDirectory() throws IOException {
    path = Files.createTempDirectory("kpath-test");
  }

  @Override
  public void close() throws IOException {
    remove(path);
  }

  static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
