package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.objectweb.asm.tree.MethodNode;

/**
 * The plan of a method for which only the number of entries is recorded. The plan needs no local
 * variable and no analysis of the code.
 */
public final class EntryPlan extends ProbePlan {
  private final String probesClass;

  /**
   * Plans to count a method's entries.
   *
   * @param id the counter's id
   * @param probesClass the internal name of the class with the static probe methods
   */
  public EntryPlan(MethodNode method, int id, String probesClass) {
    super(Rung.ENTRY, method, "entry", new PlannedIds(id, 0, 0, Map.of(Counter.ENTRIES, id), 0));
    this.probesClass = probesClass;
  }

  @Override
  public void insert() {
    int id = counters().get(Counter.ENTRIES);
    method.instructions.insert(new ProbeEmitter(probesClass, null, null, poolDemand).count(id));
    method.maxStack = Math.max(method.maxStack, 1);
  }
}
