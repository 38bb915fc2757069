package org.kpathjvm.core.instrument.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Printer;

/**
 * The only method of an instrumented class. In the texts of its code, a dot and the name of a probe
 * stand for a call of the probe.
 */
public final class ProbedCode {
  /** The class of the probes. */
  public static final String PROBES = "P";

  public final ProbePlan plan;
  public final MethodNode method;

  private ProbedCode(ProbePlan plan) {
    this.plan = plan;
    method = plan.method;
  }

  /** Instruments a class; ids start at 1. */
  public static ProbedCode of(Schemes probes, byte[] classFile) {
    return of(
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(probes.scheme(), PROBES),
        classFile);
  }

  /** Instruments a class with {@link #PROBES} as the probes' class; ids start at 1. */
  public static ProbedCode of(InstrumentOptions options, byte[] classFile) {
    var methods =
        new ClassInstrumenter().instrument(classFile, "app", options, count -> 1).methods();
    assertEquals(1, methods.size());
    return new ProbedCode(methods.get(0).plan);
  }

  /** Instruments the method {@code static Object f(int)} with the given code. */
  public static ProbedCode f(Schemes probes, Consumer<MethodVisitor> code) {
    return of(probes, new GeneratedClass().f(code).bytes());
  }

  /**
   * Returns the plan of the method, unless only the method's entries are recorded.
   *
   * @throws ClassCastException if only entries are recorded
   */
  public MethodPlan methodPlan() {
    return (MethodPlan) plan;
  }

  /** Returns all instructions as text: opcodes, and {@code .name} where a probe is called. */
  public String text() {
    return text(method.instructions.getFirst(), null);
  }

  /**
   * Returns the instructions from a label to the first instruction that control doesn't flow past.
   */
  public static String from(LabelNode label) {
    AbstractInsnNode at = label;
    while (!OriginalCode.endsFlow(at.getOpcode())) {
      at = at.getNext();
    }
    return text(label, at.getNext());
  }

  /**
   * Returns the instructions that run when the given entry of the exception table catches an
   * exception.
   */
  public String handler(int entry) {
    return from(method.tryCatchBlocks.get(entry).handler);
  }

  /** Returns the instructions that the given entry of the exception table covers. */
  public String covered(int entry) {
    var range = method.tryCatchBlocks.get(entry);
    return text(range.start, range.end);
  }

  private static String text(AbstractInsnNode first, AbstractInsnNode end) {
    List<String> words = new ArrayList<>();
    for (AbstractInsnNode at = first; at != end; at = at.getNext()) {
      if (at instanceof MethodInsnNode && ((MethodInsnNode) at).owner.equals(PROBES)) {
        words.add("." + ((MethodInsnNode) at).name);
      } else if (at.getOpcode() >= 0) {
        words.add(Printer.OPCODES[at.getOpcode()]);
      }
    }
    return String.join(" ", words);
  }
}
