package org.kpathjvm.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.segment.CounterValues;
import org.kpathjvm.engine.windows.StreamMark;
import org.kpathjvm.engine.windows.WindowChange;

/**
 * The file beside a segment that says what was changed of what is counted, for when this process is
 * killed (docs/formats/stream.md). Always whole: it is written anew and renamed.
 */
final class WindowFile {
  private static final int MAGIC = 0x6B707769;
  private static final int VERSION = 1;
  private static final String NAME = "windows";

  private WindowFile() {}

  static Path beside(String segment) {
    return Path.of(segment).resolveSibling(NAME);
  }

  static void write(Path path, CountedWindows windows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeInt(windows.changes().size());
      for (WindowChange change : windows.changes()) {
        write(out, change);
      }
      write(out, windows.excluded());
      out.writeBoolean(windows.atStop() != null);
      if (windows.atStop() != null) {
        write(out, windows.atStop());
      }
      out.writeLong(checksum(bytes.toByteArray()));
    }
    Path partial = path.resolveSibling(NAME + ".new");
    try {
      Files.write(partial, bytes.toByteArray());
      Files.move(
          partial, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /**
   * What it says; nothing was changed if there is none.
   *
   * @throws SegmentException when it is damaged
   */
  static CountedWindows read(Path path) {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return new CountedWindows();
    }
    try {
      byte[] bytes = Files.readAllBytes(path);
      int length = bytes.length - Long.BYTES;
      if (length < 0) {
        throw new IOException("it is cut");
      }
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
        if (in.readInt() != MAGIC || in.readInt() != VERSION) {
          throw new IOException("it isn't of this version");
        }
        byte[] content = Arrays.copyOf(bytes, length);
        byte[] end = Arrays.copyOfRange(bytes, length, bytes.length);
        if (java.nio.ByteBuffer.wrap(end).getLong() != checksum(content)) {
          throw new IOException("its checksum is wrong");
        }
        List<WindowChange> changes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
          changes.add(readChange(in));
        }
        CounterValues excluded = readValues(in);
        return new CountedWindows(changes, excluded, in.readBoolean() ? readValues(in) : null);
      }
    } catch (IOException e) {
      throw new SegmentException(
          "windows " + path + ": " + e.getMessage() + ": remove it to count all", e);
    }
  }

  private static void write(DataOutputStream out, WindowChange change) throws IOException {
    out.writeByte(change.kind().ordinal());
    out.writeInt(change.marks().size());
    for (StreamMark mark : change.marks().values()) {
      out.writeInt(mark.lease());
      out.writeLong(mark.sequence());
      out.writeInt(mark.position());
    }
  }

  private static WindowChange readChange(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    Map<Integer, StreamMark> marks = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      StreamMark mark = new StreamMark(in.readInt(), in.readLong(), in.readInt());
      marks.put(mark.lease(), mark);
    }
    WindowChange.Kind[] kinds = WindowChange.Kind.values();
    if (kind >= kinds.length) {
      throw new IOException("it has a change of kind " + kind);
    }
    return new WindowChange(kinds[kind], marks);
  }

  private static void write(DataOutputStream out, CounterValues values) throws IOException {
    int[] count = new int[1];
    values.visit((owner, id, value) -> count[0]++);
    out.writeInt(count[0]);
    try {
      values.visit(
          (owner, id, value) -> {
            try {
              out.writeInt(owner);
              out.writeInt(id);
              out.writeLong(value);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static CounterValues readValues(DataInputStream in) throws IOException {
    CounterValues values = new CounterValues();
    for (int left = in.readInt(); left > 0; left--) {
      values.add(in.readInt(), in.readInt(), in.readLong());
    }
    return values;
  }

  private static long checksum(byte[] content) {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    return checksum.getValue();
  }
}
