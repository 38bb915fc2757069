package org.kpathjvm.engine.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Reads what {@link StateWriter} wrote. The checksum is compared before anything is handed out, and
 * no length is believed that the file has no bytes for.
 *
 * <p>All methods throw {@link StateException} for a file that isn't what the caller expects.
 */
public final class StateReader {
  private static final int WINDOW_BYTES = 1 << 30;

  private final Path path;
  private final ByteBuffer[] windows;
  private final long end;
  private long position;

  private StateReader(Path path, ByteBuffer[] windows, long end) {
    this.path = path;
    this.windows = windows;
    this.end = end;
  }

  /**
   * Maps a file and compares its checksum.
   *
   * @throws IOException when it can't be read, or is a link
   */
  public static StateReader open(Path path) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long length = file.size();
      if (length < Integer.BYTES || length > Long.MAX_VALUE - WINDOW_BYTES) {
        throw new StateException(path + " has " + length + " bytes");
      }
      ByteBuffer[] windows = new ByteBuffer[(int) (length / WINDOW_BYTES) + 1];
      CRC32C checksum = new CRC32C();
      long end = length - Integer.BYTES;
      for (int at = 0; at < windows.length; at++) {
        long start = (long) at * WINDOW_BYTES;
        // A value may begin in this window and end in the next.
        long size = Math.min(length - start, WINDOW_BYTES + Long.BYTES);
        windows[at] =
            file.map(FileChannel.MapMode.READ_ONLY, start, size).order(ByteOrder.nativeOrder());
        long summed = Math.min(WINDOW_BYTES, Math.max(0, end - start));
        checksum.update(windows[at].slice(0, (int) summed));
      }
      StateReader reader = new StateReader(path, windows, length);
      reader.position = end;
      int expected = reader.getInt();
      if (expected != (int) checksum.getValue()) {
        throw new StateException(path + " is damaged: its checksum differs");
      }
      reader.position = 0;
      return new StateReader(path, windows, end);
    }
  }

  public int getInt() {
    require(Integer.BYTES);
    int value = windows[window()].getInt(inWindow());
    position += Integer.BYTES;
    return value;
  }

  public long getLong() {
    require(Long.BYTES);
    long value = windows[window()].getLong(inWindow());
    position += Long.BYTES;
    return value;
  }

  public boolean getBoolean() {
    int value = getInt();
    check(value == 0 || value == 1, "a truth value is " + value);
    return value == 1;
  }

  /** An int that is at least {@code low} and less than {@code high}. */
  public int getInt(int low, int high) {
    int value = getInt();
    check(value >= low && value < high, value + " is not in " + low + ".." + (high - 1));
    return value;
  }

  public String getString() {
    int length = length(1);
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = windows[window()].get(inWindow());
      position++;
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** An array of ints, at the beginning of one of at least {@code leastLength} ints. */
  public int[] getInts(int leastLength) {
    int count = length(Integer.BYTES);
    int[] values = new int[Math.max(count, leastLength)];
    for (int at = 0; at < count; at++) {
      values[at] = getInt();
    }
    return values;
  }

  /** An array of longs, at the beginning of one of at least {@code leastLength} longs. */
  public long[] getLongs(int leastLength) {
    int count = length(Long.BYTES);
    long[] values = new long[Math.max(count, leastLength)];
    for (int at = 0; at < count; at++) {
      values[at] = getLong();
    }
    return values;
  }

  /** Everything must have been read. */
  public void finish() {
    check(position == end, (end - position) + " bytes are left over");
  }

  /** {@link StateException} unless {@code good}. */
  public void check(boolean good, String what) {
    if (!good) {
      throw new StateException(path + " is damaged: " + what);
    }
  }

  private int length(int unitBytes) {
    int count = getInt();
    check(
        count >= 0 && (long) count * unitBytes <= end - position,
        "an array of " + count + " where " + (end - position) + " bytes are left");
    return count;
  }

  private void require(int bytes) {
    check(end - position >= bytes, "it ends too early");
  }

  private int window() {
    return (int) (position / WINDOW_BYTES);
  }

  private int inWindow() {
    return (int) (position % WINDOW_BYTES);
  }
}
