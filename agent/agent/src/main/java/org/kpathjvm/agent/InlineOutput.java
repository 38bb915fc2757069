package org.kpathjvm.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes what an inline profiler has recorded: the tables, and last inline.json, which says that
 * they are complete. docs/formats/inline.md describes them.
 */
final class InlineOutput {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path directory;
  private final Profiler profiler;
  private final InlineTables tables;

  InlineOutput(Path directory, Profiler profiler, InlineTables tables) {
    this.directory = directory;
    this.profiler = profiler;
    this.tables = tables;
  }

  /**
   * Writes all files, once.
   *
   * @param quiet whether no thread was in a probe any more
   */
  void write(long instrumentationNanos, long unlisted, boolean quiet) throws IOException {
    String ended = tables.reason();
    long entries = -1;
    if (ended.equals("shutdown")) {
      try {
        entries = writeTables();
      } catch (OutOfMemoryError heapFull) {
        ended = "memory";
      }
      ended = entries < 0 ? "memory" : ended;
    }
    JsonWriter json = new JsonWriter().beginObject();
    json.put("ended", ended).name("quiet").value(quiet);
    for (Map.Entry<?, ?> figure : tables.totals().entrySet()) {
      json.put((String) figure.getKey(), (Long) figure.getValue());
    }
    if (profiler == Profiler.K_BLPP) {
      json.put("ksf_internal_degree", internalDegree());
    }
    if (entries >= 0 && profiler != Profiler.EDGE && profiler != Profiler.K_BLPP) {
      json.put("blpp_paths", entries);
    }
    json.put("instrumentation_nanos", instrumentationNanos);
    json.put("unlisted_classes", unlisted);
    byte[] text = (json.endObject() + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileOutputStream file = create("inline.json")) {
      file.write(text);
    }
  }

  /** Returns the number of distinct paths counted apart from a forest; -1: no memory for them. */
  private long writeTables() throws IOException {
    long[] counters = tables.counters();
    if (counters == null) {
      return -1;
    }
    writePairs("counters.bin", counters);
    switch (profiler) {
      case BLPP_ARRAY:
      case BLPP_HASH:
        long[] counts = tables.pathCounts();
        return counts == null ? -1 : writePairs("counts.bin", counts);
      case K_BLPP:
        writeForests();
        return 0;
      default:
        return 0;
    }
  }

  /** Children per node that has any. */
  private double internalDegree() {
    Map<?, ?> totals = tables.totals();
    long internal = (Long) totals.get("ksf_internal_nodes");
    long children = (Long) totals.get("ksf_nodes") - (Long) totals.get("ksf_roots");
    return internal == 0 ? 0 : (double) children / internal;
  }

  private FileOutputStream create(String name) throws IOException {
    Path path = directory.resolve(name);
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new FileOutputStream(path.toFile());
  }

  private long writePairs(String name, long[] pairs) throws IOException {
    try (FileOutputStream file = create(name)) {
      return write(pairs, file);
    }
  }

  private void writeForests() throws IOException {
    try (FileOutputStream file = create("forest.bin")) {
      for (long[] rows = tables.nextForestRows(); rows != null; rows = tables.nextForestRows()) {
        write(rows, file);
      }
    }
  }

  /** Writes those pairs whose first half isn't 0; returns how many. */
  private static long write(long[] pairs, FileOutputStream file) throws IOException {
    long written = 0;
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at] != 0) {
        buffer.putLong(pairs[at]).putLong(pairs[at + 1]);
        written++;
      }
      if (!buffer.hasRemaining() || at + 2 == pairs.length) {
        file.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
    }
    return written;
  }
}
