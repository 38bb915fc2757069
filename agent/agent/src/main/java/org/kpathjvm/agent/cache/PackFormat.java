package org.kpathjvm.agent.cache;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The layout of a pack. A pack is a file of classes, and only the JVM that has made the file
 * appends to it. The last entry may be incomplete, because it is being written or because the JVM
 * was killed.
 *
 * <pre>
 * magic (4) | check (4) | original's check (4) | original's length (4) | content's length (4)
 * original | content
 * </pre>
 *
 * <p>Above, the first line is the header of an entry. The number in parentheses after a field is
 * the field's size in bytes. All numbers in the file are big-endian, and all checks are CRC-32s. An
 * entry's check covers everything in the entry after the check. In every entry but the first, the
 * original is a class file without probes, and the content is the instrumented class that was made
 * from the original. The first entry has no content, and its original identifies the agent and the
 * options with which all classes of the pack were instrumented ({@link CacheIdentity}).
 *
 * <p>An entry is looked up by its key, which consists of the original's check and the original's
 * length. The entry is used only if its original has the same bytes as the class file that is
 * looked up.
 */
final class PackFormat {
  static final int HEADER_BYTES = 20;

  private static final int MAGIC = 0x4b50_4331;
  private static final int CHECK_OFFSET = 4;
  private static final int KEY_OFFSET = 8;
  private static final int ORIGINAL_BYTES_OFFSET = 12;
  private static final int CONTENT_BYTES_OFFSET = 16;

  private PackFormat() {}

  static byte[] entry(byte[] original, byte[] content) {
    ByteBuffer entry = ByteBuffer.allocate(HEADER_BYTES + original.length + content.length);
    entry.putInt(MAGIC).putInt(0).putLong(key(original)).putInt(content.length);
    entry.put(original).put(content);
    byte[] bytes = entry.array();
    entry.putInt(CHECK_OFFSET, check(bytes, KEY_OFFSET, bytes.length));
    return bytes;
  }

  static long key(byte[] original) {
    return (long) check(original, 0, original.length) << 32 | original.length;
  }

  /** Returns the key of the entry whose header is at a position. */
  static long key(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getLong(at + KEY_OFFSET);
  }

  /**
   * Returns the number of bytes of the entry whose header is at a position; -1 if no entry starts
   * there.
   */
  static long length(byte[] bytes, int at) {
    ByteBuffer header = ByteBuffer.wrap(bytes);
    int original = header.getInt(at + ORIGINAL_BYTES_OFFSET);
    int content = header.getInt(at + CONTENT_BYTES_OFFSET);
    if (header.getInt(at) != MAGIC || original < 0 || content < 0) {
      return -1;
    }
    return HEADER_BYTES + (long) original + content;
  }

  static boolean isWhole(byte[] bytes, int at, int length) {
    int check = ByteBuffer.wrap(bytes).getInt(at + CHECK_OFFSET);
    return check == check(bytes, at + KEY_OFFSET, at + length);
  }

  /** Returns the content of a complete entry; null if the entry belongs to another original. */
  static byte[] content(byte[] bytes, int at, int length, byte[] original) {
    int start = at + HEADER_BYTES;
    int end = start + ByteBuffer.wrap(bytes).getInt(at + ORIGINAL_BYTES_OFFSET);
    return Arrays.equals(bytes, start, end, original, 0, original.length)
        ? Arrays.copyOfRange(bytes, end, at + length)
        : null;
  }

  private static int check(byte[] bytes, int from, int to) {
    CRC32 check = new CRC32();
    check.update(bytes, from, to - from);
    return (int) check.getValue();
  }
}
