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
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the highest rung on which a method fits. Its size is predicted before anything is written.
 *
 * <ul>
 *   <li>A method that HotSpot compiles must not become one that it doesn't: code that has at most
 *       {@link InstrumentOptions#codeLimit()} bytes must not grow beyond.
 *   <li>Any other may grow as far as the class file allows.
 *   <li>A method that HotSpot inlines should stay one that it inlines: where the code exceeds more
 *       of the {@link InliningLimits} with probes than without, and a smaller form of the same rung
 *       exceeds fewer, that form is taken. No form records less than another one of its rung.
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

  /** The same by the methods' own numbers of paths, for less code. */
  private final MethodInstrumenter unguided;

  /** The same without counted loops, for less code. */
  private final MethodInstrumenter uncounting;

  /** The same without packing, for less code still. */
  private final MethodInstrumenter unpacking;

  /**
   * @param guided what an earlier profile says of the class's methods, by name and descriptor
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
    unguided = new MethodInstrumenter(facts, options, Map.of());
    uncounting = new MethodInstrumenter(facts, options.withCountedLoops(false), Map.of());
    unpacking = new MethodInstrumenter(facts, options.withPacking(false), Map.of());
  }

  /**
   * Chooses a method's rung and inserts its probes.
   *
   * @param body as it was read; it is changed
   */
  public Choice choose(MethodBody body, int originalBytes) {
    if (options.scope() == MethodScope.LOOPS && !instrumenter.hasLoop(body)) {
      return new Choice(body, originalBytes, "out-of-scope: it has no loop");
    }
    if (options.scope() == MethodScope.HOT && !options.hot().contains(body.name)) {
      return new Choice(body, originalBytes, "out-of-scope: it was not found hot");
    }
    MethodIds methodIds = new MethodIds(ids.of(body.name + body.desc));
    return descend(body, originalBytes, options.highestRung(), new ArrayList<>(0), methodIds);
  }

  /**
   * The same method one step further down, because the class doesn't fit otherwise: from any rung
   * with paths to {@link Rung#ENTRY}, for no other needs fewer constants, and from there to none.
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
      if (rung.compareTo(highest) < 0 || !options.probes().offers(rung)) {
        continue;
      }
      String reason;
      // The first form of those that exceed the fewest limits of inlining.
      Choice chosen = null;
      int crossed = 0;
      MethodInstrumenter next = onLowerRung(rejected);
      do {
        if (body == null) {
          body = facts.readAgain(unchanged);
        }
        bytes = -1;
        ProbePlan plan = null;
        int iterations = 1;
        try {
          Set<AbstractInsnNode> shortConstants = body.shortConstants();
          plan = next.instrument(body, rung, methodIds);
          iterations = IterationChoice.longest(plan);
          bytes = CodeSizePrediction.of(plan.method, shortConstants);
          reason = reasonAgainst(plan.method, originalBytes, bytes);
          if (reason == null) {
            int exceeded = options.inliningLimits().crossed(originalBytes, bytes);
            if (chosen == null || exceeded < crossed) {
              chosen = new Choice(body, originalBytes, plan, bytes, rejected, methodIds);
              crossed = exceeded;
            }
          }
        } catch (RungRejectedException e) {
          reason = e.getMessage();
          iterations = e.iterations;
        } catch (RuntimeException e) {
          reason = "failed: " + e;
        }
        body = null;
        boolean isDone = chosen != null && crossed == 0;
        next = isDone ? null : smaller(plan, iterations, reason);
      } while (next != null);
      if (chosen != null) {
        return chosen;
      }
      rejected.add(new RejectedRung(rung, bytes, reason));
    }
    return new Choice(unchanged, originalBytes, null, bytes, rejected, methodIds);
  }

  /** Paths have several iterations on the first rung only: what is against that tells why. */
  private MethodInstrumenter onLowerRung(List<RejectedRung> rejected) {
    if (rejected.isEmpty() || options.iterations() == null) {
      return instrumenter;
    }
    String reason = rejected.get(rejected.size() - 1).reason;
    return new MethodInstrumenter(facts, options.withIterationsAtMost(1, reason), Map.of());
  }

  /**
   * Returns what inserts less code on the same rung; null if nothing does. Paths of fewer
   * iterations tell less, so they are chosen only where something is against the plan.
   *
   * @param plan null if there was none
   * @param iterations of its paths
   * @param reason what was against it; null if nothing was
   */
  private MethodInstrumenter smaller(ProbePlan plan, int iterations, String reason) {
    if (plan != null && plan.isGuided()) {
      return unguided;
    }
    if (reason != null && iterations > 1) {
      InstrumentOptions shorter = options.withIterationsAtMost(iterations - 1, reason);
      return new MethodInstrumenter(facts, shorter, Map.of());
    }
    if (plan == null) {
      return null;
    }
    return plan.countsTrips() ? uncounting : plan.heldPaths() > 0 ? unpacking : null;
  }

  /** Why the method can't be written like that; null if it can. */
  private String reasonAgainst(MethodNode method, int originalBytes, int bytes) {
    if (bytes > MAX_CODE_BYTES) {
      return "too-large: " + bytes + " bytes with probes, a class file holds " + MAX_CODE_BYTES;
    }
    if (originalBytes <= options.codeLimit() && bytes > options.codeLimit()) {
      return "huge-method: "
          + bytes
          + " bytes with probes, the JVM compiles "
          + options.codeLimit();
    }
    int entries = tableEntries(method);
    if (entries > MAX_TABLE_ENTRIES) {
      return "too-large: a table of "
          + entries
          + " entries with probes, a class file holds "
          + MAX_TABLE_ENTRIES;
    }
    return null;
  }

  /** Entries of the largest of the tables that the writer counts in 16 bits. */
  private static int tableEntries(MethodNode method) {
    int variables = method.localVariables == null ? 0 : method.localVariables.size();
    int entries = Math.max(variables, method.tryCatchBlocks.size());
    // Fewer nodes than a table holds can't fill one.
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
