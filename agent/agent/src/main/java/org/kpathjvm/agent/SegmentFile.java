package org.kpathjvm.agent;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A segment as the target sees it: mapped whole, with its header checked. */
final class SegmentFile {
  private static final int OWN_SLOT_COUNT = 4096;

  final MappedByteBuffer bytes;

  private SegmentFile(MappedByteBuffer bytes) {
    this.bytes = bytes;
    bytes.order(ByteOrder.nativeOrder());
  }

  /** Maps an existing segment and checks it. */
  static SegmentFile open(Path path) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size();
      if (size < HEADER_BYTES || size > Integer.MAX_VALUE) {
        throw new IOException(path + " has " + size + " bytes, which is no segment's size");
      }
      SegmentFile segment = new SegmentFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
      segment.check(path, segment.isTemplate() ? segment.totalBytes() : size);
      return segment;
    }
  }

  private void check(Path path, long size) throws IOException {
    if (bytes.getLong(HEADER_MAGIC_OFFSET) != MAGIC) {
      throw new IOException(path + " is no segment");
    }
    int version = bytes.getInt(HEADER_VERSION_OFFSET);
    if (version != VERSION) {
      throw new IOException(
          path + " has layout version " + version + ", this agent knows " + VERSION);
    }
    int slots = slotCount();
    boolean sound =
        slots > 0
            && Integer.bitCount(slots) == 1
            && blockCount() > 0
            && slotsOffset() >= HEADER_BYTES
            && slotsOffset() + (long) slots * SLOT_BYTES <= descriptorsOffset()
            && descriptorsOffset() + (long) blockCount() * DESCRIPTOR_BYTES <= blocksOffset()
            && threadRows() >= 0
            && (threadRows() == 0
                || descriptorsOffset() + (long) blockCount() * DESCRIPTOR_BYTES <= threadsOffset()
                    && threadsOffset() + (long) threadRows() * THREAD_ROW_BYTES <= blocksOffset())
            && blocksOffset() + (long) blockCount() * BLOCK_BYTES <= size
            && size <= Integer.MAX_VALUE;
    if (!sound) {
      throw new IOException(path + " has a damaged header");
    }
  }

  /**
   * Makes a segment of the agent's own, which keeps all chunks.
   *
   * @throws IOException in one line when the file system has no room
   */
  static SegmentFile create(Path path, long size, boolean perThread) throws IOException {
    SegmentFile segment = reserve(path, size);
    segment.lay(size, perThread ? THREAD_ROWS : 0);
    return segment;
  }

  /** Makes a segment as a template says, for the template's consumer. */
  static SegmentFile createLike(SegmentFile template, Path path) throws IOException {
    SegmentFile segment = reserve(path, template.totalBytes());
    for (int offset = Long.BYTES; offset < HEADER_BYTES; offset += Long.BYTES) {
      segment.bytes.putLong(offset, template.bytes.getLong(offset));
    }
    int flags = template.bytes.getInt(HEADER_FLAGS_OFFSET);
    segment.bytes.putInt(HEADER_FLAGS_OFFSET, flags & ~FLAG_TEMPLATE);
    segment.bytes.putLong(HEADER_MAGIC_OFFSET, MAGIC);
    return segment;
  }

  /** Every page is written, so that the file system has given it before anybody stores to it. */
  private static SegmentFile reserve(Path path, long size) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
      for (long done = 0; done < size; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), size - done));
        done += channel.write(zeros);
      }
      return new SegmentFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
    } catch (FileAlreadyExistsException notOurs) {
      throw notOurs;
    } catch (IOException noRoom) {
      Files.deleteIfExists(path);
      throw new IOException(
          "cannot make a segment of "
              + size
              + " bytes: "
              + noRoom
              + "; give a smaller segment-size",
          noRoom);
    }
  }

  private void lay(long size, int threadRows) {
    long descriptors = HEADER_BYTES + (long) OWN_SLOT_COUNT * SLOT_BYTES;
    long rows = (long) threadRows * THREAD_ROW_BYTES;
    int blocks =
        (int) ((size - descriptors - rows - PAGE_BYTES) / (BLOCK_BYTES + DESCRIPTOR_BYTES));
    long threads = descriptors + (long) blocks * DESCRIPTOR_BYTES;
    long blocksOffset = (threads + rows + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    bytes.putInt(HEADER_THREAD_ROWS_OFFSET, threadRows);
    bytes.putLong(HEADER_THREADS_OFFSET_OFFSET, threads);
    bytes.putInt(HEADER_VERSION_OFFSET, VERSION);
    bytes.putInt(HEADER_FLAGS_OFFSET, FLAG_KEEP);
    bytes.putLong(HEADER_TOTAL_BYTES_OFFSET, size);
    bytes.putInt(HEADER_SLOT_COUNT_OFFSET, OWN_SLOT_COUNT);
    bytes.putInt(HEADER_BLOCK_COUNT_OFFSET, blocks);
    bytes.putLong(HEADER_SLOTS_OFFSET_OFFSET, HEADER_BYTES);
    bytes.putLong(HEADER_DESCRIPTORS_OFFSET_OFFSET, descriptors);
    bytes.putLong(HEADER_BLOCKS_OFFSET_OFFSET, blocksOffset);
    bytes.putLong(HEADER_MAGIC_OFFSET, MAGIC);
  }

  int slotCount() {
    return bytes.getInt(HEADER_SLOT_COUNT_OFFSET);
  }

  int blockCount() {
    return bytes.getInt(HEADER_BLOCK_COUNT_OFFSET);
  }

  long slotsOffset() {
    return bytes.getLong(HEADER_SLOTS_OFFSET_OFFSET);
  }

  long descriptorsOffset() {
    return bytes.getLong(HEADER_DESCRIPTORS_OFFSET_OFFSET);
  }

  int threadRows() {
    return bytes.getInt(HEADER_THREAD_ROWS_OFFSET);
  }

  long threadsOffset() {
    return bytes.getLong(HEADER_THREADS_OFFSET_OFFSET);
  }

  long blocksOffset() {
    return bytes.getLong(HEADER_BLOCKS_OFFSET_OFFSET);
  }

  private long totalBytes() {
    return bytes.getLong(HEADER_TOTAL_BYTES_OFFSET);
  }

  /** Whether this is no segment, but the pattern of those that JVMs make for themselves. */
  boolean isTemplate() {
    return (bytes.getInt(HEADER_FLAGS_OFFSET) & FLAG_TEMPLATE) != 0;
  }

  boolean keep() {
    return (bytes.getInt(HEADER_FLAGS_OFFSET) & FLAG_KEEP) != 0;
  }

  long consumerPid() {
    return bytes.getLong(HEADER_CONSUMER_PID_OFFSET);
  }

  long consumerStart() {
    return bytes.getLong(HEADER_CONSUMER_START_OFFSET);
  }

  void targetState(int state) {
    bytes.putInt(HEADER_TARGET_STATE_OFFSET, state);
  }

  int targetState() {
    return bytes.getInt(HEADER_TARGET_STATE_OFFSET);
  }

  void targetPid(long pid) {
    bytes.putLong(HEADER_TARGET_PID_OFFSET, pid);
  }

  /** Counts a class that there is no room to list; the segment has its room already. */
  synchronized void countUnlisted() {
    bytes.putLong(HEADER_UNLISTED_COUNT_OFFSET, bytes.getLong(HEADER_UNLISTED_COUNT_OFFSET) + 1);
  }
}
