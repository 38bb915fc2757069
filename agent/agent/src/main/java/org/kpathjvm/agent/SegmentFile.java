package org.kpathjvm.agent;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentHeader;

/** A segment as the target sees it: mapped as a whole, with its header checked. */
final class SegmentFile {
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  final MappedByteBuffer bytes;
  final SegmentGeometry geometry;

  private SegmentFile(MappedByteBuffer bytes, SegmentGeometry geometry) {
    this.bytes = bytes;
    this.geometry = geometry;
  }

  /** Maps an existing segment and checks it. */
  static SegmentFile open(Path path) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size();
      if (size < HEADER_BYTES || size > MOST_SEGMENT_BYTES) {
        throw new IOException(path + " has " + size + " bytes, which isn't the size of a segment");
      }
      MappedByteBuffer bytes = map(channel, size);
      SegmentFile segment = new SegmentFile(bytes, SegmentHeader.geometry(bytes));
      long described = segment.isTemplate() ? bytes.getLong(HEADER_TOTAL_BYTES_OFFSET) : size;
      String fault = SegmentHeader.fault(bytes, described);
      if (fault != null) {
        throw new IOException(path + ": " + fault);
      }
      return segment;
    }
  }

  private static MappedByteBuffer map(FileChannel channel, long size) throws IOException {
    MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
    bytes.order(ByteOrder.nativeOrder());
    return bytes;
  }

  /**
   * Makes the segment for a recording that has no launcher. Such a segment has no consumer, so it
   * keeps everything that is recorded, until it is full.
   *
   * @throws IOException with a message of one line, if the file system has no room
   */
  static SegmentFile create(Path path, long size, boolean perThread) throws IOException {
    SegmentGeometry geometry = SegmentGeometry.fitting(size, perThread ? THREAD_ROWS : 0);
    SegmentFile segment = new SegmentFile(reserve(path, geometry.totalBytes), geometry);
    SegmentHeader.write(segment.bytes, geometry, FLAG_KEEP);
    return segment;
  }

  /** Makes a segment with the geometry and the consumer of a template. */
  static SegmentFile createLike(SegmentFile template, Path path) throws IOException {
    SegmentGeometry geometry = template.geometry;
    SegmentFile segment = new SegmentFile(reserve(path, geometry.totalBytes), geometry);
    segment.bytes.putLong(HEADER_CONSUMER_PID_OFFSET, template.consumerPid());
    segment.bytes.putLong(HEADER_CONSUMER_START_OFFSET, template.consumerStart());
    SegmentHeader.write(segment.bytes, geometry, 0);
    return segment;
  }

  /**
   * Makes a file of zeros and maps it. The zeros are written, so that the file system allocates all
   * memory now. Otherwise a later write to this memory could fail because the file system is full.
   */
  private static MappedByteBuffer reserve(Path path, long size) throws IOException {
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
      return map(channel, size);
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

  /** Returns whether this is a template for the segments that JVMs make for themselves. */
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

  /** Returns whether the consumer wants the agent to detach from the program. */
  boolean wantsLeaving() {
    return bytes.getInt(HEADER_LEAVE_OFFSET) != 0;
  }

  /** Returns the number of the cut that the consumer asks for. */
  int cutAsked() {
    return (int) INTS.getAcquire(bytes, HEADER_CUT_ASKED_OFFSET);
  }

  /**
   * Returns the kind of the cut that the consumer asks for: one of the constants CUT_* of {@code
   * SegmentLayout}.
   */
  int cutKind() {
    return bytes.getInt(HEADER_CUT_KIND_OFFSET);
  }

  /** Tells the consumer that a cut has been made or can't be made. */
  void answerCut(int asked, boolean isMade) {
    bytes.putInt(HEADER_CUT_REFUSED_OFFSET, isMade ? 0 : 1);
    INTS.setRelease(bytes, HEADER_CUT_ANSWERED_OFFSET, asked);
  }

  void part(int number) {
    bytes.putInt(HEADER_PART_OFFSET, number);
  }

  void countStop() {
    bytes.putInt(HEADER_STOP_COUNT_OFFSET, bytes.getInt(HEADER_STOP_COUNT_OFFSET) + 1);
  }

  /**
   * Notes that earlier recordings of this JVM have used the ids up to {@code lastId}, and the
   * activation numbers below {@code firstActivation}.
   */
  void continues(int lastId, long firstActivation) {
    bytes.putLong(HEADER_FIRST_ID_OFFSET, lastId + 1L);
    bytes.putLong(HEADER_ID_COUNT_OFFSET, lastId);
    bytes.putLong(HEADER_NEXT_ACTIVATION_OFFSET, firstActivation);
  }

  /** Notes the first id of the counters of whole words; 0 if whole words have no counters. */
  void firstWholeId(int id) {
    bytes.putInt(HEADER_FIRST_WHOLE_ID_OFFSET, id);
  }

  /** Returns a number that is larger than the numbers of all activations so far. */
  long nextActivation() {
    return bytes.getLong(HEADER_NEXT_ACTIVATION_OFFSET);
  }

  /**
   * Counts a class that can't be listed, for instance because the disk or the heap is full. The
   * count is a field of the segment, so counting needs no new memory.
   */
  synchronized void countUnlisted() {
    bytes.putLong(HEADER_UNLISTED_COUNT_OFFSET, bytes.getLong(HEADER_UNLISTED_COUNT_OFFSET) + 1);
  }
}
