package org.kpathjvm.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes what an inline profiler has recorded: first the tables, unless they were given up, and
 * then inline.json. The file inline.json has a checksum for each table that was written completely.
 * docs/formats/inline.md describes the files.
 */
final class InlineOutput {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path directory;
  private final Profiler profiler;
  private final InlineTables tables;

  /** The checksums of the files that have been written, by name. */
  private final Map<String, String> checksums = new LinkedHashMap<>();

  InlineOutput(Path directory, Profiler profiler, InlineTables tables) {
    this.directory = directory;
    this.profiler = profiler;
    this.tables = tables;
  }

  /**
   * Writes the files. This must be called only once.
   *
   * @param quiet whether all threads have left the probes
   * @param running the methods that were executing when the recording ended
   */
  void write(long instrumentationNanos, long unlisted, boolean quiet, Set<String> running)
      throws IOException {
    String ended = tables.reason();
    if (ended.equals("shutdown")) {
      try {
        writeTables();
      } catch (OutOfMemoryError heapFull) {
        ended = "memory";
      }
    }
    JsonWriter json = new JsonWriter().beginObject();
    json.put("ended", ended).put("quiet", quiet);
    for (Map.Entry<?, ?> figure : tables.totals().entrySet()) {
      json.put((String) figure.getKey(), (Long) figure.getValue());
    }
    if (profiler.scheme().packs()) {
      json.name("running").beginArray();
      running.forEach(json::value);
      json.endArray();
    }
    json.put("instrumentation_nanos", instrumentationNanos);
    json.put("unlisted_classes", unlisted);
    json.name("files").beginObject();
    checksums.forEach(json::put);
    byte[] text = (json.endObject().endObject() + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileOutputStream file = create("inline.json")) {
      file.write(CheckedLines.of(text));
    }
  }

  private void writeTables() throws IOException {
    writeTable("counters.bin", file -> write(tables.counters(), file));
    if (profiler.tablesFile() != null) {
      writeTable(
          profiler.tablesFile(),
          file -> {
            for (long[] rows = tables.nextRows(); rows != null; rows = tables.nextRows()) {
              write(rows, file);
            }
          });
    }
  }

  private interface Content {
    void writeTo(OutputStream file) throws IOException;
  }

  private void writeTable(String name, Content content) throws IOException {
    CRC32 checksum = new CRC32();
    try (FileOutputStream file = create(name)) {
      content.writeTo(new CheckedOutputStream(file, checksum));
    }
    checksums.put(name, CheckedLines.hex(checksum));
  }

  private FileOutputStream create(String name) throws IOException {
    Path path = directory.resolve(name);
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new FileOutputStream(path.toFile());
  }

  /** Writes the pairs whose first number isn't 0. */
  private static void write(long[] pairs, OutputStream file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at] != 0) {
        buffer.putLong(pairs[at]).putLong(pairs[at + 1]);
      }
      if (!buffer.hasRemaining() || at + 2 == pairs.length) {
        file.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
    }
  }
}
