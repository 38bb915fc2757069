package org.kpathjvm.agent.windows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.paths.PathScheme;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.instrument.windows.WindowScheme;
import org.kpathjvm.core.numbering.CutMode;

class WindowedClassesTest {
  static final class Sample {
    static int loop(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i;
      }
      return sum;
    }
  }

  private static final String NAME = Sample.class.getName().replace('.', '/');
  private final List<int[]> taken = new ArrayList<>();
  private final AtomicInteger nextId = new AtomicInteger(1);

  private WindowedClasses classes(Scheme scheme) {
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    WindowedClasses classes = new WindowedClasses(options.withScheme(scheme, "P"));
    classes.announceTo(taken::add);
    return classes;
  }

  private UsableClass get(WindowedClasses classes, boolean again, byte[] original) {
    return classes.get(again, null, NAME, original, "app", nextId::getAndAdd);
  }

  private static byte[] sample() throws Exception {
    try (InputStream in = Sample.class.getResourceAsStream("WindowedClassesTest$Sample.class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void eachGraphHasAWindow() throws Exception {
    UsableClass usable = get(classes(new WindowScheme(WindowCode.MOST_PATHS)), false, sample());
    assertTrue(usable.lines().toString().contains("\"graphs\":[{\"header\":-1,\"parent\":-1,"));
    assertEquals(2, taken.size());
    assertArrayEquals(new int[] {1, 1, -1}, taken.get(0));
    assertArrayEquals(new int[] {2, 1, -1, 3, 4, 0}, taken.get(1));
  }

  @Test
  void ballLarusPathsHaveOneWindow() throws Exception {
    get(classes(new PathScheme(WindowCode.MOST_PATHS)), false, sample());
    assertArrayEquals(new int[] {2, 4, -1}, taken.get(1));
  }

  @Test
  void finishedMethodsLoseTheirProbes() throws Exception {
    WindowedClasses classes = classes(new WindowScheme(WindowCode.MOST_PATHS));
    byte[] original = sample();
    byte[] before = get(classes, false, original).bytes();
    int ids = nextId.get();
    assertArrayEquals(before, get(classes, true, original).bytes());
    assertEquals(Set.of(NAME), classes.finish(new int[] {2}));
    UsableClass rest = get(classes, true, original);
    assertTrue(!java.util.Arrays.equals(rest.bytes(), before));
    assertTrue(rest.lines().isEmpty());
    assertEquals(new HashSet<>(), classes.finish(new int[] {2, 99}));
    classes.finish(new int[] {1});
    assertNull(get(classes, true, original));
    assertEquals(ids, nextId.get());
    assertEquals(2, taken.size());
  }

  /** The file of another class stands for code that another agent has changed. */
  @Test
  void changedCodeGetsItsOwnWindows() throws Exception {
    WindowedClasses classes = classes(new WindowScheme(WindowCode.MOST_PATHS));
    get(classes, false, sample());
    byte[] other;
    try (InputStream in = WindowedClassesTest.class.getResourceAsStream("WindowWatch.class")) {
      other = in.readAllBytes();
    }
    get(classes, true, other);
    assertTrue(taken.size() > 2);
  }
}
