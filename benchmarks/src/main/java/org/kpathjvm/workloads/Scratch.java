package org.kpathjvm.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory. Closing it removes it with its content. */
final class Scratch implements AutoCloseable, Inputs.Place {
  /** Null until somebody asks for it. */
  private Path directory;

  /** Returns the directory. The first call makes it, in {@code java.io.tmpdir}. */
  @Override
  public Path directory() throws StandInFailure {
    if (directory == null) {
      directory = make();
    }
    return directory;
  }

  private static Path make() throws StandInFailure {
    try {
      return Files.createTempDirectory("kpath-stand-in-");
    } catch (IOException unwritable) {
      throw StandInFailure.unusable("cannot make a temporary directory: " + unwritable);
    }
  }

  @Override
  public void close() {
    if (directory == null || Files.notExists(directory)) {
      // Nobody wanted the directory, or somebody has cleaned temporary files up.
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      // A directory's content comes before the directory itself.
      List<Path> inside = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : inside) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      throw new UncheckedIOException("cannot remove " + directory, left);
    }
  }
}
