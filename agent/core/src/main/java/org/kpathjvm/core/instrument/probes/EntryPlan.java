package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.kpathjvm.core.instrument.options.Rung;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method of which only the entries are counted: one probe before everything else. It needs no
 * local, no look at the code, and nothing on the stack below it.
 */
public final class EntryPlan extends ProbePlan {
  /** Inserts the probe. */
  public EntryPlan(MethodNode method, int id, String probesClass) {
    super(Rung.ENTRY, method, "entry", id, 0, 0, Map.of(Counter.ENTRIES, id));
    method.instructions.insert(new ProbeEmitter(probesClass, null, null, poolDemand).count(id));
    method.maxStack = Math.max(method.maxStack, 1);
  }

  @Override
  public int heldPaths() {
    return 0;
  }
}
