package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import org.junit.jupiter.api.Test;

public class ResettableStaticsTest {
  public static int outside = 7;

  /** A class with static state of each kind. */
  static class State {
    static final int COPIED = outside;
    static final long WIDE = outside * 3L;
    static final String CONSTANT = "constant";
    static final int[] FRESH = new int[1];
    static volatile boolean ended;
    static double share;
    static Object last;
    static int count;
    final int own = 5;

    static long run(int by) {
      count += by;
      ended = true;
      share = 0.5;
      last = FRESH;
      FRESH[0]++;
      return COPIED + WIDE;
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(byte[] file) {
      return defineClass(null, file, 0, file.length);
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      return ResettableStaticsTest.class.getClassLoader().loadClass(name);
    }
  }

  private static byte[] file() throws IOException {
    return file("State");
  }

  private static byte[] file(String name) throws IOException {
    String nested = "ResettableStaticsTest$" + name + ".class";
    try (InputStream in = ResettableStaticsTest.class.getResourceAsStream(nested)) {
      return in.readAllBytes();
    }
  }

  private static Object get(Class<?> type, String name) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(null);
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  @Test
  void theStaticStateIsResetEachTime() throws IOException, ReflectiveOperationException {
    Class<?> type = new Loader().define(ResettableStatics.of(file(), "again"));
    Method again = method(type, "again");
    assertEquals(0, get(type, "COPIED"));
    for (outside = 7; outside < 10; outside++) {
      again.invoke(null);
      assertEquals(outside, get(type, "COPIED"));
      assertEquals(0, get(type, "count"));
      assertEquals(false, get(type, "ended"));
      assertEquals(0.0, get(type, "share"));
      assertEquals(null, get(type, "last"));
      assertEquals(0, ((int[]) get(type, "FRESH"))[0]);
      assertEquals(4L * outside, method(type, "run", int.class).invoke(null, 2));
      assertEquals(2, get(type, "count"));
      assertEquals(true, get(type, "ended"));
    }
  }

  @Test
  void otherMembersAreNotChanged() throws IOException, ReflectiveOperationException {
    Class<?> type = new Loader().define(ResettableStatics.of(file(), "again"));
    assertEquals("constant", get(type, "CONSTANT"));
    assertTrue(Modifier.isFinal(type.getDeclaredField("own").getModifiers()));
    assertTrue(Modifier.isVolatile(type.getDeclaredField("ended").getModifiers()));
    assertFalse(Modifier.isFinal(type.getDeclaredField("COPIED").getModifiers()));
    assertEquals(State.class.getDeclaredFields().length, type.getDeclaredFields().length);
  }

  @Test
  void silentMethodsDoNothing() throws IOException, ReflectiveOperationException {
    byte[] resettable = ResettableStatics.of(file(), "again");
    Class<?> type = new Loader().define(SilentMethods.of(resettable, Set.of("again")));
    method(type, "again").invoke(null);
    assertEquals(0L, method(type, "run", int.class).invoke(null, 2));
    assertEquals(0, get(type, "count"));
    assertEquals(outside, get(type, "COPIED"));
    // The JVM changes a loaded class only if the class keeps its fields and methods.
    assertEquals(State.class.getDeclaredFields().length, type.getDeclaredFields().length);
    assertEquals(2, type.getDeclaredMethods().length);
  }

  /** A class with one method for each type of value that probes return. */
  static class Numbers {
    static int small() {
      return 5;
    }

    static boolean flag() {
      return true;
    }

    static long large() {
      return 7;
    }
  }

  @Test
  void silentMethodsReturnZero() throws IOException, ReflectiveOperationException {
    Class<?> type = new Loader().define(SilentMethods.of(file("Numbers"), Set.of()));
    assertEquals(0, method(type, "small").invoke(null));
    assertEquals(false, method(type, "flag").invoke(null));
    assertEquals(0L, method(type, "large").invoke(null));
  }

  static class Odd {
    static String text() {
      return "";
    }
  }

  @Test
  void methodsThatReturnObjectsCannotBeSilent() throws IOException {
    byte[] odd = file("Odd");
    assertThrows(IllegalArgumentException.class, () -> SilentMethods.of(odd, Set.of("again")));
  }
}
