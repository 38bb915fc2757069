package org.kpathjvm.engine.journal;

import static org.kpathjvm.engine.journal.JournalFormat.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The file of a drain's journal ({@link JournalFormat}) while the journal is written. Written
 * records survive if the process is killed. They may be lost if the machine crashes, because they
 * aren't forced to the disk. Only one thread may use an object of this class.
 */
final class JournalFile {
  private final Path path;
  private final FileChannel file;
  private final ByteBuffer header =
      ByteBuffer.allocateDirect(RECORD_HEADER_BYTES).order(ByteOrder.nativeOrder());
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer packed = ChunkPacking.newBuffer();
  private final ByteBuffer record = ByteBuffer.allocateDirect(MOST_RECORD_BYTES);

  /** The record that was packed last: its header, and its stored bytes with padding. */
  private final ByteBuffer[] parts = new ByteBuffer[2];

  private long bytes;

  private JournalFile(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Creates the file of a drain's journal.
   *
   * @throws IOException if the file exists or can't be created
   */
  static JournalFile create(Path path, int drain, int drains) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    JournalFile created = new JournalFile(path, channel);
    ByteBuffer fields = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
    fields.putLong(MAGIC).putInt(VERSION).putInt(drain).putInt(drains).flip();
    while (fields.hasRemaining()) {
      channel.write(fields);
    }
    created.bytes = HEADER_BYTES;
    return created;
  }

  /** Returns the offset in bytes at which the next record begins. */
  long bytes() {
    return bytes;
  }

  /**
   * Packs a block into a record, which {@link #append} then writes. Returns the number of bytes in
   * the record.
   */
  int pack(ByteBuffer words, BlockTag tag) {
    ByteBuffer stored = ChunkPacking.pack(words, packed);
    int storedBytes = stored.remaining();
    header.clear();
    tag.putTo(header);
    header.putInt(words.remaining()).putInt(storedBytes);
    header.putInt(checksum(header.duplicate().flip(), stored)).flip();
    if (stored == packed) {
      packed.limit(paddedBytes(storedBytes));
      for (int at = storedBytes; at < packed.limit(); at++) {
        packed.put(at, (byte) 0);
      }
    }
    parts[0] = header;
    parts[1] = stored.duplicate();
    return RECORD_HEADER_BYTES + paddedBytes(storedBytes);
  }

  /**
   * Appends the record that was packed last.
   *
   * @throws IOException if the record can't be written; the next record is then written at the same
   *     offset
   */
  void append() throws IOException {
    long end = bytes + header.remaining() + parts[1].remaining();
    file.position(bytes);
    while (parts[1].hasRemaining()) {
      file.write(parts);
    }
    bytes = end;
  }

  /**
   * Returns the words of a record that was appended.
   *
   * @throws IOException if the record can't be read or differs from the record that was written
   */
  int[] read(long place, int recordBytes) throws IOException {
    record.clear().limit(recordBytes).order(ByteOrder.nativeOrder());
    while (record.hasRemaining()) {
      if (file.read(record, place + record.position()) < 0) {
        throw new IOException("the file became shorter while it was in use");
      }
    }
    record.flip();
    int storedBytes = record.getInt(RECORD_STORED_BYTES_OFFSET);
    int wordBytes = record.getInt(RECORD_DATA_BYTES_OFFSET);
    int[] words = null;
    if (storedBytes >= 0 && RECORD_HEADER_BYTES + paddedBytes(storedBytes) == recordBytes) {
      ByteBuffer fields = record.slice(0, RECORD_CHECKSUM_OFFSET);
      ByteBuffer content = record.slice(RECORD_HEADER_BYTES, storedBytes);
      if (checksum(fields, content) == record.getInt(RECORD_CHECKSUM_OFFSET)) {
        words = ChunkPacking.unpack(content, wordBytes);
      }
    }
    if (words == null) {
      throw new IOException("it is damaged at byte " + place);
    }
    return words;
  }

  /**
   * Removes the file's name. From then on, no other process can open the file, and the file
   * vanishes when this process ends.
   */
  void unlink() throws IOException {
    Files.deleteIfExists(path);
  }

  void clear() throws IOException {
    file.truncate(HEADER_BYTES);
    bytes = HEADER_BYTES;
  }

  void close() {
    try {
      file.close();
    } catch (IOException ignored) {
      // The operating system already has everything that was appended.
    }
  }

  Path path() {
    return path;
  }

  private int checksum(ByteBuffer fields, ByteBuffer content) {
    checksum.reset();
    checksum.update(fields);
    checksum.update(content.duplicate());
    return (int) checksum.getValue();
  }
}
