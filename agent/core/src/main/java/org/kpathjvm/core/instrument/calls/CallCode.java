package org.kpathjvm.core.instrument.calls;

import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.runtime.overlapping.DeclaredMethods;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code that paths across calls need in a method. When a method returns, it stores the
 * activation's first and last path in the thread's data. After a call, a probe of the caller takes
 * these two paths if the callee has stored them. Between the callee's return and this probe, no
 * other code of the profiler runs. The caller adds the two paths to the list of calls in its
 * current path. The calls in the list are counted when this path is complete.
 *
 * <p>Two int variables have a value everywhere in the method. One is the list; 0 means that it is
 * empty. The other is the id of the activation's first path. It is 0 while that path isn't
 * complete, and -1 if an exception has ended the path. The next local variables hold the receiver
 * and the arguments of a call. The comments at the ends of lines show the inserted code's part of
 * the operand stack, with the top on the right.
 */
public final class CallCode {
  /** The number of local variables that have a value everywhere. */
  public static final int REGISTERS = 2;

  /**
   * An upper bound on the number of stack slots that the code needs: one each for the list, the
   * first path, the path register, an addend, the signature and the class.
   */
  public static final int STACK = 6;

  private static final int SIGN_SHIFT = 31;

  private final OriginalCode code;
  private final List<CallSite> sites;
  private final ProbeEmitter emitter;
  private final int list;
  private final int signature;

  /** The class's name with dots; null in a constructor. */
  private final String ownClass;

  private final boolean hasClassConstants;
  private final String probesClass;

  /**
   * Creates the code for a method.
   *
   * @param firstLocal the first of the {@link #REGISTERS} int variables; the variables for
   *     receivers and arguments follow
   */
  public CallCode(
      OriginalCode code,
      CodeBlocks blocks,
      ClassFacts facts,
      int firstLocal,
      ProbeEmitter emitter,
      String probesClass) {
    this.code = code;
    this.emitter = emitter;
    this.probesClass = probesClass;
    list = firstLocal;
    sites = CallSite.of(code, blocks, facts);
    boolean isStatic = (code.method.access & Opcodes.ACC_STATIC) != 0;
    signature = DeclaredMethods.key(code.method.name, code.method.desc, isStatic);
    ownClass = code.isConstructor() ? null : facts.name.replace('/', '.');
    hasClassConstants = facts.version.hasClassConstants();
  }

  /**
   * Returns the calls whose callees can be identified. A site's number is its place in the list.
   */
  public List<CallSite> sites() {
    return Collections.unmodifiableList(sites);
  }

  /** Returns the number of local variable slots that the code needs. */
  public int locals() {
    int most = 0;
    for (CallSite site : sites) {
      if (site.kind == CallSite.Kind.DISPATCHED) {
        most = Math.max(most, Type.getArgumentsAndReturnSizes(site.call.desc) >> 2);
      }
    }
    return REGISTERS + most;
  }

  /** Returns the code at the method's entry. */
  public InsnList atEntry() {
    InsnList code = noCalls();
    code.add(new InsnNode(Opcodes.ICONST_0)); // 0
    code.add(new VarInsnNode(Opcodes.ISTORE, first())); //
    if (!sites.isEmpty() && hasClassConstants) {
      // Resolving the probes' class asks one of the program's class loaders. If that happened after
      // a call, the loader's code would run between the callee's return and the probe.
      code.add(new LdcInsnNode(Type.getObjectType(probesClass))); // probes
      code.add(new InsnNode(Opcodes.POP)); //
    }
    return code;
  }

  /** Returns the code that runs when a path is complete and the activation goes on. */
  public InsnList goesOn(PathValue path) {
    InsnList code = new InsnList();
    if (!sites.isEmpty()) {
      code.add(new VarInsnNode(Opcodes.ILOAD, list)); // list
      emitter.pushPath(code, path); // list id
      emitter.probe(code, "calls", "(II)I"); // 0
      code.add(new VarInsnNode(Opcodes.ISTORE, list)); //
    }
    code.add(new VarInsnNode(Opcodes.ILOAD, first())); // first
    emitter.pushPath(code, path); // first id
    emitter.probe(code, "first", "(II)I"); // first
    code.add(new VarInsnNode(Opcodes.ISTORE, first())); //
    return code;
  }

