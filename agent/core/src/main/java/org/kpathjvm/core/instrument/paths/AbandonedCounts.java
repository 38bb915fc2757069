package org.kpathjvm.core.instrument.paths;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.SelfContained;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.exceptions.ThrowFreedom;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/**
 * The counters that show how many activations of a method were ended by exceptions and how many
 * never ended. A method needs fewer counters if no exception can leave it. The entries of a
 * {@linkplain SelfContained self-contained} method without loops aren't counted, unless the method
 * is a constructor.
 */
final class AbandonedCounts {
  final Set<Counter> counters;

  /** The parts of the method in which escaping exceptions are counted. */
  final EscapeRegions escapes;

  /** The flow of {@code this} through the method; null if the counters don't depend on it. */
  final ThisFlow flow;

  private AbandonedCounts(Set<Counter> counters, EscapeRegions escapes, ThisFlow flow) {
    this.counters = counters;
    this.escapes = escapes;
    this.flow = flow;
  }

  static AbandonedCounts of(MethodCode code) {
    OriginalCode original = code.original;
    ThisFlow flow = needsThisFlow(original) ? ThisFlow.of(original, code.blocks) : null;
    BitSet throwing =
        new ThrowFreedom(original, code.blocks, flow, code.facts.name, code.facts.instanceFields)
            .throwing();
    boolean streamed = code.numbering.needsStream();
    boolean derivesEntries =
        !streamed
            && !original.isConstructor()
            && SelfContained.is(original, code.blocks, code.facts.name);
    // It is enough to count either entries or escapes (decision 8). A streamed method counts both,
    // because it has to handle escapes in any case, to end the activation's sequence in the stream.
    boolean countsEscapes = streamed || derivesEntries;
    EscapeRegions escapes = EscapeRegions.none(original);
    if (countsEscapes) {
      escapes =
          original.isConstructor()
              ? EscapeRegions.ofConstructor(original, code.blocks, flow, throwing)
              : EscapeRegions.ofMethod(original, throwing);
    }
    Set<Counter> counters = counters(code, throwing, escapes, derivesEntries);
    if (countsEscapes && flow != null && flow.initialisations().intersects(throwing)) {
      counters.add(Counter.SUPER_CALLS);
      counters.add(Counter.SUPER_RETURNS);
    }
    return new AbandonedCounts(counters, escapes, flow);
  }

  private static Set<Counter> counters(
      MethodCode code, BitSet throwing, EscapeRegions escapes, boolean derivesEntries) {
    Set<Counter> counters = EnumSet.noneOf(Counter.class);
    for (int block = 0; block < code.blocks.count(); block++) {
      if (code.graph.isHandler(block)) {
        counters.add(Counter.HANDLERS);
      }
    }
    if (!derivesEntries
        && (!counters.isEmpty() || !throwing.isEmpty() || code.numbering.needsStream())) {
      counters.add(Counter.ENTRIES);
    }
    if (!escapes.areEmpty()) {
      counters.add(Counter.ESCAPES);
    }
    return counters;
  }

  /**
   * Returns whether {@link ThisFlow} is needed to choose the counters. A constructor always needs
   * it. Any other instance method needs it if nothing but accesses to fields could throw, because
   * an access to a field of {@code this} can't throw.
   */
  private static boolean needsThisFlow(OriginalCode code) {
    if (code.isConstructor()) {
      return true;
    }
    if ((code.method.access & Opcodes.ACC_STATIC) != 0) {
      return false;
    }
    boolean dependsOnThis = false;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      AbstractInsnNode instruction = code.node(at);
      if (ThrowFreedom.dependsOnThis(instruction)) {
        dependsOnThis = true;
      } else if (ThrowFreedom.canThrow(instruction)) {
        return false;
      }
    }
    return dependsOnThis;
  }

  InsnList atEntry(ProbeEmitter emitter, Map<Counter, Integer> ids) {
    return ids.containsKey(Counter.ENTRIES)
        ? emitter.count(ids.get(Counter.ENTRIES))
        : new InsnList();
  }

  /**
   * If the calls that initialise {@code this} are counted, inserts the code that counts these calls
   * and their returns.
   */
  void insertAroundInitialisations(
      OriginalCode code, ProbeEmitter emitter, Map<Counter, Integer> ids) {
    if (!ids.containsKey(Counter.SUPER_CALLS)) {
      return;
    }
    InsnList instructions = code.method.instructions;
    flow.initialisations().stream()
        .mapToObj(code::node)
        .forEach(
            call -> {
              instructions.insertBefore(call, emitter.count(ids.get(Counter.SUPER_CALLS)));
              instructions.insert(call, emitter.count(ids.get(Counter.SUPER_RETURNS)));
            });
  }
}
