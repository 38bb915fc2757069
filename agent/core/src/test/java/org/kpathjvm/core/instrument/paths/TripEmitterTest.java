package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.runtime.layout.PackedWord;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Tests the code at a counted loop's entry, back edge and exit, and on exceptions. */
class TripEmitterTest implements Opcodes {
  /**
   * A method with a loop. Block 0 is the loop's header; block 1 is the body, which leads back to
   * the header; and block 2 is the exit.
   */
  private final ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::loop);

  private final PackedPlan plan = (PackedPlan) code.plan;

  private static long constant(InsnList list) {
    return (Long) ((LdcInsnNode) list.getFirst()).cst;
  }

  /** The paths are: 0 entry to exit, 1 entry to latch, 2 header to exit, 3 header to latch. */
  @Test
  void aLoopsEntryLoadsThePathsOfTheFirstTrips() {
    CountedLoop loop = plan.loops.entered();
    long trips = constant(plan.beginFirstTrip(loop));
    assertEquals(PackedWord.trips(1, 3, 2), trips);
    assertEquals(3, plan.laterTrip(loop));
  }

  /**
   * The number of a path that began before the loop is the register's value plus later increments.
   */
  @Test
  void theFirstTripsPathMayBeReadFromTheRegister() {
    InsnList list = plan.trips.begin(PathValue.registerPlus(1), 3);
    StringBuilder opcodes = new StringBuilder();
    for (AbstractInsnNode node : list) {
      opcodes.append(node.getOpcode()).append(' ');
    }
    String expected = ILOAD + " " + ICONST_1 + " " + IADD + " " + I2L + " " + BIPUSH + " " + LSHL;
    assertEquals(expected + " " + LDC + " " + LOR + " " + LSTORE + " ", opcodes.toString());
    assertEquals(plan.heldWord().tripsLocal, ((VarInsnNode) list.getLast()).var);
  }

  @Test
  void theTripCountIsIncrementedAndComparedWithTheLimit() {
    String trip = "IINC ILOAD SIPUSH ICONST_2 ISTORE IF_ICMPGE GOTO";
    assertTrue(code.text().contains(trip), code.text());
  }

  @Test
  void atTheLimitTripsAreEmittedAndTheLoopContinues() {
    for (AbstractInsnNode node : code.method.instructions) {
      if (node.getOpcode() == IF_ICMPGE) {
        assertEquals(
            "LDC LLOAD ILOAD .repeat ISTORE LLOAD LLOAD LDC LLOAD ILOAD .run LSTORE"
                + " LLOAD LDC LLOAD ILOAD .rest LSTORE ICONST_0 ISTORE LDC LSTORE"
                + " GOTO",
            ProbedCode.from(((JumpInsnNode) node).label));
        return;
      }
    }
    throw new AssertionError("no trips are counted");
  }

  @Test
  void theLoopsTripsAreEmittedWhenTheLoopIsLeft() {
    assertTrue(
        code.text()
            .contains(
                "LDC LLOAD ILOAD .repeat ISTORE LLOAD LLOAD LDC LLOAD ILOAD .run LSTORE"
                    + " LLOAD LDC LLOAD ILOAD .rest LSTORE ICONST_0 ISTORE GOTO"),
        code.text());
  }

  @Test
  void theTripsAreEmittedOnAnException() {
    ProbedCode thrown = ProbedCode.f(Schemes.STREAM, TripEmitterTest::divides);
    assertEquals(
        "LLOAD LLOAD LDC LLOAD ILOAD BIPUSH .handler LCONST_0 LSTORE LCONST_1 LSTORE ICONST_0"
            + " ISTORE GOTO",
        thrown.handler(0));
    String escape = "(JJJJII)V";
    boolean found = false;
    for (AbstractInsnNode node : thrown.method.instructions) {
      found |=
          node instanceof MethodInsnNode
              && ((MethodInsnNode) node).name.equals("escape")
              && ((MethodInsnNode) node).desc.equals(escape);
    }
    assertTrue(found, thrown.text());
  }

  private static void divides(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitLabel(start);
    SmallMethods.divide(m, 0);
    SmallMethods.countDown(m);
    m.visitLabel(end);
    SmallMethods.returnsNull(m);
    m.visitLabel(handler);
    m.visitInsn(POP);
    SmallMethods.returnsNull(m);
  }

  @Test
  void unpackedSchemesCountNoTrips() {
    assertEquals(0, ProbedCode.f(Schemes.PATHS, SmallMethods::loop).plan.repeatedPaths().length);
    assertEquals(
        0, ProbedCode.f(Schemes.SEQUENCES, SmallMethods::loop).plan.repeatedPaths().length);
  }

  @Test
  void onADispatchASchemeWithoutCountersPassesTheTripsToClose() {
    ProbedCode thrown = ProbedCode.f(Schemes.PACKED_SEQUENCES, TripEmitterTest::divides);
    assertEquals(
        "LLOAD LLOAD LDC LLOAD ILOAD .close LCONST_0 LSTORE LCONST_1 LSTORE ICONST_0 ISTORE GOTO",
        thrown.handler(0));
  }
}
