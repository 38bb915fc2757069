package org.kpathjvm.workloads;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/**
 * Appends a JSON line for each iteration to the file that the system property {@code
 * kpath.iterations} names. Without the property, nothing is written.
 *
 * <p>A line is {@code {"phase":"warmup"|"timed","iteration":1,"start_nanos":N,"wall_nanos":N,
 * "cpu_nanos":N,"valid":true,"digest":"hex"|null}}. The field {@code start_nanos} is a value of
 * {@link System#nanoTime}. The field {@code cpu_nanos} is the CPU time of the whole process,
 * including the JVM's own threads.
 */
public final class IterationLog {
  static final String PROPERTY = "kpath.iterations";

  private final Path file;

  private IterationLog(Path file) {
    this.file = file;
  }

  /** Returns the log that the system property asks for. */
  public static IterationLog ofProperty() {
    String path = System.getProperty(PROPERTY);
    return new IterationLog(path == null || path.isEmpty() ? null : Path.of(path));
  }

  /**
   * Appends one line.
   *
   * @param digest the digest of the result in hex; null if the program checks its own result
   * @throws StandInFailure if the file can't be written
   */
  public void append(
      boolean isWarmup, int iteration, Measured measured, boolean isValid, String digest)
      throws StandInFailure {
    if (file == null) {
      return;
    }
    StringJoiner line = new StringJoiner(",", "{", "}\n");
    line.add(isWarmup ? "\"phase\":\"warmup\"" : "\"phase\":\"timed\"");
    line.add("\"iteration\":" + iteration);
    line.add("\"start_nanos\":" + measured.startNanos());
    line.add("\"wall_nanos\":" + measured.wallNanos());
    line.add("\"cpu_nanos\":" + measured.cpuNanos());
    line.add("\"valid\":" + isValid);
    line.add("\"digest\":" + (digest == null ? "null" : '"' + digest + '"'));
    try {
      Files.writeString(file, line.toString(), UTF_8, CREATE, APPEND);
    } catch (IOException unwritable) {
      throw StandInFailure.unusable("cannot write " + file + ": " + unwritable.getMessage());
    }
  }
}
