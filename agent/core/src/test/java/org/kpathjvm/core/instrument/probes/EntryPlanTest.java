package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class EntryPlanTest implements Opcodes {
  private static MethodNode method(int maxStack) {
    MethodNode method = new MethodNode(ACC_STATIC, "f", "()V", null, null);
    method.instructions.add(new InsnNode(RETURN));
    method.maxStack = maxStack;
    return method;
  }

  @Test
  void theProbeIsBeforeAllInstructions() {
    MethodNode method = method(0);
    new EntryPlan(method, 7, "P").insert();
    assertEquals(3, method.instructions.size());
    assertEquals(BIPUSH, method.instructions.get(0).getOpcode());
    assertEquals("count", ((MethodInsnNode) method.instructions.get(1)).name);
  }

  @Test
  void theProbeNeedsOneStackSlot() {
    MethodNode empty = method(0);
    new EntryPlan(empty, 7, "P").insert();
    assertEquals(1, empty.maxStack);
    MethodNode deep = method(9);
    new EntryPlan(deep, 7, "P").insert();
    assertEquals(9, deep.maxStack);
  }

  @Test
  void onlyEntriesAreCounted() {
    EntryPlan plan = new EntryPlan(method(0), 7, "P");
    assertEquals(Rung.ENTRY, plan.rung);
    assertEquals(0, plan.pathCount());
    assertEquals(Map.of(Counter.ENTRIES, 7), plan.counters());
  }
}
