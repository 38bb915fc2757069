package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.kpathjvm.core.instrument.options.Rung;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method of which only the entries are counted: one probe before everything else. It needs no
 * local, no look at the code, and nothing on the stack below it.
 */
public final class EntryPlan implements ProbePlan {
  private final MethodNode method;
  private final int id;
  private final PoolDemand poolDemand = new PoolDemand();

  /** Inserts the probe. */
  public EntryPlan(MethodNode method, int id, String probesClass) {
    this.method = method;
    this.id = id;
    InsnList probe = new ProbeEmitter(probesClass, null, poolDemand).count(id);
    method.instructions.insert(probe);
    method.maxStack = Math.max(method.maxStack, 1);
  }

  @Override
  public Rung rung() {
    return Rung.ENTRY;
  }

  @Override
  public MethodNode method() {
    return method;
  }

  @Override
  public String mode() {
    return "entry";
  }

  @Override
  public int firstId() {
    return id;
  }

  @Override
  public int pathCount() {
    return 0;
  }

  @Override
  public Map<Counter, Integer> counters() {
    return Map.of(Counter.ENTRIES, id);
  }

  @Override
  public PoolDemand poolDemand() {
    return poolDemand;
  }
}
