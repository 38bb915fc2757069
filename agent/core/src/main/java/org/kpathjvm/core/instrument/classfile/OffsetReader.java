package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Reads class files of any version and reports the bytecode offset of each instruction. A version
 * newer than ASM knows is read as the newest known: the file format changes rarely, and where it
 * does the class is left alone.
 */
public final class OffsetReader extends ClassReader {
  private static final int NEWEST_KNOWN_MAJOR = Opcodes.V28;
  private static final int MINOR_OFFSET = 4;
  private static final int MAJOR_OFFSET = 6;
  private static final int VERSION_END = 8;

  private final byte[] original;
  private final DuplicateConstants duplicates = new DuplicateConstants(this);
  private MethodBody listener;

  public OffsetReader(byte[] original) {
    super(readable(original));
    this.original = original;
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

  public DuplicateConstants duplicates() {
    return duplicates;
  }

  /** The class file's major version. */
  int major() {
    return major(original);
  }

  /** Gives bytes that were written from this reader the original's version. */
  public byte[] withOriginalVersion(byte[] written) {
    System.arraycopy(original, MINOR_OFFSET, written, MINOR_OFFSET, VERSION_END - MINOR_OFFSET);
    return written;
  }

  private static byte[] readable(byte[] original) {
    if (original.length < VERSION_END || major(original) <= NEWEST_KNOWN_MAJOR) {
      return original;
    }
    byte[] lowered = original.clone();
    lowered[MAJOR_OFFSET] = 0;
    lowered[MAJOR_OFFSET + 1] = NEWEST_KNOWN_MAJOR;
    return lowered;
  }

  private static int major(byte[] classFile) {
    return (classFile[MAJOR_OFFSET] & 0xff) << 8 | classFile[MAJOR_OFFSET + 1] & 0xff;
  }
}
