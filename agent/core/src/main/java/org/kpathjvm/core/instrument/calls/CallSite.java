package org.kpathjvm.core.instrument.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.runtime.overlapping.DeclaredMethods;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call whose callee can usually be identified, either by the class that the call names or by the
 * receiver's class.
 */
public final class CallSite {
  private static final String CONSTRUCTOR = "<init>";

  /** The prefix of java.lang and its subpackages, whose classes are never instrumented. */
  private static final String NEVER = "java/lang/";

  /** Final classes of package java.lang that have methods which programs often call. */
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

  /** The bytecode offset of the call in the class file. */
  public final int offset;

  final Kind kind;

  private final String named;

  private CallSite(MethodInsnNode call, String named, int block, int offset, Kind kind) {
    this.call = call;
    this.named = named;
    this.block = block;
    this.offset = offset;
    this.kind = kind;
  }

  /**
   * Returns whether a probe determines the callee's class at run time. Otherwise the callee's class
   * is the one that the call names, or the callee can't be identified.
   */
  public boolean isTold() {
    return kind != Kind.BOUND;
  }

  /** What identifies a call's callee. */
  enum Kind {
    /**
     * The class file alone. If the class that the call names doesn't declare the callee, the callee
     * can't be identified.
     */
    BOUND,
    /** The class in which the JVM begins to look for the callee. */
    NAMED,
    /** The receiver's class. */
    DISPATCHED
  }

  /** Returns the sites of a method, in the order of its code. */
  static List<CallSite> of(OriginalCode code, CodeBlocks blocks, ClassFacts facts) {
    List<CallSite> sites = new ArrayList<>();
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        AbstractInsnNode node = code.node(at);
        if (node instanceof MethodInsnNode) {
          MethodInsnNode call = (MethodInsnNode) node;
          Kind kind = kind(call, facts);
          if (kind == Kind.DISPATCHED ? mayLeadToOurs(call.owner) : isBound(call, facts)) {
            sites.add(new CallSite(call, named(call, facts), block, code.offset(at), kind));
          }
        }
      }
    }
    return sites;
  }

  private static Kind kind(MethodInsnNode call, ClassFacts facts) {
    Integer own = call.owner.equals(facts.name) ? facts.declared.get(call.name + call.desc) : null;
    if (call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
      return own == null || (own & Opcodes.ACC_PRIVATE) == 0 ? Kind.DISPATCHED : Kind.BOUND;
    }
    boolean mayBeInherited =
        own == null
            && !call.name.equals(CONSTRUCTOR)
            && !(call.itf && call.getOpcode() == Opcodes.INVOKESTATIC);
    return mayBeInherited && facts.version.hasClassConstants() ? Kind.NAMED : Kind.BOUND;
  }

  /**
   * Returns whether the callee may be instrumented and can be identified without the receiver's
   * class.
   */
  private static boolean isBound(MethodInsnNode call, ClassFacts facts) {
    return !isNever(call.owner)
        && (call.getOpcode() != Opcodes.INVOKESPECIAL
            || call.itf
            || call.name.equals(CONSTRUCTOR)
            || call.owner.equals(facts.name)
            || call.owner.equals(facts.superName)
            || facts.version.hasClassConstants());
  }

  /**
   * Returns the class in which the JVM begins to look for the callee. This method must not be
   * called for a site of kind {@link Kind#BOUND}.
   */
  String named() {
    return named;
  }

  /**
   * Returns the class in which the JVM begins to look for a callee that isn't a constructor. For a
   * call of a superclass's method by {@code super}, that is the direct superclass, even if the call
   * names a superclass further up.
   */
  private static String named(MethodInsnNode call, ClassFacts facts) {
    boolean isSuper =
        call.getOpcode() == Opcodes.INVOKESPECIAL && !call.itf && !call.owner.equals(facts.name);
    return isSuper ? facts.superName : call.owner;
  }

  private static boolean mayLeadToOurs(String owner) {
    return owner.charAt(0) != '[' && !FINAL.contains(owner) && !owner.startsWith(NEVER + "invoke/");
  }

  private static boolean isNever(String owner) {
    return owner.startsWith(NEVER);
  }

  /** Returns the key by which the callee is found in its class. */
  int signature() {
    return DeclaredMethods.key(call.name, call.desc, call.getOpcode() == Opcodes.INVOKESTATIC);
  }
}
