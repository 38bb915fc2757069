package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.util.Printer;

/** Tests where an edge's code is placed. */
class EdgeInserterTest implements Opcodes {
  private static String opcodes(Schemes probes, Consumer<MethodVisitor> f) {
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(probes.scheme(), "P");
    List<String> opcodes = new ArrayList<>();
    for (AbstractInsnNode node :
        new ClassInstrumenter()
            .instrument(new GeneratedClass().f(f).bytes(), "app", options, count -> 1)
            .methods()
            .get(0)
            .plan
            .method
            .instructions) {
      if (node.getOpcode() >= 0) {
        opcodes.add(Printer.OPCODES[node.getOpcode()]);
      }
    }
    return String.join(" ", opcodes);
  }

  private static void bothWays(MethodVisitor m, Runnable otherwise) {
    Label joined = new Label();
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFEQ, joined);
    otherwise.run();
    m.visitLabel(joined);
    returnBoxed(m, 0);
  }

  /** The edge from block 0 to block 1 has an increment, and is the only way into block 1. */
  @Test
  void theIncrementOfTheOnlyEdgeIntoABlockIsInTheBlock() {
    assertEquals(
        "ICONST_1 ISTORE ILOAD IFEQ IINC NOP ILOAD INVOKESTATIC ILOAD INVOKESTATIC ARETURN",
        opcodes(Schemes.PATHS, m -> bothWays(m, () -> m.visitInsn(NOP))));
  }

  @Test
  void anIncrementIsPlacedBeforeTheOpcodeNew() {
    String code =
        opcodes(
            Schemes.PATHS,
            m ->
                bothWays(
                    m,
                    () -> {
                      m.visitTypeInsn(NEW, "java/lang/Object");
                      m.visitInsn(POP);
                    }));
    assertEquals(
        "ICONST_1 ISTORE ILOAD IFEQ IINC NEW POP ILOAD INVOKESTATIC ILOAD INVOKESTATIC ARETURN",
        code);
  }

  /**
   * The code that counts the fall-through edge is between the edge's two blocks. The code that
   * counts the taken edge is in a trampoline, which is at the method's end.
   */
  @Test
  void theTakenEdgeOfABranchLeadsThroughATrampoline() {
    assertEquals(
        "ICONST_1 INVOKESTATIC ILOAD IFEQ ICONST_3 INVOKESTATIC NOP ILOAD INVOKESTATIC ARETURN"
            + " ICONST_2 INVOKESTATIC GOTO",
        opcodes(Schemes.EDGES, m -> bothWays(m, () -> m.visitInsn(NOP))));
  }

  /** The loop's back edge is a goto. The code that ends the path comes before the goto. */
  @Test
  void codeOnAGotosEdgeIsBeforeTheGoto() {
    String code =
        opcodes(
            Schemes.PATHS,
            m -> {
              Label header = new Label();
              Label out = new Label();
              m.visitLabel(header);
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFLE, out);
              m.visitIincInsn(0, -1);
              m.visitJumpInsn(GOTO, header);
              m.visitLabel(out);
              returnBoxed(m, 0);
            });
    assertEquals(
        "ICONST_1 ISTORE ILOAD IFLE IINC IINC ILOAD INVOKESTATIC ICONST_3 ISTORE GOTO"
            + " ILOAD INVOKESTATIC ILOAD INVOKESTATIC ARETURN",
        code);
  }
}
