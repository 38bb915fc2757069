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
  /** The longs of a node, see the runtime's Forest. */
  private static final int STRIDE = 3;

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
        writeForests(tables.forests(), tables.forestSizes());
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

  private static ByteBuffer buffer() {
    return ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  private long writePairs(String name, long[] pairs) throws IOException {
    long written = 0;
    ByteBuffer buffer = buffer();
    try (FileOutputStream file = create(name)) {
      for (int at = 0; at < pairs.length; at += 2) {
        if (pairs[at] != 0) {
          makeRoom(buffer, file);
          buffer.putLong(pairs[at]).putLong(pairs[at + 1]);
          written++;
        }
      }
      drain(buffer, file);
    }
    return written;
  }

  /** Nodes of one forest behind those of the other, each behind its parent. */
  private void writeForests(long[][] arenas, int[] sizes) throws IOException {
    ByteBuffer buffer = buffer();
    int base = 0;
    try (FileOutputStream file = create("forest.bin")) {
      for (int forest = 0; forest < arenas.length; forest++) {
        long[] nodes = arenas[forest];
        int[] parents = parents(nodes, sizes[forest]);
        for (int node = 1; node <= sizes[forest]; node++) {
          makeRoom(buffer, file);
          buffer.putInt(parents[node] == 0 ? -1 : base + parents[node] - 1);
          buffer.putInt((int) (nodes[STRIDE * node] >>> 32)).putLong(nodes[STRIDE * node + 2]);
        }
        base = Math.addExact(base, sizes[forest]);
      }
      drain(buffer, file);
    }
  }

  /** The parent of each node, 0 for roots. */
  private static int[] parents(long[] nodes, int size) {
    int[] parents = new int[size + 1];
    for (int node = 1; node <= size; node++) {
      int child = (int) nodes[STRIDE * node + 1];
      while (child != 0) {
        parents[child] = node;
        child = (int) nodes[STRIDE * child];
      }
    }
    return parents;
  }

  private static void makeRoom(ByteBuffer buffer, FileOutputStream file) throws IOException {
    if (buffer.remaining() < 2 * Long.BYTES) {
      drain(buffer, file);
    }
  }

  private static void drain(ByteBuffer buffer, FileOutputStream file) throws IOException {
    file.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
