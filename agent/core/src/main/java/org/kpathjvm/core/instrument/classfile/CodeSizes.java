package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassReader;

/** Reads the number of bytes of each method's code from a class file. */
public final class CodeSizes {
  private static final int MEMBER_HEADER_BYTES = 8;
  private static final int ATTRIBUTE_HEADER_BYTES = 6;

  private final ClassReader file;
  private final char[] buffer;

  /** The index, in the constant pool, of the name of the Code attribute that was found last. */
  private int codeName;

  /** The size of the code of the member whose attributes were skipped last. */
  private int codeBytes;

  private CodeSizes(ClassReader file) {
    this.file = file;
    buffer = new char[file.getMaxStringLength()];
  }

  /**
   * Returns the number of bytes of each method's code, in the order of the class file; 0 for a
   * method without code.
   */
  public static int[] of(ClassReader file) {
    return new CodeSizes(file).read();
  }

  private int[] read() {
    // This skips the access flags, this, super, the count of interfaces, and the interfaces.
    int at = file.header + 8 + 2 * file.readUnsignedShort(file.header + 6);
    int fields = file.readUnsignedShort(at);
    at += 2;
    for (int field = 0; field < fields; field++) {
      at = endOfAttributes(at + MEMBER_HEADER_BYTES - 2);
    }
    int[] sizes = new int[file.readUnsignedShort(at)];
    at += 2;
    for (int method = 0; method < sizes.length; method++) {
      // This skips the access flags, the name and the descriptor.
      at = endOfAttributes(at + MEMBER_HEADER_BYTES - 2);
      sizes[method] = codeBytes;
    }
    return sizes;
  }

  private int endOfAttributes(int at) {
    codeBytes = 0;
    int count = file.readUnsignedShort(at);
    int attribute = at + 2;
    for (int i = 0; i < count; i++) {
      if (isCode(attribute)) {
        // max_stack and max_locals are between the attribute's header and code_length
        codeBytes = file.readInt(attribute + ATTRIBUTE_HEADER_BYTES + 4);
      }
      attribute += ATTRIBUTE_HEADER_BYTES + file.readInt(attribute + 2);
    }
    return attribute;
  }

  private boolean isCode(int attribute) {
    int name = file.readUnsignedShort(attribute);
    if (name != codeName && "Code".equals(file.readUTF8(attribute, buffer))) {
      codeName = name;
    }
    return name == codeName;
  }
}
