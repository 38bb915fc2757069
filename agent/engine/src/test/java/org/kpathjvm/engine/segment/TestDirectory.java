package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory of one test's own. It is removed with its content when it is closed. A property of
 * jqwik runs its method many times, which JUnit's {@code TempDir} does not know.
 */
public final class TestDirectory implements AutoCloseable {
  public final Path path;

  /** Makes the directory. */
  public TestDirectory() throws IOException {
    path = Files.createTempDirectory("kpath-test");
  }

  @Override
  public void close() throws IOException {
    remove(path);
  }

  /** Removes a directory with its content. */
  static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
