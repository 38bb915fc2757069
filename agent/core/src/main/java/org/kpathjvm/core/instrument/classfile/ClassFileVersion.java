package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.Opcodes;

/**
 * The version of a class file, and the features that depend on the version. If a class file is
 * newer than ASM supports, it is read as if it had the newest supported version. This usually
 * works, because the file format changes rarely. If ASM can't read the class, the class isn't
 * instrumented.
 */
public final class ClassFileVersion {
  private static final int FIRST_MAJOR_WITH_FRAMES = Opcodes.V1_6;
  private static final int FIRST_MAJOR_WITH_CLASS_CONSTANTS = Opcodes.V1_5;
  private static final int NEWEST_KNOWN_MAJOR = Opcodes.V28;
  private static final int MINOR_OFFSET = 4;
  private static final int MAJOR_OFFSET = 6;
  private static final int END = 8;

  private final byte[] classFile;

  ClassFileVersion(byte[] classFile) {
    this.classFile = classFile;
  }

  private int major() {
    return (classFile[MAJOR_OFFSET] & 0xff) << 8 | classFile[MAJOR_OFFSET + 1] & 0xff;
  }

  /** Returns whether the class's code may have stack map frames. */
  public boolean hasFrames() {
    return major() >= FIRST_MAJOR_WITH_FRAMES;
  }

  /** Returns whether code may have classes as constants. */
  public boolean hasClassConstants() {
    return major() >= FIRST_MAJOR_WITH_CLASS_CONSTANTS;
  }

  /** Returns the class file in a version that ASM reads. */
  byte[] readable() {
    if (classFile.length < END || major() <= NEWEST_KNOWN_MAJOR) {
      return classFile;
    }
    byte[] lowered = classFile.clone();
    lowered[MAJOR_OFFSET] = 0;
    lowered[MAJOR_OFFSET + 1] = NEWEST_KNOWN_MAJOR;
    return lowered;
  }

  /** Writes this version into another class file. */
  void copyTo(byte[] other) {
    System.arraycopy(classFile, MINOR_OFFSET, other, MINOR_OFFSET, END - MINOR_OFFSET);
  }
}
