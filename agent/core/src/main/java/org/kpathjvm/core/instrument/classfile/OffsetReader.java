package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassReader;

/** Reads class files of any version, and reports the bytecode offset of each instruction. */
public final class OffsetReader extends ClassReader {
  final ClassFileVersion version;
  private final DuplicateConstants duplicates = new DuplicateConstants(this);
  private MethodBody listener;

  public OffsetReader(byte[] original) {
    super(new ClassFileVersion(original).readable());
    version = new ClassFileVersion(original);
  }

  void reportOffsetsTo(MethodBody body) {
    listener = body;
  }

  @Override
  protected void readBytecodeInstructionOffset(int offset) {
    if (listener != null) {
      listener.instructionAt(offset);
    }
  }

  DuplicateConstants duplicates() {
    return duplicates;
  }

  /** Sets the version of a written class file to the original's version, and returns the file. */
  public byte[] withOriginalVersion(byte[] written) {
    version.copyTo(written);
    return written;
  }
}
