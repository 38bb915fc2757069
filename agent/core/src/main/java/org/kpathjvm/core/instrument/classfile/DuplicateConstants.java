package org.kpathjvm.core.instrument.classfile;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * Finds constants that a class file contains twice: once with an index that ldc can use, and once
 * with a larger index that only ldc_w can use. For example, javac 8 writes a class into the
 * constant pool twice if the class occurs as a literal and in other uses. When ASM writes the
 * instrumented class, it picks one of the two entries for all uses, and may pick either.
 */
final class DuplicateConstants {
  private static final int LDC_REACH = 255;

  /** The tags of Integer, Float, Class, String and MethodType. */
  private static final Set<Integer> TAGS = Set.of(3, 4, 7, 8, 16);

  private final ClassReader file;
  private Set<Object> duplicates;

  DuplicateConstants(ClassReader file) {
    this.file = file;
  }

  /**
   * Returns whether the constant has one index that fits into a byte and another that doesn't.
   *
   * @param constant the constant, in the form in which ASM's LdcInsnNode holds it
   */
  boolean contains(Object constant) {
    if (duplicates == null) {
      duplicates = find();
    }
    return duplicates.contains(constant);
  }

  private Set<Object> find() {
    Set<Object> found = new HashSet<>();
    if (file.getItemCount() > LDC_REACH + 1) {
      char[] buffer = new char[file.getMaxStringLength()];
      Set<Object> near = new HashSet<>();
      for (int index = 1; index < file.getItemCount(); index++) {
        int at = file.getItem(index);
        if (at > 0 && TAGS.contains(file.readByte(at - 1))) {
          Object constant = file.readConst(index, buffer);
          if (index <= LDC_REACH) {
            near.add(constant);
          } else if (near.contains(constant)) {
            found.add(constant);
          }
        }
      }
    }
    return found;
  }
}
