package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.MethodVisitor;

/** Tests a method's mode, its ids, and the room that its probes take. */
class MethodPlanTest {
  private static MethodPlan plan(Schemes probes, Consumer<MethodVisitor> code) {
    return ProbedCode.f(probes, code).methodPlan();
  }

  @Test
  void theModeIsCountedStreamedOrEdges() {
    assertEquals("counted", plan(Schemes.STREAM, SmallMethods::returnsNull).mode);
    assertEquals("streamed", plan(Schemes.STREAM, SmallMethods::loop).mode);
    assertEquals("edges", plan(Schemes.EDGES, SmallMethods::loop).mode);
  }

  @Test
  void theIdsOfCountersFollowTheIdsOfPaths() {
    MethodPlan plan = plan(Schemes.STREAM, SmallMethods::catchAndReturn);
    assertEquals(1, plan.firstId());
    assertEquals(2, plan.pathCount());
    assertEquals(Map.of(Counter.HANDLERS, 3, Counter.ENTRIES, 4), plan.counters());
    assertEquals(
        Map.of(Counter.ESCAPES, 3, Counter.HANDLERS, 4),
        plan(Schemes.STREAM, SmallMethods::catchOfDivision).counters());
  }

  @Test
  void pathsHaveNoIdsWhereEdgesAreCounted() {
    MethodPlan plan = plan(Schemes.EDGES, SmallMethods::loop);
    assertEquals(plan(Schemes.PATHS, SmallMethods::loop).pathCount(), plan.pathCount());
    assertEquals(0, plan.pathIdCount());
    assertEquals(Map.of(Counter.ENTRIES, 1), plan.counters());
  }

  /**
   * Local 0 is the method's parameter. An activation takes two locals, and a path register takes
   * one.
   */
  @Test
  void theProbesHaveTheirOwnLocals() {
    assertEquals(1, plan(Schemes.STREAM, SmallMethods::returnsNull).method.maxLocals);
    assertEquals(2, plan(Schemes.PATHS, SmallMethods::loop).method.maxLocals);
    assertEquals(4, plan(Schemes.SEQUENCES, SmallMethods::loop).method.maxLocals);
  }

  @Test
  void theStackHasRoomForTheProbes() {
    MethodPlan plan = plan(Schemes.SEQUENCES, SmallMethods::loop);
    assertEquals(1 + plan.probeStack(), plan.method.maxStack);
  }
}
