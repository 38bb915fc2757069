package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.agent.process.LoadedClasses;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.numbering.CutMode;

class HotChangesTest {
  private final ProgramOfClasses program = new ProgramOfClasses();
  private final HotClasses classes = new HotClasses(new InstrumentOptions(CutMode.BACK_EDGE, 64));
  private final HotChanges changes =
      new HotChanges(new LoadedClasses(program.instrumentation()), classes, program.lines());

  private static final Map<Class<?>, Set<String>> HOT =
      Map.of(HotChangesTest.class, Set.of("next"), ProgramOfClasses.class, Set.of("retransform"));

  private static int next(int value) {
    int sum = 0;
    for (int i = 0; i < value; i++) {
      sum += i;
    }
    return sum;
  }

  @Test
  void allClassesAreChangedTogether() {
    changes.instrument(HOT);
    assertEquals(1, program.transformed.size());
    assertEquals(HOT.keySet(), Set.copyOf(program.transformed.get(0)));
    assertNotNull(instrumented(HotChangesTest.class));
    assertNotNull(instrumented(ProgramOfClasses.class));
    assertEquals(1, program.told.size(), "only the metadata's first line may be written");
  }

  @Test
  void aRefusedClassStaysUnchangedAndTheOthersAreChanged() {
    program.unmodifiable.add(ProgramOfClasses.class);
    changes.instrument(HOT);
    assertEquals(3, program.transformed.size());
    assertTrue(program.transformed.contains(List.of(HotChangesTest.class)));
    assertTrue(program.transformed.contains(List.of(ProgramOfClasses.class)));
    assertEquals(3, program.told.size());
    assertTrue(program.told.get(1).contains("are left as they were"), program.told.get(1));
    assertTrue(
        program.told.get(2).startsWith("ProgramOfClasses its hot methods can't be changed"),
        program.told.get(2));
    assertNotNull(instrumented(HotChangesTest.class));
    assertNull(instrumented(ProgramOfClasses.class));
  }

  /** Returns the class file that a class would now get; null if the class would stay unchanged. */
  private byte[] instrumented(Class<?> type) {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return classes.get(type, in.readAllBytes(), "app", count -> 1 + next(count)).bytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
