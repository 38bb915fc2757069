package org.kpathjvm.engine.journal;

import static org.kpathjvm.engine.journal.JournalFormat.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.kpathjvm.engine.mapping.SegmentException;

/**
 * A drain's journal ({@link JournalFormat}). It has the chunks that the drain has counted, so that
 * the profile can be made if this process is killed. It also has those that were <em>spilled</em>:
 * taken out of the segment before they were counted, because the target needed the room. Used by
 * one thread.
 *
 * <p>A journal with a gap is of no use. So once it can't be written any more (because of a full
 * disk, or its limit), its name is removed, and {@link #failure} says why. What was spilled can
 * still be read. Unless the disk is full, more can be spilled too: the file belongs to this process
 * alone then, and it begins anew whenever all chunks in it have been counted.
 */
public final class JournalWriter {
  /**
   * A chunk that is still to be counted.
   *
   * @param place where its record is
   * @param recordBytes the bytes of its record
   * @param wordBytes the bytes of its words
   * @param part the part of the recording that it belongs to
   */
  public record Spilled(long place, int recordBytes, int wordBytes, int part) {}

  private final JournalFile file;
  private final JournalLimits limits;

  /** Whether the file still has its name, and has everything that was taken out of the segment. */
  private boolean whole = true;

  /**
   * Whether the disk has refused a record. From then on nothing is written, so that others get what
   * room there is.
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
   * Creates a drain's journal in a directory that belongs to the caller alone.
   *
   * @param limits the limits of this journal
   * @throws IOException when it exists or can't be created
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

  /** Returns the bytes of the journal; 0 once it has ended. */
  long bytes() {
    return whole ? file.bytes() : 0;
  }

  /** Returns null, or why the journal ended. Can be called from any thread. */
  public String failure() {
    return failure;
  }

  /**
   * Gives the journal up. The next call that would append to it removes it. Can be called from any
   * thread.
   */
  public void endSoon() {
    ending = true;
  }

  /**
   * Appends a block that has been counted. When this returns, either the block is in the file, or
   * the journal has ended.
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
   * Returns whether there is room to spill a chunk. A journal that would exceed its limit ends
   * here.
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

  /** Appends a chunk that is to be counted later. Returns null when there is no room. */
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
   * Returns the words of a chunk that was spilled.
   *
   * @throws SegmentException when they can't be read or aren't what was written
   */
  public int[] read(Spilled chunk) {
    try {
      return file.read(chunk.place(), chunk.recordBytes());
    } catch (IOException e) {
      throw new SegmentException("journal " + file.path() + ": " + line(e), e);
    }
  }

  /** Notes that a chunk which was spilled has been counted. */
  public void counted(Spilled chunk) {
    spilledBytes -= chunk.recordBytes();
    spilledCount--;
    clearIfUseless();
  }

  /** Closes the file. Nothing is written or read any more. */
  public void close() {
    full = true;
    closed = true;
    file.close();
  }

  /** Removes the journal. A journal with a gap is of no use, and room is short. */
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

  /** Frees the file's room if nobody will ever read the file. */
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
