package org.kpathjvm.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is removed with all that is in it when it is closed. */
final class Scratch implements AutoCloseable {
  private final Path directory;

  /**
   * Makes it where {@code java.io.tmpdir} says.
   *
   * @throws StandInFailure if it can't be made
   */
  Scratch() throws StandInFailure {
    try {
      directory = Files.createTempDirectory("kpath-stand-in-");
    } catch (IOException unwritable) {
      throw StandInFailure.unusable("cannot make a temporary directory: " + unwritable);
    }
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    if (Files.notExists(directory)) {
      // Whoever cleans temporary files has been here before us.
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      // Contents before their directory.
      List<Path> inside = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : inside) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      throw new UncheckedIOException("cannot remove " + directory, left);
    }
  }
}
