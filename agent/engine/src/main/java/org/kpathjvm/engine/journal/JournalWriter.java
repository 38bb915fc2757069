package org.kpathjvm.engine.journal;

import static org.kpathjvm.engine.journal.JournalFormat.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.kpathjvm.engine.mapping.SegmentException;

/**
 * A drain's journal ({@link JournalFormat}). It contains the chunks and closed counters that the
 * drain has counted, so that the profile can be made even if this process is killed. It also
 * contains <em>spilled</em> chunks, which were taken out of the segment before they were counted,
 * because the target needed their blocks. Only one thread may use a writer, but any thread may call
 * {@link #failure} and {@link #endSoon}.
 *
 * <p>A journal with a gap is useless. So when a journal can no longer be written, for example
 * because the disk is full, the journal ends: its file name is removed, and {@link #failure}
 * returns the reason. This process still has the file open. So spilled chunks can still be read
 * and, unless the disk is full, more chunks can be spilled. Once the name is removed, the file is
 * emptied whenever all spilled chunks in it have been counted.
 */
public final class JournalWriter {
  /**
   * A spilled chunk, which hasn't been counted yet.
   *
   * @param place the offset of the chunk's record in the file
   * @param recordBytes the number of bytes in the chunk's record
   * @param wordBytes the number of bytes in the chunk's words
   * @param part the part of the recording that the chunk belongs to
   */
  public record Spilled(long place, int recordBytes, int wordBytes, int part) {}

  private final JournalFile file;
  private final JournalLimits limits;

  /**
   * Whether the journal hasn't ended. Before it ends, the file has its name and all data that the
   * drain has taken out of the segment.
   */
  private boolean whole = true;

  /**
   * Whether nothing is written any more, because the file is closed or couldn't be written. After a
   * failed write, the remaining space on the disk is left to other files.
   */
  private boolean full;

  private boolean closed;
  private boolean hasSpilled;
  private long spilledBytes;
  private int spilledCount;
  private volatile String failure;
  private volatile boolean ending;

  private JournalWriter(JournalFile file, JournalLimits limits) {
    this.file = file;
    this.limits = limits;
  }

  /**
   * Creates a drain's journal in a directory that only the caller uses.
   *
   * @param limits the limits of this journal
   * @throws IOException if the file exists or can't be created
   */
  public static JournalWriter create(Path directory, int drain, int drains, JournalLimits limits)
      throws IOException {
    JournalFile file = JournalFile.create(directory.resolve(fileName(drain)), drain, drains);
    JournalWriter journal = new JournalWriter(file, limits);
    if (limits.journal() == 0) {
      journal.whole = false;
      file.unlink();
    }
    return journal;
  }

  /** Returns the size of the journal in bytes; 0 if it has ended. */
  long bytes() {
    return whole ? file.bytes() : 0;
  }

  /** Returns the reason why the journal has ended; null if it hasn't. Any thread may call this. */
  public String failure() {
    return failure;
  }

  /**
   * Requests the end of the journal. The writer's thread ends the journal before it appends the
   * next record. Any thread may call this.
   */
  public void endSoon() {
    ending = true;
  }

  /**
   * Appends a block that has been counted. When this method returns, either the block is in the
   * file, or the journal has ended.
   */
  public void append(ByteBuffer words, BlockTag tag) {
    if (!isWhole()) {
      return;
    }
    int recordBytes = file.pack(words, tag);
    if (file.bytes() + recordBytes > limits.ofJournal(hasSpilled)) {
      fail(new IOException("it has reached its limit"));
      return;
    }
    write();
  }

  /**
   * Returns whether there is room to spill a chunk. If the chunk would make the journal exceed its
   * limit, this call ends the journal.
   */
  public boolean canSpill() {
    if (full || spilledBytes + MOST_RECORD_BYTES > limits.spill()) {
      return false;
    }
    if (isWhole() && file.bytes() + MOST_RECORD_BYTES > limits.ofJournal(true)) {
      fail(new IOException("it has reached its limit"));
    }
    return !full && (whole || file.bytes() + MOST_RECORD_BYTES <= limits.spill());
  }

  /**
   * Appends a chunk that will be counted later. Returns null if there is no room or the write
   * fails.
   */
  public Spilled spill(ByteBuffer words, BlockTag tag) {
    if (!canSpill()) {
      return null;
    }
    int wordBytes = words.remaining();
    int recordBytes = file.pack(words, tag);
    long place = file.bytes();
    if (!write()) {
      return null;
    }
    hasSpilled = true;
    spilledCount++;
    spilledBytes += recordBytes;
    return new Spilled(place, recordBytes, wordBytes, tag.part());
  }

  /**
   * Returns the words of a spilled chunk.
   *
   * @throws SegmentException if the words can't be read or differ from the words that were written
   */
  public int[] read(Spilled chunk) {
    try {
      return file.read(chunk.place(), chunk.recordBytes());
    } catch (IOException e) {
      throw new SegmentException("journal " + file.path() + ": " + line(e), e);
    }
  }

  /**
   * Must be called when a spilled chunk has been counted. The file is emptied if it isn't needed
   * any more.
   */
  public void counted(Spilled chunk) {
    spilledBytes -= chunk.recordBytes();
    spilledCount--;
    clearIfUseless();
  }

  /** Closes the file. Afterwards, it can't be written or read. */
  public void close() {
    full = true;
    closed = true;
    file.close();
  }

  /** Ends the journal and removes its file name. */
  void fail(IOException reason) {
    String why = line(reason);
    whole = false;
    try {
      file.unlink();
    } catch (IOException left) {
      why += "; it could not be removed: " + left.getMessage();
    }
    clearIfUseless();
    failure = why;
  }

  private boolean isWhole() {
    if (whole && ending) {
      fail(new IOException("another drain's journal ended"));
    }
    return whole;
  }

  private boolean write() {
    try {
      file.append();
      return true;
    } catch (IOException e) {
      full = true;
      if (whole) {
        fail(e);
      }
      return false;
    }
  }

  /** Frees the file's space if the file won't be read again. */
  private void clearIfUseless() {
    if (whole || closed || spilledCount > 0) {
      return;
    }
    try {
      file.clear();
    } catch (IOException e) {
      full = true;
    }
    if (full) {
      close();
    }
  }

  private static String line(IOException reason) {
    return reason.getMessage() == null ? reason.toString() : reason.getMessage();
  }
}
