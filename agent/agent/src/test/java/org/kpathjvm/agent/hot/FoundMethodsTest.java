package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.agent.hot.Compilation.Kind;

/**
 * Tests which found methods are chosen. A found method is one that HotSpot compiled before the log
 * of compilations was turned on.
 */
class FoundMethodsTest extends LookedAtProgram {
  private void add(String method, Kind kind) {
    methods.compiled(List.of(new Compilation(method, kind)));
  }

  @Test
  void aFoundMethodWithShortActivationsIsTaken() {
    add("a.B::run", Kind.FOUND_OPTIMISED);
    assertEquals(Set.of("a.B"), methods.pending());
    look("a.Main::main@1", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
    look("a.Main::main@2", "a.B::run");
    look("a.Main::main@1", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
    assertEquals(false, methods.isAnyFoundPending());
  }

  @Test
  void aFoundMethodThatIsAlwaysOnAStackIsTakenAtLast() {
    add("a.B::run", Kind.FOUND_OPTIMISED);
    add("a.B::main", Kind.FOUND_IN_LOOP);
    looks(HotMethods.FOUND_MILLIS / PERIOD, "a.B::main", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
    assertEquals(true, methods.isAnyFoundPending());
    look("a.B::main", "a.B::run");
    assertEquals(Set.of("main", "run"), methods.take("a.B"));
    assertEquals(false, methods.isAnyFoundPending());
  }

  @Test
  void aMethodFoundInALoopWaitsForTheLoopsEnd() {
    add("a.B::main", Kind.FOUND_IN_LOOP);
    assertEquals(Set.of("a.B"), methods.pending());
    looks(HotMethods.FOUND_MILLIS / PERIOD, "a.B::main");
    assertEquals(true, methods.isAnyFoundPending());
    look("a.B::main");
    assertEquals(false, methods.isAnyFoundPending());
    looks(HotMethods.PATIENCE_MILLIS / PERIOD, "a.B::main");
    assertEquals(Set.of(), methods.take("a.B"));
    assertEquals(Set.of("main"), methods.heldUp("a.B"));
    looks(1 + HotMethods.QUIET_MILLIS / PERIOD, "a.C::run");
    assertEquals(Set.of("main"), methods.take("a.B"));
  }

  @Test
  void laterHotMethodsWaitAsUsual() {
    add("a.B::run", Kind.FOUND_OPTIMISED);
    looks(1 + HotMethods.QUIET_MILLIS / PERIOD, "a.C::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
    add("a.B::later", Kind.BASIC_IN_LOOP);
    add("a.B::later", Kind.OPTIMISED);
    looks(2 * HotMethods.PATIENCE_MILLIS / PERIOD, "a.B::later");
    assertEquals(Set.of(), methods.take("a.B"));
  }

  @Test
  void aMethodFoundInBasicCodeIsHotIfInlined() {
    add("a.B::run", Kind.FOUND_BASIC);
    assertEquals(Set.of(), methods.pending());
    add("a.B::run", Kind.INLINED_SMALL);
    assertEquals(Set.of("a.B"), methods.pending());
    add("a.C::run", Kind.FOUND_BASIC);
    add("a.C::run", Kind.OPTIMISED_IN_LOOP);
    assertEquals(Map.of("a.C", Set.of("run")), methods.newlyHotInLoops());
  }
}
