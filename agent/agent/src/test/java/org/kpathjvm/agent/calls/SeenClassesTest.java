package org.kpathjvm.agent.calls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.overlapping.DeclaredMethods;

class SeenClassesTest {
  private final Map<String, long[]> told = new HashMap<>();
  private final Set<Integer> shared = new HashSet<>();
  private final SeenClasses.Table table =
      new SeenClasses.Table() {
        @Override
        public void add(ClassLoader loader, String name, long[] methods) {
          told.put(name, methods);
        }

        @Override
        public void share(int key) {
          shared.add(key);
        }
      };

  abstract static class Kinds extends Thread implements Comparable<Kinds> {
    private void hidden() {}

    void near(int[] by) {}

    protected abstract long far(String by);

    static void fixed() {}

    @Override
    public int compareTo(Kinds other) {
      return 0;
    }
  }

  private static byte[] file(Class<?> type) throws IOException {
    String name = type.getName();
    try (InputStream in =
        type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
      return in.readAllBytes();
    }
  }

  private static long[] byReflection(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .mapToLong(SeenClassesTest::one)
        .sorted()
        .toArray();
  }

  private static long one(Method method) {
    int modifiers = method.getModifiers();
    MethodType types = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    int key =
        DeclaredMethods.key(
            method.getName(), types.toMethodDescriptorString(), Modifier.isStatic(modifiers));
    int flags = DeclaredMethods.DECLARED;
    flags |= Modifier.isPrivate(modifiers) ? DeclaredMethods.PRIVATE : 0;
    flags |= (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 ? 4 : 0;
    return (long) key << 32 | flags | (Modifier.isAbstract(modifiers) ? 8 : 0);
  }

  @Test
  void declaredMethodsAreListedAsByReflection() throws IOException {
    new SeenClasses(table).add(null, file(Kinds.class));
    for (Class<?> type : new Class<?>[] {Kinds.class, Comparable.class, Runnable.class}) {
      assertArrayEquals(byReflection(type), told.get(type.getName()), type.getName());
    }
    assertTrue(told.containsKey("java.lang.Thread"));
    assertFalse(told.containsKey("java.lang.String"));
    assertEquals(Set.of(), shared);
  }

  @Test
  void aKeyOfTwoMethodsIsReportedAsShared() throws IOException {
    SeenClasses seen = new SeenClasses(table);
    seen.note(1, "one", false);
    seen.note(1, "one", false);
    assertEquals(Set.of(), shared);
    seen.note(1, "other", false);
    assertEquals(Set.of(1), shared);
  }
}
