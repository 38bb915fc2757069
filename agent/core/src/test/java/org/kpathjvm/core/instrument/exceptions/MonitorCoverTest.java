package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;

class MonitorCoverTest implements Opcodes {
  private static final String SOURCE =
      "class Sample {"
          + "  static int f(Object lock, int n) {"
          + "    int sum = 0;"
          + "    while (n > 9) { sum += n--; }"
          + "    synchronized (lock) { while (n > 0) { sum += 100 / n--; } }"
          + "    try { sum += 100 / n; } catch (RuntimeException e) { sum++; }"
          + "    return sum;"
          + "  }"
          + "}";

  private final SampleCode sample =
      new SampleCode(ClassFiles.compile("Sample", SOURCE).get("Sample"), "f");
  private final MonitorCover cover = new MonitorCover(sample.code, sample.blocks);

  /**
   * Returns the first block of the handler that releases the monitor. javac makes this handler
   * cover itself.
   */
  private int monitorsHandler() {
    return sample.blocks.ranges().stream()
        .filter(HandlerRange::catchesAll)
        .findFirst()
        .orElseThrow()
        .handler;
  }

  @Test
  void theMonitorsHandlerCoversAProbeOnAnEdge() {
    int loop = sample.blocks.blockFrom(sample.place(IFLE, 0));
    int body = loop + 1;
    HandlerRange range = cover.onEdge(body, loop);
    assertEquals(monitorsHandler(), range.handler);
    assertTrue(cover.allowsProbeAtSource(body));
  }

  @Test
  void aProbeOutsideSynchronizedBlocksNeedsNoCover() {
    int loop = sample.blocks.blockFrom(sample.place(IF_ICMPLE, 0));
    assertNull(cover.onEdge(loop + 1, loop));
    assertTrue(cover.allowsProbeAtSource(loop + 1));
  }

  @Test
  void anExceptionInTheTrampolineGoesOnToTheMonitorsHandler() {
    int handler = monitorsHandler();
    assertNull(cover.onDispatch(handler));
    assertTrue(cover.leadsOn(handler));
  }

  @Test
  void anOrdinaryHandlersTrampolineNeedsNoCover() {
    HandlerRange ordinary =
        sample.blocks.ranges().stream().filter(r -> !r.catchesAll()).findFirst().orElseThrow();
    assertNull(cover.onDispatch(ordinary.handler));
    assertFalse(cover.leadsOn(ordinary.handler));
  }

  @Test
  void aProbeCoveredByTheRightHandlerNeedsNoChange() {
    InsnList probe = new InsnList();
    probe.add(new InsnNode(NOP));
    InsnList suited = cover.suited(sample.place(IFLE, 0), probe);
    assertSame(probe, suited);
    assertEquals(1, suited.size());
  }

  /**
   * The handler's range extends beyond the place where the monitor is released. Old compilers
   * generated such ranges.
   */
  @Test
  void aProbeAfterTheReleaseIsExcludedFromTheRange() {
    SampleCode old =
        new SampleCode(
            new GeneratedClass(V1_4, ClassWriter.COMPUTE_MAXS)
                .f(
                    m -> {
                      Label start = new Label();
                      Label end = new Label();
                      Label handler = new Label();
                      m.visitTryCatchBlock(start, end, handler, null);
                      m.visitInsn(ACONST_NULL);
                      m.visitVarInsn(ASTORE, 1);
                      m.visitVarInsn(ALOAD, 1);
                      m.visitInsn(MONITORENTER);
                      m.visitLabel(start);
                      m.visitIincInsn(0, 1);
                      m.visitVarInsn(ALOAD, 1);
                      m.visitInsn(MONITOREXIT);
                      m.visitInsn(ACONST_NULL);
                      m.visitInsn(ARETURN);
                      m.visitLabel(end);
                      m.visitLabel(handler);
                      m.visitVarInsn(ALOAD, 1);
                      m.visitInsn(MONITOREXIT);
                      m.visitInsn(ATHROW);
                    })
                .bytes(),
            "f");
    MonitorCover oldCover = new MonitorCover(old.code, old.blocks);
    InsnList probe = new InsnList();
    probe.add(new InsnNode(NOP));
    int exit = old.place(ARETURN);
    InsnList suited = oldCover.suited(exit, probe);
    assertEquals(3, suited.size());
    old.code.method.instructions.insertBefore(old.code.node(exit), suited);
    oldCover.finish();
    assertEquals(2, old.code.method.tryCatchBlocks.size());
    assertEquals(
        1L,
        old.code.method.tryCatchBlocks.stream()
            .map(entry -> entry.handler)
            .distinct()
            .collect(Collectors.counting()));
  }
}
