package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.runtime.layout.PackedWord;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Emits the instructions that count the trips of counted loops ({@link CountedLoop}). As in {@link
 * ProbeEmitter}, the methods' comments say what the returned instructions do, and the comments at
 * the ends of lines show what these instructions have put on the operand stack.
 */
final class TripEmitter {
  /**
   * The number of stack slots that a method's probes may use: two each for the activation, the
   * word, the packing and the trips, and one each for the number of trips and an id.
   */
  static final int STACK = 10;

  private final ProbeEmitter emitter;
  private final ProbeLocals locals;
  private final Packing packing;

  TripEmitter(ProbeEmitter emitter, ProbeLocals locals, Packing packing) {
    this.emitter = emitter;
    this.locals = locals;
    this.packing = packing;
  }

  /**
   * Sets the two local variables for trips at the method's entry, where the activation isn't in a
   * counted loop yet.
   */
  InsnList none() {
    InsnList list = new InsnList();
    list.add(new InsnNode(Opcodes.LCONST_0)); // 0L
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.trips())); //
    emitter.noTrips(list);
    return list;
  }

  /**
   * Sets the local variable for the trips' paths when a loop is entered, or when its trips have
   * been written and the loop goes on. The number of trips must be 0.
   *
   * @param first the path that the first trip will have when it is complete
   * @param later the path of all other trips
   */
  InsnList begin(PathValue first, int later) {
    InsnList list = new InsnList();
    if (first.isConstant()) {
      list.add(emitter.pushLong(PackedWord.trips(first.value(), later, packing.bits))); // trips
    } else {
      long others = PackedWord.trips(0, later, packing.bits);
      emitter.pushPath(list, first); // path
      list.add(new InsnNode(Opcodes.I2L)); // path
      list.add(emitter.pushInt((PackedWord.capacity(packing.bits) - 1) * packing.bits));
      list.add(new InsnNode(Opcodes.LSHL)); // trips
      if (others != 0) {
        list.add(emitter.pushLong(others)); // trips others
        list.add(new InsnNode(Opcodes.LOR)); // trips
      }
    }
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.trips())); //
    return list;
  }

  /**
   * Counts a trip that is complete, while the loop goes on.
   *
   * @param full where to continue when no further trip can be counted
   * @param next the code that sets the register for the next path; it comes before the branch
   */
  InsnList complete(LabelNode full, InsnList next) {
    InsnList list = new InsnList();
    list.add(new IincInsnNode(locals.tripCount(), 1)); //
    list.add(new VarInsnNode(Opcodes.ILOAD, locals.tripCount())); // count
    list.add(emitter.pushInt(PackedWord.MOST_TRIPS)); // count most
    list.add(next); // count most
    list.add(new JumpInsnNode(Opcodes.IF_ICMPGE, full)); //
    return list;
  }

  /**
   * Writes the trips when no further trip can be counted. The loop goes on, and all further trips
   * have the path {@code later}.
   */
  InsnList full(int later) {
    InsnList list = end(); //
    list.add(begin(PathValue.constant(later), later)); //
    return list;
  }

  /**
   * Records the trips and sets their number to 0. The probes count the trips' paths, write them as
   * a path run, or put them into the word.
   */
  InsnList end() {
    InsnList list = new InsnList();
    list.add(emitter.pushPacking()); // packing
    list.add(emitter.trips()); // packing trips count
    emitter.probe(list, "repeat", "(JJI)I"); // count
    list.add(new VarInsnNode(Opcodes.ISTORE, locals.tripCount())); //
    list.add(write()); //
    list.add(new VarInsnNode(Opcodes.LLOAD, locals.word())); // word
    list.add(emitter.pushPacking()); // word packing
    list.add(emitter.trips()); // word packing trips count
    emitter.probe(list, "rest", "(JJJI)J"); // word
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.word())); //
    emitter.noTrips(list);
    return list;
  }

  private InsnList write() {
    InsnList list = emitter.activation(); // activation word packing
    list.add(emitter.trips()); // activation word packing trips count
    emitter.probe(list, "run", "(JJJJI)J"); // activation
    list.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
    return list;
  }
}
