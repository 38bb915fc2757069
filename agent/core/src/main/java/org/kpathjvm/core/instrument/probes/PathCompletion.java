package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/** The probes where a path is complete, by what is to be recorded. */
final class PathCompletion {
  private final ProbeSet probes;
  private final boolean streamed;
  private final boolean hashed;
  private final ProbeEmitter emitter;

  /**
   * @param streamed whether an activation of the method may have several paths
   * @param hashed whether it has too many paths for an array, where the probes tell these apart
   */
  PathCompletion(ProbeSet probes, boolean streamed, boolean hashed, ProbeEmitter emitter) {
    this.hashed = hashed;
    this.probes = probes;
    this.streamed = streamed;
    this.emitter = emitter;
  }

  /** The activation goes on. */
  InsnList goesOn(PathValue id) {
    return probes.keepsActivations() ? emitter.emit(id) : path(id);
  }

  /** The path is the last one of its activation. */
  InsnList isLast(PathValue id) {
    if (streamed && probes.keepsActivations()) {
      return emitter.exit(id);
    }
    return probes == ProbeSet.STREAM ? emitter.count(id) : path(id);
  }

  private InsnList path(PathValue id) {
    return hashed ? emitter.withPath("hashed", id) : emitter.path(id);
  }

  /**
   * What is recorded first when an exception has been dispatched to one of the method's handlers.
   */
  InsnList atHandler(MethodPlan plan) {
    if (probes == ProbeSet.STREAM) {
      int id = plan.id(Counter.HANDLERS);
      return streamed ? emitter.handler(id) : emitter.count(id);
    }
    InsnList code = plan.closesWords() ? emitter.close() : new InsnList();
    if (plan.hasActivation) {
      code.add(emitter.newSequence());
    }
    if (plan.calls != null) {
      code.add(plan.calls.atHandler());
    }
    return code;
  }
}
