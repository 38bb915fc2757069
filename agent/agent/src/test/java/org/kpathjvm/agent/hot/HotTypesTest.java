package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.agent.hot.Compilation.Kind;
import org.kpathjvm.agent.process.LoadedClasses;

class HotTypesTest extends LookedAtProgram {
  private static final class Mine {}

  private static final class Foreign {}

  private static final class Fixed {}

  private final ProgramOfClasses program = new ProgramOfClasses();
  private final HotTypes types =
      new HotTypes(new LoadedClasses(program.instrumentation()), program, program.lines());

  private void compiled(Class<?> type, Kind kind) {
    methods.compiled(List.of(new Compilation(HotMethods.key(type.getName(), "run"), kind)));
  }

  private void load(Class<?>... loaded) {
    program.loaded.addAll(List.of(loaded));
  }

  @Test
  void recordableClassesAreFoundAndOthersDropped() {
    load(Mine.class, Foreign.class, Fixed.class, String.class, Mine[].class);
    program.foreign.add(Foreign.class);
    program.unmodifiable.add(Fixed.class);
    for (Class<?> type : program.loaded) {
      if (!type.isArray()) {
        compiled(type, Kind.OPTIMISED);
      }
    }
    types.resolve(methods);
    assertEquals(Set.of(Mine.class.getName()), methods.pending());
    look();
    assertEquals(Map.of(Mine.class, Set.of("run")), types.take(methods));
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void classesOutOfScopeAreSearchedOnce() {
    program.foreign.add(Foreign.class);
    load(Foreign.class);
    compiled(Foreign.class, Kind.OPTIMISED);
    types.resolve(methods);
    compiled(Foreign.class, Kind.OPTIMISED_IN_LOOP);
    methods.compiled(
        List.of(new Compilation(HotMethods.key(Foreign.class.getName(), "other"), Kind.OPTIMISED)));
    types.resolve(methods);
    assertEquals(1, program.looks);
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void methodsHotOnlyInALoopAreListed() {
    load(Mine.class);
    compiled(Mine.class, Kind.OPTIMISED_IN_LOOP);
    types.resolve(methods);
    types.resolve(methods);
    assertEquals(2, program.told.size());
    assertTrue(program.told.get(1).startsWith("Mine in-a-loop: HotSpot found run hot"));
    assertEquals(Map.of(), types.take(methods));
  }

  @Test
  void methodsThatWaitForLongAreListedOnce() {
    load(Mine.class);
    compiled(Mine.class, Kind.FOUND_IN_LOOP);
    types.resolve(methods);
    looks(HotMethods.PATIENCE_MILLIS / PERIOD + 1, HotMethods.key(Mine.class.getName(), "run"));
    assertEquals(Map.of(), types.take(methods));
    assertEquals(Map.of(), types.take(methods));
    assertEquals(2, program.told.size());
    assertTrue(program.told.get(1).startsWith("Mine held-up: HotSpot found run hot"));
  }
}
