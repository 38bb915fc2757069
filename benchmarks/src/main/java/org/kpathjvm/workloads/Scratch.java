package org.kpathjvm.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory, which {@link #close} removes together with the directory's content. */
final class Scratch implements AutoCloseable, Inputs.Place {
  /** Null until the first call of {@link #directory()}. */
  private Path directory;

  /** Returns the directory. The first call creates the directory, in {@code java.io.tmpdir}. */
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
      // The directory was never created, or has already been removed by something else.
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      // The reverse order puts a directory's content before the directory itself.
      List<Path> inside = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : inside) {
        Files.deleteIfExists(file);
      }
    } catch (IOException left) {
      throw new UncheckedIOException("cannot remove " + directory, left);
    }
  }
}
