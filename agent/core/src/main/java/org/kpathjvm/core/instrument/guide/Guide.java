package org.kpathjvm.core.instrument.guide;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.numbering.TakenPath;

/**
 * An earlier profile's data about its hot methods. If paths are packed into words, methods whose
 * activations have only one path are left out. The launcher writes the data to a file
 * (docs/formats/methods.md). Numbers are big-endian. A string, called "text" here, is stored as its
 * number of UTF-16 units, followed by these units. The format is:
 *
 * <pre>
 *  int MAGIC, int VERSION, int classes; for each class:
 *    text name, 16 bytes of digest, int length in bytes of the rest of the class's entry,
 *    int methods; for each method:
 *      text name+descriptor, int largest number of ids, int paths; for each path:
 *        byte start, byte end (ordinals of StartKind and EndKind),
 *        long count, int blocks, int block...
 * </pre>
 *
 * <p>The part about a class isn't read until the class is asked for.
 */
public final class Guide {
  /** "KPGD". */
  public static final int MAGIC = 0x4b504744;

  public static final int VERSION = 1;

  private static final int DIGEST_BYTES = 16;

  private static final StartKind[] STARTS = StartKind.values();
  private static final EndKind[] ENDS = EndKind.values();

  /** The entry of one class. Several classes from different class files may have the same name. */
  private static final class Entry {
    final byte[] digest;
    final int offset;
    final Entry next;

    Entry(byte[] digest, int offset, Entry next) {
      this.digest = digest;
      this.offset = offset;
      this.next = next;
    }
  }

  private final byte[] file;
  private final Map<String, Entry> classes = new HashMap<>();

  private Guide(byte[] file) {
    this.file = file;
  }

  /**
   * Reads a guide.
   *
   * @param file the bytes, which must not change afterwards
   * @throws IllegalArgumentException if the bytes aren't a guide of this version
   */
  public static Guide of(byte[] file) {
    Guide guide = new Guide(file);
    try {
      guide.readClasses();
    } catch (BufferUnderflowException | IllegalArgumentException damaged) {
      throw notOfThisVersion(damaged);
    }
    return guide;
  }

  private static IllegalArgumentException notOfThisVersion(RuntimeException damaged) {
    return new IllegalArgumentException(
        "the file of option guide isn't a guide of version "
            + VERSION
            + "; pass --guide PROFILE to kpath-jvm run, which makes the file",
        damaged);
  }

  private void readClasses() {
    ByteBuffer in = ByteBuffer.wrap(file);
    if (in.getInt() != MAGIC || in.getInt() != VERSION) {
      throw new IllegalArgumentException("wrong magic number or version");
    }
    for (int left = count(in, 1); left > 0; left--) {
      String name = text(in);
      byte[] digest = new byte[DIGEST_BYTES];
      in.get(digest);
      int bytes = count(in, 1);
      classes.put(name, new Entry(digest, in.position(), classes.get(name)));
      in.position(in.position() + bytes);
    }
  }

  /** Returns whether the guide has an entry for a class of this name. */
  public boolean knows(String className) {
    return classes.containsKey(className);
  }

  /**
   * Returns the entries of a class's methods. Each key is a method's name directly followed by its
   * descriptor.
   *
   * @param digest the first 16 bytes of the class file's SHA-256
   * @return the entries; empty if the guide has none for this class file
   * @throws IllegalArgumentException if the part about the class is damaged
   */
  public Map<String, GuidedMethod> methods(String className, byte[] digest) {
    for (Entry entry = classes.get(className); entry != null; entry = entry.next) {
      if (Arrays.equals(entry.digest, digest)) {
        try {
          return readMethods(ByteBuffer.wrap(file).position(entry.offset));
        } catch (BufferUnderflowException | IllegalArgumentException damaged) {
          throw notOfThisVersion(damaged);
        }
      }
    }
    return Map.of();
  }

  private static Map<String, GuidedMethod> readMethods(ByteBuffer in) {
    Map<String, GuidedMethod> methods = new HashMap<>();
    for (int left = count(in, 1); left > 0; left--) {
      String method = text(in);
      int mostIds = in.getInt();
      List<TakenPath> paths = new ArrayList<>();
      for (int path = count(in, 1); path > 0; path--) {
        StartKind start = one(STARTS, in.get());
        EndKind end = one(ENDS, in.get());
        long count = in.getLong();
        int[] blocks = new int[count(in, Integer.BYTES)];
        if (blocks.length == 0) {
          throw new IllegalArgumentException("a path without blocks");
        }
        Arrays.setAll(blocks, at -> in.getInt());
        paths.add(new TakenPath(start, end, blocks, count));
      }
      methods.put(method, new GuidedMethod(paths, mostIds));
    }
    return methods;
  }

  /**
   * Reads the number of the items that follow.
   *
   * @param bytesEach the number of bytes that each item takes
   * @throws BufferUnderflowException if the rest of the guide is too short for that many items
   */
  private static int count(ByteBuffer in, int bytesEach) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining() / bytesEach) {
      throw new BufferUnderflowException();
    }
    return count;
  }

  private static <T> T one(T[] kinds, int ordinal) {
    if (ordinal < 0 || ordinal >= kinds.length) {
      throw new IllegalArgumentException("there is no kind " + ordinal);
    }
    return kinds[ordinal];
  }

  private static String text(ByteBuffer in) {
    byte[] units = new byte[Character.BYTES * count(in, Character.BYTES)];
    in.get(units);
    return new String(units, StandardCharsets.UTF_16BE);
  }

  /** Returns a string that identifies the guide. Different guides have different strings. */
  public String identity() {
    return new String(file, StandardCharsets.ISO_8859_1);
  }
}
