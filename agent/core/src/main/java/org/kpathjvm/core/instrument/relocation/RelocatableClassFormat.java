package org.kpathjvm.core.instrument.relocation;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Encodes a {@link RelocatableClass} as bytes, and decodes it.
 *
 * <pre>
 *  ints, big-endian:  number of all ints after this one
 *                     length of the class file, -1 if there is none | length of the lines
 *                     for each table: number of its ints, its ints. The tables are patches, holes,
 *                     idCounts, held, and the lengths of the keys. All lengths are in bytes
 *  bytes:             class file, lines, keys in UTF-8
 * </pre>
 */
public final class RelocatableClassFormat {
  /** The format's version. It changes whenever the format or the meaning of its parts changes. */
  public static final int VERSION = 5;

  private static final int TABLES = 5;

  private RelocatableClassFormat() {}

  /** Returns the class as bytes. */
  public static byte[] encode(RelocatableClass one) {
    byte[][] keys = new byte[one.keys.length][];
    int[] keyLengths = new int[keys.length];
    int keyBytes = 0;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = one.keys[i].getBytes(StandardCharsets.UTF_8);
      keyLengths[i] = keys[i].length;
      keyBytes += keyLengths[i];
    }
    int[][] tables = {one.patches, one.holes, one.idCounts, one.held, keyLengths};
    int ints = 2 + TABLES;
    for (int[] table : tables) {
      ints += table.length;
    }
    int fileBytes = one.file == null ? 0 : one.file.length;
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * (1 + ints) + fileBytes + one.lines.length + keyBytes);
    IntBuffer head = bytes.asIntBuffer();
    head.put(ints).put(one.file == null ? -1 : fileBytes).put(one.lines.length);
    for (int[] table : tables) {
      head.put(table.length).put(table);
    }
    bytes.position(Integer.BYTES * (1 + ints));
    if (one.file != null) {
      bytes.put(one.file);
    }
    bytes.put(one.lines);
    for (byte[] key : keys) {
      bytes.put(key);
    }
    return bytes.array();
  }

  /**
   * Reads a class from bytes.
   *
   * @throws IllegalArgumentException if the bytes aren't an encoded class
   */
  public static RelocatableClass decode(byte[] encoded) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(encoded);
      int[] head = ints(bytes.asIntBuffer());
      bytes.position(Integer.BYTES * (1 + head.length));
      IntBuffer tables = IntBuffer.wrap(head);
      int fileBytes = tables.get();
      int lineBytes = tables.get();
      int[] patches = ints(tables);
      int[] holes = ints(tables);
      int[] idCounts = ints(tables);
      int[] held = ints(tables);
      int[] keyLengths = ints(tables);
      byte[] file = fileBytes < 0 ? null : bytes(bytes, fileBytes);
      byte[] lines = bytes(bytes, lineBytes);
      String[] keys = new String[keyLengths.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = new String(bytes(bytes, keyLengths[i]), StandardCharsets.UTF_8);
      }
      return new RelocatableClass(file, patches, lines, holes, idCounts, held, keys);
    } catch (BufferUnderflowException | NegativeArraySizeException tooShort) {
      throw new IllegalArgumentException("these bytes aren't a relocatable class", tooShort);
    }
  }

  private static int[] ints(IntBuffer from) {
    int count = from.get();
    if (count > from.remaining()) {
      throw new BufferUnderflowException();
    }
    int[] ints = new int[count];
    from.get(ints);
    return ints;
  }

  private static byte[] bytes(ByteBuffer from, int count) {
    if (count > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[count];
    from.get(bytes);
    return bytes;
  }
}
