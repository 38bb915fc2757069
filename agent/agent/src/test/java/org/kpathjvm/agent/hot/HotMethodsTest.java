package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.agent.hot.Compilation.Kind;

/**
 * Tests which methods are chosen to be recorded, and when. The choice depends on compilations and
 * on one thread's stack.
 */
class HotMethodsTest extends LookedAtProgram {
  private void compiled(String method, boolean osr, boolean optimised) {
    Kind kind =
        optimised
            ? osr ? Kind.OPTIMISED_IN_LOOP : Kind.OPTIMISED
            : osr ? Kind.BASIC_IN_LOOP : Kind.BASIC;
    methods.compiled(List.of(new Compilation(method, kind)));
  }

  private void inlined(String method, Kind kind) {
    methods.compiled(List.of(new Compilation(method, kind)));
  }

  /** Takes a look while the thread waits for something. */
  private void lookWhileItWaits() {
    millis += PERIOD;
    methods.look(new StackLook(millis, List.of(thread), Map.of()));
  }

  /**
   * Reports the compilations of a method that looped for a long time in its first activation and
   * was called again later.
   */
  private void longOne(String method) {
    compiled(method, true, false);
    compiled(method, true, true);
    compiled(method, false, true);
  }

  @Test
  void aMethodIsHotIfItsNextActivationsAreOptimised() {
    compiled("a.B::run", false, false);
    assertEquals(Set.of(), methods.pending());
    compiled("a.B::run", false, true);
    assertEquals(Set.of("a.B"), methods.pending());
    look("a.Main::main", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void anOptimisedLoopAloneMakesNoMethodHot() {
    compiled("a.B::run", true, true);
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void aMethodCompiledForCallsIsHotWhenItsLoopIsOptimised() {
    compiled("a.B::run", false, false);
    compiled("a.B::run", true, true);
    assertEquals(Set.of("a.B"), methods.pending());
    assertEquals(Map.of(), methods.newlyHotInLoops());
  }

  @Test
  void methodsHotInLoopsAreReportedOnceUnlessRecorded() {
    compiled("a.B::run", true, false);
    assertEquals(Map.of(), methods.newlyHotInLoops());
    compiled("a.B::run", true, true);
    compiled("a.B::go", true, true);
    assertEquals(Map.of("a.B", Set.of("go", "run")), methods.newlyHotInLoops());
    compiled("a.B::run", true, true);
    compiled("a.C::run", false, true);
    look("a.C::run");
    methods.take("a.C");
    compiled("a.C::run", true, true);
    assertEquals(Map.of(), methods.newlyHotInLoops());
  }

  @Test
  void anInlinedMethodIsHot() {
    compiled("a.Main::main", true, true);
    inlined("a.B::run", Kind.INLINED);
    assertEquals(Set.of("a.B"), methods.pending());
    look("a.Main::main", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
    inlined("a.B::run", Kind.INLINED);
    assertEquals(Set.of(), methods.pending());
    inlined("a.C::run", Kind.INLINED);
    compiled("a.C::run", true, true);
    look("a.Main::main", "a.C::run");
    assertEquals(Set.of("run"), methods.take("a.C"));
    assertEquals(Map.of("a.Main", Set.of("main")), methods.newlyHotInLoops());
  }

  @Test
  void aSmallInlinedMethodIsHotIfAlsoCompiledAlone() {
    inlined("a.B::rare", Kind.INLINED_SMALL);
    inlined("a.B::before", Kind.INLINED_SMALL);
    assertEquals(Set.of(), methods.pending());
    compiled("a.B::before", false, false);
    assertEquals(Set.of("a.B"), methods.pending());
    compiled("a.B::behind", false, false);
    inlined("a.B::behind", Kind.INLINED_SMALL);
    look("a.Main::main");
    assertEquals(Set.of("before", "behind"), methods.take("a.B"));
  }

  @Test
  void aMethodInlinedAfterItsLoopWasCompiledWaits() {
    compiled("a.B::run", true, false);
    inlined("a.B::run", Kind.INLINED);
    looks(500, "a.Main::main", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
    assertEquals(Set.of("a.B"), methods.pending());
  }

  @Test
  void anInitialiserOfAClassIsNeverHot() {
    compiled("a.B::<clinit>", false, true);
    inlined("a.B::<clinit>", Kind.INLINED);
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void eachMethodIsTakenOnce() {
    compiled("a.B::run", false, true);
    look("a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
    compiled("a.B::run", false, true);
    assertEquals(Set.of(), methods.pending());
  }

  @Test
  void allHotMethodsOfAClassAreTakenTogether() {
    compiled("a.B::run", false, true);
    compiled("a.B::go", false, true);
    compiled("a.B::cold", false, false);
    compiled("a.C::run", false, true);
    look("a.B::run");
    assertEquals(Set.of("go", "run"), methods.take("a.B"));
    assertEquals(Set.of("a.C"), methods.pending());
  }

  @Test
  void aClassWaitsForALongLoop() {
    longOne("a.B::run");
    looks(500, "a.Main::main", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
    assertEquals(Set.of("a.B"), methods.pending());
  }

  @Test
  void aClassWaitsForLoopsOfItsOtherMethods() {
    compiled("a.B::main", true, true);
    compiled("a.B::run", false, true);
    looks(500, "a.B::main", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
  }

  @Test
  void aClassDoesNotWaitForLoopsOfOtherClasses() {
    compiled("a.Main::main", true, true);
    compiled("a.B::run", false, true);
    look("a.Main::main", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void aMethodOftenCalledBeforeALongLoopCountsAsShort() {
    compiled("a.B::run", false, false);
    longOne("a.B::run");
    looks(3, "a.Main::main", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void aMethodSeenToBeginAndEndCountsAsShort() {
    longOne("a.B::run");
    looks(30, "a.Main::main", "a.B::run");
    look("a.Main::main");
    look("a.Main::main", "a.B::run");
    assertEquals(Set.of(), methods.take("a.B"));
    look("a.Main::main");
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void aNewLineOfTheCallerMeansANewActivation() {
    longOne("a.B::run");
    looks(30, "a.Main::main@1", "a.B::run");
    look("a.Main::main@2", "a.B::run");
    look("a.Main::main@3", "a.B::run");
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void aLastingActivationIsNotShort() {
    longOne("a.B::run");
    look("a.Main::main");
    looks(HotMethods.SHORT_MILLIS / PERIOD, "a.Main::main", "a.B::run");
    look("a.Main::main");
    assertEquals(Set.of(), methods.take("a.B"));
  }

  @Test
  void anActivationIsNotShortAfterAGapInTheLooks() {
    longOne("a.B::run");
    look("a.Main::main");
    millis += 10_000;
    look("a.Main::main", "a.B::run");
    look("a.Main::main");
    assertEquals(Set.of(), methods.take("a.B"));
  }

  @Test
  void aLongMethodIsTakenAfterAWhileOffTheStack() {
    longOne("a.B::run");
    looks(30, "a.Main::main", "a.B::run");
    looks(HotMethods.QUIET_MILLIS / PERIOD, "a.Main::main");
    assertEquals(Set.of(), methods.take("a.B"));
    look("a.Main::main");
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void timeWithoutLooksIsNotQuietTime() {
    longOne("a.B::run");
    look("a.Main::main");
    millis += 10_000;
    look("a.Main::main");
    assertEquals(Set.of(), methods.take("a.B"));
  }

  /** Another class's hot method keeps the looks going, so there is no gap between them. */
  @Test
  void quietTimeBeginsAnewWhenAClassIsPendingAgain() {
    longOne("a.B::run");
    looks(1 + HotMethods.QUIET_MILLIS / PERIOD, "a.Main::main");
    assertEquals(Set.of("run"), methods.take("a.B"));
    longOne("a.C::run");
    looks(HotMethods.WAIT_MILLIS / PERIOD, "a.C::run", "a.B::run");
    assertEquals(Set.of("a.C"), methods.pending());
    compiled("a.B::go", false, true);
    look("a.C::run");
    assertEquals(Set.of(), methods.take("a.B"));
    looks(HotMethods.QUIET_MILLIS / PERIOD - 1, "a.C::run");
    assertEquals(Set.of(), methods.take("a.B"));
    look("a.C::run");
    assertEquals(Set.of("go"), methods.take("a.B"));
    assertEquals(Set.of("a.C"), methods.pending());
  }

  @Test
  void aWaitingThreadStaysInItsMethod() {
    longOne("a.B::run");
    look("a.Main::main", "a.B::run");
    for (int i = 0; i < 100; i++) {
      lookWhileItWaits();
    }
    assertEquals(Set.of(), methods.take("a.B"));
  }

  @Test
  void anEndedThreadHasNoStack() {
    longOne("a.B::run");
    look("a.B::run");
    for (int i = 0; i <= HotMethods.QUIET_MILLIS / PERIOD + 1; i++) {
      millis += PERIOD;
      methods.look(new StackLook(millis, List.of(), Map.of()));
    }
    assertEquals(Set.of("run"), methods.take("a.B"));
  }

  @Test
  void theWaitDoublesWithEachChangeOfAClass() {
    int wait = HotMethods.WAIT_MILLIS / PERIOD;
    for (String name : List.of("one", "two", "three")) {
      compiled("a.B::" + name, false, true);
      look("a.Main::main");
      if (!name.equals("one")) {
        looks(wait - 2, "a.Main::main");
        assertEquals(Set.of(), methods.take("a.B"));
        looks(2, "a.Main::main");
        wait *= 2;
      }
      assertEquals(Set.of(name), methods.take("a.B"));
    }
  }

  @Test
  void aLongWaitIsReportedOnce() {
    longOne("a.B::run");
    looks(HotMethods.PATIENCE_MILLIS / PERIOD, "a.B::run");
    assertEquals(Set.of(), methods.heldUp("a.B"));
    look("a.B::run");
    assertEquals(Set.of("run"), methods.heldUp("a.B"));
    look("a.B::run");
    assertEquals(Set.of(), methods.heldUp("a.B"));
  }

  @Test
  void methodsOfADroppedClassAreNotPending() {
    compiled("a.B::run", false, true);
    methods.drop("a.B");
    assertEquals(Set.of(), methods.pending());
  }
}
