package org.kpathjvm.workloads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends a JSON line per iteration to the file that the system property {@code kpath.iterations}
 * names; without the property, nothing.
 *
 * <p>{@code {"phase":"warmup"|"timed","iteration":1,"start_nanos":N,"wall_nanos":N,"cpu_nanos":N,
 * "valid":true,"digest":"hex"|null}}: {@code start_nanos} is {@link System#nanoTime}'s, {@code
 * cpu_nanos} the CPU time of the whole process during the iteration, the JVM's own threads
 * included.
 */
public final class IterationLog {
  /** The property with the file's path. */
  static final String PROPERTY = "kpath.iterations";

  private final Path file;

  private IterationLog(Path file) {
    this.file = file;
  }

  /** The log that the system property asks for. */
  public static IterationLog ofProperty() {
    String path = System.getProperty(PROPERTY);
    return new IterationLog(path == null || path.isEmpty() ? null : Path.of(path));
  }

  /**
   * Appends one line.
   *
   * @param digest of the result, in hex; null where the program checks its result by itself
   * @throws StandInFailure if the file can't be written
   */
  public void append(
      boolean isWarmup, int iteration, Measured measured, boolean isValid, String digest)
      throws StandInFailure {
    if (file == null) {
      return;
    }
    String line =
        "{\"phase\":\""
            + (isWarmup ? "warmup" : "timed")
            + "\",\"iteration\":"
            + iteration
            + ",\"start_nanos\":"
            + measured.startNanos()
            + ",\"wall_nanos\":"
            + measured.wallNanos()
            + ",\"cpu_nanos\":"
            + measured.cpuNanos()
            + ",\"valid\":"
            + isValid
            + ",\"digest\":"
            + (digest == null ? "null" : '"' + digest + '"')
            + "}\n";
    try {
      Files.writeString(
          file, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException unwritable) {
      throw StandInFailure.unusable("cannot write " + file + ": " + unwritable.getMessage());
    }
  }
}
