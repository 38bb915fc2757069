package org.kpathjvm.agent;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Gives the runtime's classes the names that they have in the target. All names in a class file are
 * strings in its constant pool. So only these strings are replaced, and the other bytes are copied.
 * At the start of a program, this takes less time than parsing and writing the classes with all
 * their code.
 */
final class RuntimeNames {
  private static final String RUNTIME = "org/kpathjvm/runtime/";
  private static final int POOL_COUNT_OFFSET = 8;

  // The tags of some kinds of constants in the pool, and the sizes that constants can have. A size
  // is the number of bytes after the tag (JVMS 4.4).
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int METHOD_HANDLE = 15;
  private static final int FOUR_BYTES = 4;
  private static final int TWO_BYTES = 2;

  private final byte[] file;
  private final String targetPrefix;
  private final ByteArrayOutputStream out;
  private int at;

  private RuntimeNames(byte[] file, String targetPrefix) {
    this.file = file;
    this.targetPrefix = targetPrefix;
    out = new ByteArrayOutputStream(file.length);
  }

  /**
   * Returns a copy of the class file, with the runtime's classes renamed and one more string
   * replaced.
   *
   * @param targetPrefix the beginning of the new names; it replaces the name of the package
   * @param string the string that is replaced wherever it is a whole constant; null if only classes
   *     are renamed
   */
  static byte[] replace(byte[] file, String targetPrefix, String string, String replacement) {
    return new RuntimeNames(file, targetPrefix).run(string, replacement);
  }

  private byte[] run(String string, String replacement) {
    int count = unsignedShort(POOL_COUNT_OFFSET);
    copy(POOL_COUNT_OFFSET + 2);
    for (int index = 1; index < count; index++) {
      int tag = file[at];
      if (tag == UTF8) {
        int length = unsignedShort(at + 1);
        String text = new String(file, at + 3, length, StandardCharsets.ISO_8859_1);
        String renamed = text.equals(string) ? replacement : renamed(text);
        if (renamed.equals(text)) {
          copy(3 + length);
        } else {
          at += 3 + length;
          write(renamed);
        }
      } else {
        copy(1 + size(tag));
        // A long or double constant takes up two indexes.
        index += tag == LONG || tag == DOUBLE ? 1 : 0;
      }
    }
    copy(file.length - at);
    return out.toByteArray();
  }

  /**
   * Returns a string in which the names of the runtime's classes are replaced, even inside
   * descriptors. A new name is the prefix followed by the simple name.
   */
  private String renamed(String text) {
    int found = text.indexOf(RUNTIME);
    if (found < 0) {
      return text;
    }
    StringBuilder renamed = new StringBuilder(text.length());
    int done = 0;
    for (; found >= 0; found = text.indexOf(RUNTIME, done)) {
      renamed.append(text, done, found).append(targetPrefix);
      done = text.indexOf('/', found + RUNTIME.length()) + 1;
    }
    return renamed.append(text, done, text.length()).toString();
  }

  /** Writes a string constant, one byte for each character. */
  private void write(String text) {
    out.write(UTF8);
    out.write(text.length() >> 8);
    out.write(text.length());
    out.write(text.getBytes(StandardCharsets.ISO_8859_1), 0, text.length());
  }

  private void copy(int length) {
    out.write(file, at, length);
    at += length;
  }

  private int unsignedShort(int offset) {
    return (file[offset] & 0xff) << 8 | file[offset + 1] & 0xff;
  }

  private static int size(int tag) {
    switch (tag) {
      case LONG:
      case DOUBLE:
        return 2 * FOUR_BYTES;
      case METHOD_HANDLE:
        return 3;
      case 7: // Class
      case 8: // String
      case 16: // MethodType
        return TWO_BYTES;
      default: // Integer, Float, references, NameAndType, InvokeDynamic
        return FOUR_BYTES;
    }
  }
}
