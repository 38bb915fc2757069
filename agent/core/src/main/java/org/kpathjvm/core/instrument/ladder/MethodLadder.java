package org.kpathjvm.core.instrument.ladder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.guide.GuidedMethod;
import org.kpathjvm.core.instrument.options.InliningLimits;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.probes.MethodIds;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the highest rung on which a method fits. The method's size is predicted before anything is
 * written. These rules apply:
 *
 * <ul>
 *   <li>If HotSpot compiles the original method, it must also compile the method with probes. So
 *       code of at most {@link InstrumentOptions#codeLimit()} bytes must not grow beyond this
 *       limit.
 *   <li>Any other method may grow as far as the class file allows.
 *   <li>If HotSpot inlines the original method, it should also inline the method with probes.
 *       Probes may make the code exceed some of the {@link InliningLimits}. If a smaller form on
 *       the same rung exceeds fewer limits, the smaller form is chosen. Both forms record the same
 *       data. This rule applies only to methods whose loops are all {@linkplain ShortLoops short}.
 *       Any other loop may make many iterations for each call, and each iteration costs more in the
 *       smaller forms.
 * </ul>
 */
public final class MethodLadder {
  private static final int MAX_CODE_BYTES = 65_535;
  private static final int MAX_TABLE_ENTRIES = 65_535;
  private static final Rung[] RUNGS = Rung.values();

  private final ClassFacts facts;
  private final InstrumentOptions options;
  private final IdAllocator ids;
  private final MethodInstrumenter instrumenter;

  /**
   * Creates the ladder of a class.
   *
   * @param guided an earlier profile's entries for the class's methods; each key is a name directly
   *     followed by a descriptor
   */
  public MethodLadder(
      ClassFacts facts,
      InstrumentOptions options,
      IdAllocator ids,
      Map<String, GuidedMethod> guided) {
    this.facts = facts;
    this.options = options;
    this.ids = ids;
    instrumenter = new MethodInstrumenter(facts, options, guided);
  }

  /**
   * Chooses a method's rung and inserts the probes.
   *
   * @param body the method as it was read; it is modified
   */
  public Choice choose(MethodBody body, int originalBytes) {
    if (body.isEmptyFinalizer()) {
      return new Choice(
          body, originalBytes, "empty-finalizer: with a probe the JVM would finalize each object");
    }
    if (options.scope() == MethodScope.LOOPS && !instrumenter.hasLoop(body)) {
      return new Choice(body, originalBytes, "out-of-scope: the method has no loop");
    }
    if (options.scope() == MethodScope.HOT && !options.hot().contains(body.name)) {
      return new Choice(body, originalBytes, "out-of-scope: the method wasn't found to be hot");
    }
    MethodIds methodIds = new MethodIds(ids.of(body.name + body.desc));
    return descend(body, originalBytes, options.highestRung(), new ArrayList<>(0), methodIds);
  }

  /**
   * Lowers the method because the class has too many constants. A method above {@link Rung#ENTRY}
   * is lowered to that rung, because no rung in between needs fewer constants. A method on {@link
   * Rung#ENTRY} loses its probes.
   */
  Choice lower(Choice choice, String reason) {
    List<RejectedRung> rejected = new ArrayList<>(choice.rejected);
    rejected.add(new RejectedRung(choice.plan.rung, choice.predictedBytes, reason));
    if (choice.plan.rung == Rung.ENTRY) {
      return new Choice(
          choice.body, choice.originalBytes, null, choice.predictedBytes, rejected, choice.ids);
    }
    return descend(
        facts.readAgain(choice.body), choice.originalBytes, Rung.ENTRY, rejected, choice.ids);
  }

  private Choice descend(
      MethodBody unchanged,
      int originalBytes,
      Rung highest,
      List<RejectedRung> rejected,
      MethodIds methodIds) {
    MethodBody body = unchanged;
    int bytes = originalBytes;
    for (Rung rung : RUNGS) {
      if (rung.compareTo(highest) < 0 || !options.scheme().offers(rung)) {
        continue;
      }
      String reason = rejected.isEmpty() ? null : rejected.get(rejected.size() - 1).reason;
      Form form =
          new Form(reason == null ? options.scheme() : options.scheme().below(reason), true);
      // The first of the forms that exceed the fewest limits of inlining is chosen.
      Choice chosen = null;
      int crossed = 0;
      do {
        if (body == null) {
          body = facts.readAgain(unchanged);
        }
        bytes = -1;
        ProbePlan plan = null;
        try {
          Set<AbstractInsnNode> shortConstants = body.shortConstants();
          plan = instrumenter.plan(body, rung, form.scheme, form.isGuided, methodIds);
          plan.insert();
          bytes = CodeSizePrediction.of(plan.method, shortConstants);
          reason = reasonAgainst(plan.method, originalBytes, bytes);
          if (reason == null) {
            int exceeded = options.inliningLimits().crossed(originalBytes, bytes);
            if (exceeded > 0 && mayIterateLong(plan)) {
              exceeded = 0;
            }
            if (chosen == null || exceeded < crossed) {
              chosen = new Choice(body, originalBytes, plan, bytes, rejected, methodIds);
              crossed = exceeded;
            }
          }
        } catch (RungRejectedException e) {
          reason = e.getMessage();
        } catch (RuntimeException e) {
          reason = "failed: " + e;
        }
        body = null;
        boolean isDone = chosen != null && crossed == 0;
        form = isDone ? null : form.smaller(plan, reason);
      } while (form != null);
      if (chosen != null) {
        return chosen;
      }
      rejected.add(new RejectedRung(rung, bytes, reason));
    }
    return new Choice(unchanged, originalBytes, null, bytes, rejected, methodIds);
  }

  /** One of the forms that a method's probes may have on a rung. */
  private static final class Form {
    final Scheme scheme;
    final boolean isGuided;

    Form(Scheme scheme, boolean isGuided) {
      this.scheme = scheme;
      this.isGuided = isGuided;
    }

    /**
     * Returns a form that inserts less code; null if there isn't one.
     *
     * @param plan the plan in this form; null if it couldn't be made
     * @param reason the reason why the plan can't be used; null if it can be used
     */
    Form smaller(ProbePlan plan, String reason) {
      if (!(plan instanceof MethodPlan)) {
        return null;
      }
      if (plan.isGuided()) {
        return new Form(scheme, false);
      }
      Scheme smaller = scheme.smaller((MethodPlan) plan, reason);
      return smaller == null ? null : new Form(smaller, false);
    }
  }

  private static boolean mayIterateLong(ProbePlan plan) {
    return plan instanceof MethodPlan && !ShortLoops.areAll(((MethodPlan) plan).code);
  }

  /** Returns why the method must not be written with these probes; null if it may be written. */
  private String reasonAgainst(MethodNode method, int originalBytes, int bytes) {
    if (bytes > MAX_CODE_BYTES) {
      return "too-large: "
          + bytes
          + " bytes with probes, but a class file holds at most "
          + MAX_CODE_BYTES;
    }
    if (originalBytes <= options.codeLimit() && bytes > options.codeLimit()) {
      return "huge-method: "
          + bytes
          + " bytes with probes, but --code-limit is "
          + options.codeLimit();
    }
    int entries = tableEntries(method);
    if (entries > MAX_TABLE_ENTRIES) {
      return "too-large: a table of "
          + entries
          + " entries with probes, but a class file holds at most "
          + MAX_TABLE_ENTRIES;
    }
    return null;
  }

  /**
   * Returns the number of entries of the method's largest table: of handlers, local variables,
   * lines or frames. The tables of lines and frames are left out if the method has too few nodes to
   * make them too large.
   */
  private static int tableEntries(MethodNode method) {
    int variables = method.localVariables == null ? 0 : method.localVariables.size();
    int entries = Math.max(variables, method.tryCatchBlocks.size());
    return method.instructions.size() <= MAX_TABLE_ENTRIES
        ? entries
        : Math.max(entries, linesOrFrames(method));
  }

  private static int linesOrFrames(MethodNode method) {
    int lines = 0;
    int frames = 0;
    for (AbstractInsnNode node : method.instructions) {
      lines += node instanceof LineNumberNode ? 1 : 0;
      frames += node.getType() == AbstractInsnNode.FRAME ? 1 : 0;
    }
    return Math.max(lines, frames);
  }
}