  /** Returns the code that runs when a path is complete and the method is about to return. */
  public InsnList atReturn(PathValue path) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, list)); // list
    code.add(new VarInsnNode(Opcodes.ILOAD, first())); // list first
    emitter.pushPath(code, path); // list first id
    code.add(emitter.pushInt(signature)); // list first id signature
    code.add(
        ownClass == null
            ? new InsnNode(Opcodes.ACONST_NULL)
            : emitter.pushText(ownClass)); // list first id signature class
    emitter.probe(code, "returns", "(IIIILjava/lang/String;)V"); //
    return code;
  }

  /**
   * Returns the code that runs when an exception has been dispatched to a handler. The calls in the
   * path that the exception ended aren't counted. If the exception ended the activation's first
   * path, the activation has no first path.
   */
  public InsnList atHandler() {
    InsnList code = noCalls();
    // Computes first |= first == 0 ? -1 : 0 without a branch.
    code.add(new VarInsnNode(Opcodes.ILOAD, first())); // first
    code.add(new VarInsnNode(Opcodes.ILOAD, first())); // first first
    code.add(new VarInsnNode(Opcodes.ILOAD, first())); // first first first
    code.add(new InsnNode(Opcodes.INEG)); // first first -first
    code.add(new InsnNode(Opcodes.IOR)); // first signed
    code.add(emitter.pushInt(SIGN_SHIFT)); // first signed 31
    code.add(new InsnNode(Opcodes.IUSHR)); // first 0|1
    code.add(new InsnNode(Opcodes.ICONST_1)); // first 0|1 1
    code.add(new InsnNode(Opcodes.ISUB)); // first -1|0
    code.add(new InsnNode(Opcodes.IOR)); // first
    code.add(new VarInsnNode(Opcodes.ISTORE, first())); //
    return code;
  }

  /**
   * Inserts the code around the calls. This must happen after all other code has been inserted,
   * except the code at the end of the instrumented method.
   */
  public void insertAroundCalls() {
    for (int number = 0; number < sites.size(); number++) {
      CallSite site = sites.get(number);
      if (site.kind == CallSite.Kind.DISPATCHED) {
        code.method.instructions.insertBefore(site.call, keepReceiver(site.call.desc));
      }
      code.method.instructions.insert(site.call, behind(number, site));
    }
  }

  /**
   * Returns the code that stores a copy of the receiver in a local variable. The receiver is below
   * the call's arguments on the stack.
   */
  private InsnList keepReceiver(String descriptor) {
    InsnList code = new InsnList();
    InsnList again = new InsnList();
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int local = receiver() + (Type.getArgumentsAndReturnSizes(descriptor) >> 2);
    for (int at = arguments.length - 1; at >= 0; at--) {
      local -= arguments[at].getSize();
      code.add(new VarInsnNode(arguments[at].getOpcode(Opcodes.ISTORE), local));
      again.insert(new VarInsnNode(arguments[at].getOpcode(Opcodes.ILOAD), local));
    }
    code.add(new InsnNode(Opcodes.DUP)); // receiver receiver
    code.add(new VarInsnNode(Opcodes.ASTORE, receiver())); // receiver
    code.add(again); // receiver arguments
    return code;
  }

  private InsnList behind(int number, CallSite site) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ILOAD, list)); // list
    code.add(emitter.pushInt(number)); // list site
    code.add(emitter.pushInt(site.signature())); // list site signature
    switch (site.kind) {
      case DISPATCHED:
        code.add(new VarInsnNode(Opcodes.ALOAD, receiver())); // list site signature receiver
        code.add(new InsnNode(Opcodes.ACONST_NULL)); // list site signature receiver null
        code.add(new VarInsnNode(Opcodes.ASTORE, receiver())); // list site signature receiver
        code.add(named(site)); // list site signature receiver named
        emitter.probe(code, "dispatched", "(IIILjava/lang/Object;Ljava/lang/Class;)I"); // list
        break;
      case NAMED:
        code.add(named(site)); // list site signature named
        emitter.probe(code, "named", "(IIILjava/lang/Class;)I"); // list
        break;
      default:
        emitter.probe(code, "called", "(III)I"); // list
        break;
    }
    code.add(new VarInsnNode(Opcodes.ISTORE, list)); //
    return code;
  }

  /**
   * Returns the instruction that pushes the class in which the JVM looked for the callee, or null
   * if code can't have classes as constants. Pushing the class doesn't load it: the JVM has
   * resolved it, because the call has returned.
   */
  private AbstractInsnNode named(CallSite site) {
    return hasClassConstants
        ? new LdcInsnNode(Type.getObjectType(site.named()))
        : new InsnNode(Opcodes.ACONST_NULL);
  }

  private InsnList noCalls() {
    InsnList code = new InsnList();
    code.add(new InsnNode(Opcodes.ICONST_0)); // 0
    code.add(new VarInsnNode(Opcodes.ISTORE, list)); //
    return code;
  }

  private int first() {
    return list + 1;
  }

  private int receiver() {
    return list + REGISTERS;
  }
}
