package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Emits the probes' instructions. The comments of the methods say what the returned instructions
 * do. These instructions leave the operand stack as they found it, unless the comment says that
 * they push something. The comments at the ends of lines show what the inserted code has put on the
 * stack, with the top on the right.
 */
public final class ProbeEmitter {
  /**
   * The number of stack slots that a probe of a counted method may use: one for the register and
   * one for an addend.
   */
  public static final int COUNTED_STACK = 2;

  /**
   * The number of stack slots that a probe of a streamed method may use: two for the activation,
   * one for the register and one for an addend.
   */
  public static final int STREAMED_STACK = 4;

  /**
   * The number of stack slots that a probe of a packed method may use: two each for the activation,
   * the word and the packing, one for a path and one for an addend.
   */
  public static final int PACKED_STACK = 8;

  private final String probesClass;
  private final ProbeLocals locals;
  private final Packing packing;
  private final PoolDemand poolDemand;

  /**
   * Creates an emitter for one method.
   *
   * @param locals the probes' local variables; null if there are none, because only the method's
   *     entries are counted
   * @param packing null if each path is recorded separately; otherwise the probes take paths'
   *     numbers instead of their ids
   * @param poolDemand records the need for every constant and probe
   */
  public ProbeEmitter(
      String probesClass, ProbeLocals locals, Packing packing, PoolDemand poolDemand) {
    this.probesClass = probesClass;
    this.locals = locals;
    this.packing = packing;
    this.poolDemand = poolDemand;
  }

  /** Adds one to a counter. */
  public InsnList count(int id) {
    InsnList list = new InsnList();
    list.add(pushId(id)); // id
    probe(list, "count", "(I)V"); //
    return list;
  }

  /** Adds one to a path's counter. */
  public InsnList count(PathValue id) {
    return withPath("count", id);
  }

  /** Records that a path is complete. The path's activation isn't passed to the probe. */
  public InsnList path(PathValue id) {
    return withPath("path", id);
  }

  /**
   * Calls a probe with a path that is complete. The probe's name determines where the path is
   * counted.
   */
  public InsnList withPath(String probe, PathValue id) {
    InsnList list = new InsnList();
    pushPath(list, id); // id
    probe(list, probe, "(I)V"); //
    return list;
  }

  /**
   * Sets the activation to 0, and empties the word if paths are packed. The locals of counted loops
   * aren't changed.
   */
  public InsnList newActivation() {
    InsnList list = new InsnList();
    list.add(new InsnNode(Opcodes.LCONST_0)); // 0L
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
    if (packing != null) {
      emptyWord(list); //
    }
    return list;
  }

  /**
   * Does what {@link #newActivation} does, for a sequence that begins in the middle of the method.
   * If trips are counted, their number is also set to 0.
   */
  public InsnList newSequence() {
    InsnList list = newActivation();
    if (locals.hasTrips()) {
      noTrips(list);
    }
    return list;
  }

