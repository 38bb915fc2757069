package org.kpathjvm.engine.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Writes the engine's tables to a file that appears under its name only when it is whole. Integers
 * in the machine's byte order, arrays with their length before them, a CRC-32C of all at the end.
 * {@link StateReader} reads it.
 */
public final class StateWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path path;
  private final Path temporary;
  private final FileChannel file;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.nativeOrder());

  private StateWriter(Path path, Path temporary, FileChannel file) {
    this.path = path;
    this.temporary = temporary;
    this.file = file;
  }

  /**
   * Begins a file, readable by its owner only, in a directory that is the caller's alone.
   *
   * @throws IOException when it can't be created
   */
  public static StateWriter create(Path path) throws IOException {
    Path temporary = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    FileChannel file =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new StateWriter(path, temporary, file);
  }

  public StateWriter put(int value) throws IOException {
    room(Integer.BYTES);
    buffer.putInt(value);
    return this;
  }

  public StateWriter put(long value) throws IOException {
    room(Long.BYTES);
    buffer.putLong(value);
    return this;
  }

  public StateWriter put(boolean value) throws IOException {
    return put(value ? 1 : 0);
  }

  public StateWriter put(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(bytes.length);
    for (byte each : bytes) {
      room(1);
      buffer.put(each);
    }
    return this;
  }

  /** The first {@code count} ints of an array. */
  public StateWriter put(int[] values, int count) throws IOException {
    put(count);
    for (int done = 0; done < count; ) {
      room(Integer.BYTES);
      int now = Math.min(count - done, buffer.remaining() / Integer.BYTES);
      buffer.asIntBuffer().put(values, done, now);
      buffer.position(buffer.position() + now * Integer.BYTES);
      done += now;
    }
    return this;
  }

  /** The first {@code count} longs of an array. */
  public StateWriter put(long[] values, int count) throws IOException {
    put(count);
    for (int done = 0; done < count; ) {
      room(Long.BYTES);
      int now = Math.min(count - done, buffer.remaining() / Long.BYTES);
      buffer.asLongBuffer().put(values, done, now);
      buffer.position(buffer.position() + now * Long.BYTES);
      done += now;
    }
    return this;
  }

  /**
   * Completes the file and gives it its name, in place of an older one.
   *
   * @return its size in bytes
   */
  public long commit() throws IOException {
    flush();
    buffer.putInt((int) checksum.getValue());
    flush();
    long bytes = file.position();
    file.close();
    Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    return bytes;
  }

  /** Without {@link #commit} nothing remains. */
  @Override
  public void close() throws IOException {
    file.close();
    Files.deleteIfExists(temporary);
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    checksum.update(buffer.duplicate());
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }
}
