package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConstantFieldsTest {
  static class Reader {
    static final long PART = Long.parseLong("0");
    static final long WINDOW = PART + 1;

    static long read(long given) {
      return given < 0 ? WINDOW : given | PART;
    }

    static long other() {
      return Other.PART;
    }
  }

  /** The class whose field {@link Reader#other} reads. */
  public static class Other {
    public static long PART = 9;
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(ConstantFieldsTest.class.getClassLoader());
    }

    Class<?> define(byte[] file) {
      return defineClass(null, file, 0, file.length);
    }
  }

  private static byte[] file() throws IOException {
    try (InputStream in =
        ConstantFieldsTest.class.getResourceAsStream("ConstantFieldsTest$Reader.class")) {
      return in.readAllBytes();
    }
  }

  private static long read(Class<?> type, long given) throws ReflectiveOperationException {
    var method = type.getDeclaredMethod("read", long.class);
    method.setAccessible(true);
    return (long) method.invoke(null, given);
  }

  @Test
  void fieldsAreReplacedWithTheirValues() throws IOException, ReflectiveOperationException {
    for (long part : new long[] {0, 1, 255, 32_766}) {
      long tag = part << 48;
      byte[] changed = ConstantFields.of(file(), Map.of("PART", tag, "WINDOW", tag | part + 1));
      Class<?> type = new Loader().define(changed);
      assertEquals(5 | tag, read(type, 5));
      assertEquals(tag | part + 1, read(type, -1));
    }
  }

  @Test
  void fieldsOfOtherClassesAreNotReplaced() throws IOException, ReflectiveOperationException {
    Class<?> type = new Loader().define(ConstantFields.of(file(), Map.of("PART", 1L << 48)));
    var other = type.getDeclaredMethod("other");
    other.setAccessible(true);
    assertEquals(9L, other.invoke(null));
  }

  @Test
  void unsuitableValuesAreRefused() {
    for (long value : new long[] {-1, 1L << 20, 40_000, 1L << 63}) {
      assertThrows(
          IllegalArgumentException.class, () -> ConstantFields.of(file(), Map.of("PART", value)));
    }
  }
}