  /**
   * Puts a path that is complete into the word, while the activation goes on.
   *
   * @param full where to continue when the word is full; null if the code must not branch
   * @param next the code that sets the register for the next path. It comes before the branch, so
   *     the code for a full word needn't set the register.
   */
  public InsnList pack(PathValue path, LabelNode full, InsnList next) {
    InsnList list = new InsnList();
    list.add(new VarInsnNode(Opcodes.LLOAD, locals.word())); // word
    list.add(pushInt(packing.bits)); // word bits
    list.add(new InsnNode(Opcodes.LSHL)); // word
    if (!path.isConstant() || path.value() != 0) {
      pushPath(list, path); // word path
      list.add(new InsnNode(Opcodes.I2L)); // word path
      list.add(new InsnNode(Opcodes.LOR)); // word
    }
    if (full == null) {
      list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); //
      writeWord(list, "flush"); //
      list.add(new VarInsnNode(Opcodes.LLOAD, locals.word())); // word
      list.add(pushPacking()); // word packing
      probe(list, "rest", "(JJ)J"); // word
      list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); //
      list.add(next); //
      return list;
    }
    list.add(new InsnNode(Opcodes.DUP2)); // word word
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); // word
    list.add(new InsnNode(Opcodes.LCONST_0)); // word 0L
    list.add(new InsnNode(Opcodes.LCMP)); // -1 if full
    list.add(next); // -1 if full
    list.add(new JumpInsnNode(Opcodes.IFLT, full)); //
    return list;
  }

  /**
   * Passes a full word to the probe {@code full} and empties the word, while the activation goes
   * on.
   */
  public InsnList full() {
    InsnList list = new InsnList();
    writeWord(list, "full"); //
    emptyWord(list); //
    return list;
  }

  private void writeWord(InsnList list, String probe) {
    list.add(activation()); // activation word packing
    probe(list, probe, "(JJJ)J"); // activation
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
  }

  /** Empties the word after it has been passed to a probe. */
  public void emptyWord(InsnList list) {
    list.add(pushLong(packing.empty())); // word
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); //
  }

  /** Records a path that is complete, while the activation goes on. */
  public InsnList emit(PathValue id) {
    InsnList list = activation(); // activation
    pushPath(list, id); // activation id
    probe(list, "emit", "(JI)J"); // activation
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
    return list;
  }

  /** Records a path that is complete and is the last one of its activation. */
  public InsnList exit(PathValue id) {
    InsnList list = activation(); // activation
    pushPath(list, id); // activation id
    probe(list, "exit", withActivation("V")); //
    return list;
  }

  /** Records that an exception has been dispatched to one of a streamed method's own handlers. */
  public InsnList handler(int id) {
    InsnList list = activationAndTrips(); // activation
    list.add(pushId(id)); // activation id
    if (packing != null) {
      probe(list, "handler", withTrips("V")); //
      list.add(newSequence());
      return list;
    }
    probe(list, "handler", withActivation("J")); // activation
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
    return list;
  }

  /** Records that an exception leaves a streamed method. */
  public InsnList escape(int id) {
    InsnList list = activationAndTrips(); // activation
    list.add(pushId(id)); // activation id
    probe(list, "escape", withTrips("V")); //
    return list;
  }

  /** Records that an exception ends a sequence, in a packed method that has no counters. */
  public InsnList close() {
    InsnList list = activationAndTrips(); // activation
    probe(list, "close", locals.hasTrips() ? "(JJJJI)V" : "(JJJ)V"); //
    return list;
  }

  /** Records that a probe has failed. The code doesn't call a probe. */
  public InsnList lose() {
    InsnList list = new InsnList();
    list.add(new InsnNode(Opcodes.ICONST_1)); // true
    poolDemand.probe("lostZ");
    list.add(new FieldInsnNode(Opcodes.PUTSTATIC, probesClass, "lost", "Z")); //
    return list;
  }

  /** Sets the path register. */
  public InsnList setRegister(int value) {
    InsnList list = new InsnList();
    list.add(packing == null ? pushId(value) : pushInt(value)); // value
    list.add(new VarInsnNode(Opcodes.ISTORE, locals.register())); //
    return list;
  }

  /** Returns whether a single instruction can add the value to the path register. */
  public static boolean fitsIncrement(int value) {
    return value == (short) value;
  }

  /** Adds the value to the path register. */
  public InsnList increment(int value) {
    InsnList list = new InsnList();
    if (fitsIncrement(value)) {
      list.add(new IincInsnNode(locals.register(), value)); //
    } else {
      list.add(new VarInsnNode(Opcodes.ILOAD, locals.register())); // r
      list.add(pushInt(value)); // r value
      list.add(new InsnNode(Opcodes.IADD)); // r+value
      list.add(new VarInsnNode(Opcodes.ISTORE, locals.register())); //
    }
    return list;
  }

  /** Sets the number of a counted loop's trips to 0, so that no trip is recorded. */
  public void noTrips(InsnList list) {
    list.add(new InsnNode(Opcodes.ICONST_0)); // 0
    list.add(new VarInsnNode(Opcodes.ISTORE, locals.tripCount())); //
  }

  /** Pushes a probe's arguments about the counted loop that the activation is in. */
  public InsnList trips() {
    InsnList list = new InsnList();
    list.add(new VarInsnNode(Opcodes.LLOAD, locals.trips())); // trips
    list.add(new VarInsnNode(Opcodes.ILOAD, locals.tripCount())); // trips count
    return list;
  }

  private InsnList activationAndTrips() {
    InsnList list = activation(); // activation
    if (locals.hasTrips()) {
      list.add(trips()); // activation trips count
    }
    return list;
  }

  /**
   * Pushes a probe's arguments about the activation. Where {@code packing} may be null, the
   * comments at the ends of lines call all of these arguments "activation".
   */
  public InsnList activation() {
    InsnList list = new InsnList();
    list.add(new VarInsnNode(Opcodes.LLOAD, locals.activation())); // activation
    if (packing != null) {
      list.add(new VarInsnNode(Opcodes.LLOAD, locals.word())); // activation word
      list.add(pushPacking()); // activation word packing
    }
    return list;
  }

  /** Returns the descriptor of a probe that takes {@link #activation} and an int. */
  private String withActivation(String returned) {
    return (packing == null ? "(JI)" : "(JJJI)") + returned;
  }

  /** Returns the descriptor of a probe that takes {@link #activationAndTrips} and an id. */
  private String withTrips(String returned) {
    return locals.hasTrips() ? "(JJJJII)" + returned : withActivation(returned);
  }

  /**
   * Pushes a path in the form that the probes take: the path's number if paths are packed,
   * otherwise its id.
   */
  public void pushPath(InsnList list, PathValue path) {
    if (path.isConstant()) {
      list.add(packing == null ? pushId(path.value()) : pushInt(path.value())); // path
      return;
    }
    list.add(new VarInsnNode(Opcodes.ILOAD, locals.register())); // r
    if (path.value() != 0) {
      list.add(pushInt(path.value())); // r addend
      list.add(new InsnNode(Opcodes.IADD)); // path
    }
  }

  public void probe(InsnList list, String name, String descriptor) {
    poolDemand.probe(name + descriptor);
    list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, probesClass, name, descriptor, false));
  }

  public AbstractInsnNode pushPacking() {
    poolDemand.packing(packing.method);
    return new LdcInsnNode(packing.method);
  }

  public AbstractInsnNode pushLong(long value) {
    if (value == 0 || value == 1) {
      return new InsnNode(Opcodes.LCONST_0 + (int) value);
    }
    poolDemand.longNumber(value);
    return new LdcInsnNode(value);
  }

  public AbstractInsnNode pushText(String text) {
    return new LdcInsnNode(poolDemand.text(text));
  }

  public AbstractInsnNode pushId(int id) {
    AbstractInsnNode push = push(id);
    poolDemand.id(id, push instanceof LdcInsnNode);
    return push;
  }

  public AbstractInsnNode pushInt(int value) {
    AbstractInsnNode push = push(value);
    if (push instanceof LdcInsnNode) {
      poolDemand.number(value);
    }
    return push;
  }

  private static AbstractInsnNode push(int value) {
    if (value >= -1 && value <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + value);
    }
    if (value == (byte) value) {
      return new IntInsnNode(Opcodes.BIPUSH, value);
    }
    if (value == (short) value) {
      return new IntInsnNode(Opcodes.SIPUSH, value);
    }
    return new LdcInsnNode(value);
  }
}
