package org.kpathjvm.engine.segment;

import static org.kpathjvm.engine.segment.JournalFormat.*;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

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
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Appends consumed chunks to a drain's journal ({@link JournalFormat}). What was written survives
 * the death of the process, not of the machine: nothing is forced to the disk. Used by one thread.
 *
 * <p>A journal that can't be written any more (a full disk) is removed: its rest is of no use, and
 * the room is needed. The drain goes on without; {@link #failure} says so.
 */
final class JournalWriter {
  private static final byte[] PADDING = new byte[3];

  private final Path path;
  private final int drain;
  private final int drains;
  private final long mostBytes;
  private final ByteBuffer header =
      ByteBuffer.allocateDirect(RECORD_HEADER_BYTES).order(ByteOrder.nativeOrder());
  private final CRC32C checksum = new CRC32C();
  // Plain Java: the faster ones unpack native code into a directory for temporary files, or use
  // what
  // newer JDKs warn of.
  private final LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
  private final ByteBuffer packed =
      ByteBuffer.allocateDirect(compressor.maxCompressedLength(BLOCK_BYTES));
  private FileChannel file;
  private long bytes;
  private volatile String failure;
  private volatile boolean ending;

  private JournalWriter(Path path, int drain, int drains, long mostBytes, FileChannel file) {
    this.path = path;
    this.drain = drain;
    this.drains = drains;
    this.mostBytes = mostBytes;
    this.file = file;
  }

  /**
   * Creates a drain's journal in a directory that is the caller's alone.
   *
   * @param mostBytes where it ends, as on a full disk
   * @throws IOException when it exists or can't be created
   */
  static JournalWriter create(Path directory, int drain, int drains, long mostBytes)
      throws IOException {
    Path path = directory.resolve(fileName(drain));
    FileChannel file =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    JournalWriter journal = new JournalWriter(path, drain, drains, mostBytes, file);
    journal.begin();
    return journal;
  }

  /** Bytes in the journal; 0 once it has failed. */
  long bytes() {
    return bytes;
  }

  /** Null, or why the journal ended. From any thread. */
  String failure() {
    return failure;
  }

  /** It is given up and removed instead of the next append. From any thread. */
  void endSoon() {
    ending = true;
  }

  /** Appends a chunk's words; they are in the file when this returns, or the journal has failed. */
  void append(
      SegmentReader segment, int block, int lease, long sequence, boolean carrier, int size) {
    if (file == null) {
      return;
    }
    if (ending) {
      fail(new IOException("another drain's journal ended"));
      return;
    }
    ByteBuffer words = segment.bytes(block, size);
    packed.clear();
    compressor.compress(words.duplicate(), packed);
    // Whoever reads must be able to distinguish packed words from others.
    ByteBuffer stored = packed.position() < size ? packed.flip() : words;
    int padding = paddedBytes(stored.remaining()) - stored.remaining();
    if (bytes + RECORD_HEADER_BYTES + stored.remaining() + padding > mostBytes) {
      fail(new IOException("it has reached its limit"));
      return;
    }
    header.clear();
    header.putInt(RECORD_MARK).putInt(lease).putLong(sequence).putInt(carrier ? 1 : 0);
    header.putInt(size).putInt(stored.remaining());
    checksum.reset();
    checksum.update(header.duplicate().flip());
    checksum.update(stored.duplicate());
    header.putInt((int) checksum.getValue()).flip();
    try {
      write(header);
      write(stored);
      write(ByteBuffer.wrap(PADDING, 0, padding));
    } catch (IOException e) {
      fail(e);
    }
  }

  /** A journal with a gap is of no use, and room is short: removes it. */
  void fail(IOException reason) {
    failure = reason.getMessage() == null ? reason.toString() : reason.getMessage();
    bytes = 0;
    close();
    try {
      Files.deleteIfExists(path);
    } catch (IOException left) {
      failure += "; it could not be removed: " + left.getMessage();
    }
  }

  void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException ignored) {
      // All that was appended is with the operating system already.
    }
    file = null;
  }

  private void begin() throws IOException {
    bytes = 0;
    ByteBuffer fields = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
    fields.putLong(MAGIC).putInt(VERSION).putInt(drain).putInt(drains).flip();
    write(fields);
  }

  private void write(ByteBuffer content) throws IOException {
    bytes += content.remaining();
    while (content.hasRemaining()) {
      file.write(content);
    }
  }
}
