package org.kpathjvm.engine.journal;

import static org.kpathjvm.engine.journal.JournalFormat.*;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_TABLE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.mapping.SegmentMapping;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * The complete records of a drain's journal ({@link JournalFormat}), mapped read-only. Reading
 * stops at the first record that is incomplete or damaged. If the writer was killed while it was
 * appending a record, the journal {@linkplain #isCutShort is cut short}. If a record is damaged,
 * {@link #damage} describes where.
 */
public final class JournalReader {
  /** The block of a record. The words are unpacked when they are first read. */
  public static final class Chunk {
    private final JournalReader journal;
    private final BlockTag tag;
    private final int bytes;
    private final int storedBytes;
    private final long offset;

    /** The unpacked words; null while they aren't being read. */
    private int[] words;

    private Chunk(JournalReader journal, long at) {
      this.journal = journal;
      SegmentMapping memory = journal.memory;
      tag =
          new BlockTag(
              memory.intAcquire(at + RECORD_STATE_OFFSET),
              memory.intAcquire(at + RECORD_LEASE_OFFSET),
              memory.longUnaligned(at + RECORD_SEQUENCE_OFFSET),
              memory.intAcquire(at + RECORD_CARRIER_OFFSET) != 0,
              memory.intAcquire(at + RECORD_PART_OFFSET));
      bytes = memory.intAcquire(at + RECORD_DATA_BYTES_OFFSET);
      storedBytes = memory.intAcquire(at + RECORD_STORED_BYTES_OFFSET);
      offset = at + RECORD_HEADER_BYTES;
    }

    public BlockTag tag() {
      return tag;
    }

    public int bytes() {
      return bytes;
    }

    /** Returns a word, or 0 after the last word, as in a chunk of the segment that isn't full. */
    public int word(int index) {
      return index >= bytes / StreamFormat.WORD_BYTES ? 0 : words()[index];
    }

    /** Returns the long at a byte offset that is a multiple of 8, or 0 after the last word. */
    public long longAt(int offset) {
      long first = word(offset / StreamFormat.WORD_BYTES);
      long second = word(offset / StreamFormat.WORD_BYTES + 1);
      return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
          ? second << Integer.SIZE | first & 0xFFFFFFFFL
          : first << Integer.SIZE | second & 0xFFFFFFFFL;
    }

    /** Frees the unpacked words. They are unpacked again if they are read again. */
    public void release() {
      words = null;
    }

    /**
     * Copies the words from index {@code from} up to, but not including, {@code to}. Each word goes
     * to the same index of {@code target}.
     */
    public void copyWords(int[] target, int from, int to) {
      System.arraycopy(words(), from, target, from, to - from);
      if (to == bytes / StreamFormat.WORD_BYTES) {
        words = null;
      }
    }

    private int[] words() {
      if (words == null) {
        ByteBuffer stored = journal.memory.slice(offset, storedBytes);
        words = ChunkPacking.unpack(stored, bytes);
        if (words == null) {
          throw new SegmentException(
              "journal " + journal.path + ": the words at byte " + offset + " are damaged");
        }
      }
      return words;
    }

    private boolean isPossible() {
      return bytes >= 0
          && bytes <= BLOCK_BYTES
          && bytes % StreamFormat.WORD_BYTES == 0
          && storedBytes >= 0
          && storedBytes <= bytes
          && tag.state() >= BLOCK_STREAM
          && tag.state() <= BLOCK_TABLE
          && tag.lease() >= 0
          && tag.sequence() >= 0
          && tag.part() >= 0;
    }
  }

  private final Path path;
  private final SegmentMapping memory;
  private final int drain;
  private final int drains;
  private final List<Chunk> chunks = new ArrayList<>();

  /**
   * The first bytes of the incomplete record at the end of the file: at most the fields that
   * identify the record's block. Null if no incomplete record was found.
   */
  private ByteBuffer cutShort;

  private String damage;

  private JournalReader(Path path, SegmentMapping memory, ByteBuffer header) {
    this.path = path;
    this.memory = memory;
    if (header.getLong(HEADER_MAGIC_OFFSET) != MAGIC) {
      throw new SegmentException("journal " + path + ": not a journal");
    }
    int version = header.getInt(HEADER_VERSION_OFFSET);
    if (version < OLDEST_VERSION || version > VERSION) {
      throw new SegmentException(
          "journal "
              + path
              + ": version "
              + version
              + ", but this engine reads "
              + OLDEST_VERSION
              + " to "
              + VERSION);
    }
    drain = header.getInt(HEADER_DRAIN_OFFSET);
    drains = header.getInt(HEADER_DRAINS_OFFSET);
    if (drain < 0 || drain >= drains) {
      throw new SegmentException("journal " + path + ": damaged header");
    }
  }

  /**
   * Reads a drain's journal. Returns null if the file doesn't exist or ends within its header.
   *
   * @throws SegmentException if the file is a link or a directory, can't be read, or has a header
   *     that isn't valid
   */
  public static JournalReader open(Path directory, int drain) {
    Path path = directory.resolve(fileName(drain));
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new SegmentException("journal " + path + ": a link, or not a file");
    }
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long length = file.size();
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
      while (header.hasRemaining() && file.read(header, header.position()) >= 0) {}
      if (header.hasRemaining()) {
        // The engine was killed while it was creating the file, before it had consumed data.
        return null;
      }
      SegmentMapping memory = SegmentMapping.map(file, FileChannel.MapMode.READ_ONLY, length);
      JournalReader journal = new JournalReader(path, memory, header);
      if (journal.drain != drain) {
        throw new SegmentException("journal " + path + ": it belongs to drain " + journal.drain);
      }
      journal.readRecords(length);
      return journal;
    } catch (IOException e) {
      throw new SegmentException("journal " + path + ": cannot be read: " + e, e);
    }
  }

  public int drains() {
    return drains;
  }

  public List<Chunk> chunks() {
    return chunks;
  }

  /** Returns whether the file ends within a record. */
  public boolean isCutShort() {
    return cutShort != null;
  }

  /**
   * Returns whether the incomplete record at the end of the file can belong to the block with this
   * tag. The fields of the tag are compared as far as the file has them. Must be called only if the
   * journal is cut short.
   */
  public boolean mayEndWith(BlockTag tag) {
    ByteBuffer fields =
        ByteBuffer.allocate(RECORD_DATA_BYTES_OFFSET).order(ByteOrder.nativeOrder());
    tag.putTo(fields);
    return fields.flip().limit(cutShort.remaining()).equals(cutShort);
  }

  /** Returns a message that says where the journal is damaged; null if it isn't damaged. */
  public String damage() {
    return damage;
  }

  private void readRecords(long length) {
    CRC32C checksum = new CRC32C();
    long at = HEADER_BYTES;
    while (length - at >= RECORD_HEADER_BYTES) {
      Chunk chunk = readHeader(at);
      if (chunk == null) {
        damaged(at, length);
        return;
      }
      if (paddedBytes(chunk.storedBytes) > length - chunk.offset) {
        break;
      }
      checksum.reset();
      checksum.update(memory.slice(at, RECORD_CHECKSUM_OFFSET));
      checksum.update(memory.slice(chunk.offset, chunk.storedBytes));
      if ((int) checksum.getValue() != memory.intAcquire(at + RECORD_CHECKSUM_OFFSET)) {
        damaged(at, length);
        return;
      }
      chunks.add(chunk);
      at = chunk.offset + paddedBytes(chunk.storedBytes);
    }
    if (at < length) {
      cutShort = memory.slice(at, (int) Math.min(length - at, RECORD_DATA_BYTES_OFFSET));
    }
  }

  private Chunk readHeader(long at) {
    if (memory.intAcquire(at + RECORD_MARK_OFFSET) != RECORD_MARK) {
      return null;
    }
    Chunk chunk = new Chunk(this, at);
    return chunk.isPossible() ? chunk : null;
  }

  private void damaged(long at, long length) {
    damage =
        "journal "
            + path
            + " is damaged at byte "
            + at
            + ": the rest, "
            + (length - at)
            + " bytes, can't be used";
  }
}
