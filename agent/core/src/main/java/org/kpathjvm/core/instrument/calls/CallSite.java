package org.kpathjvm.core.instrument.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call whose callee may be told: the method that it names, where its class file alone says which
 * one that is, else that of the receiver's class.
 */
public final class CallSite {
  private static final String CONSTRUCTOR = "<init>";

  /** Packages of which no class is ever instrumented. */
  private static final String NEVER = "java/lang/";

  /** Final ones among these, of which programs call much. */
  private static final Set<String> FINAL =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Class",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/String",
          "java/lang/StringBuffer",
          "java/lang/StringBuilder");

  public final MethodInsnNode call;
  public final int block;

  /** Of the call, in the class file. */
  public final int offset;

  /** Whether the receiver's class decides. */
  public final boolean isDispatched;

  private CallSite(MethodInsnNode call, int block, int offset, boolean isDispatched) {
    this.call = call;
    this.block = block;
    this.offset = offset;
    this.isDispatched = isDispatched;
  }

  /** Those of a method, in the order of its code. */
  static List<CallSite> of(OriginalCode code, CodeBlocks blocks, ClassFacts facts) {
    List<CallSite> sites = new ArrayList<>();
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        AbstractInsnNode node = code.node(at);
        if (node instanceof MethodInsnNode) {
          MethodInsnNode call = (MethodInsnNode) node;
          boolean isDispatched =
              call.getOpcode() == Opcodes.INVOKEVIRTUAL
                  || call.getOpcode() == Opcodes.INVOKEINTERFACE;
          if (isDispatched ? mayLeadToOurs(call.owner) : isBound(call, facts)) {
            sites.add(new CallSite(call, block, code.offset(at), isDispatched));
          }
        }
      }
    }
    return sites;
  }

  /** Whether the callee, if its class declares it, is the method that the call names. */
  private static boolean isBound(MethodInsnNode call, ClassFacts facts) {
    return !isNever(call.owner)
        && (call.getOpcode() == Opcodes.INVOKESTATIC
            || call.itf
            || call.name.equals(CONSTRUCTOR)
            || call.owner.equals(facts.name)
            || call.owner.equals(facts.superName));
  }

  private static boolean mayLeadToOurs(String owner) {
    return owner.charAt(0) != '[' && !FINAL.contains(owner) && !owner.startsWith(NEVER + "invoke/");
  }

  private static boolean isNever(String owner) {
    return owner.startsWith(NEVER);
  }

  /** What a callee is found by, beside its class. */
  static int signature(String name, String descriptor) {
    return (name + descriptor).hashCode();
  }
}
