package org.kpathjvm.core.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Bytes of code of a class file's methods, by name and descriptor put together, read from the
 * file's structure.
 */
final class CodeSizes {
  private static final int MEMBER_HEADER_BYTES = 8;
  private static final int ATTRIBUTE_HEADER_BYTES = 6;

  private final ClassReader file;
  private final char[] buffer;

  private CodeSizes(ClassReader file) {
    this.file = file;
    buffer = new char[file.getMaxStringLength()];
  }

  static Map<String, Integer> of(ClassReader file) {
    return new CodeSizes(file).read();
  }

  private Map<String, Integer> read() {
    Map<String, Integer> sizes = new HashMap<>();
    // access, this, super, count of interfaces, interfaces
    int at = file.header + 8 + 2 * file.readUnsignedShort(file.header + 6);
    int fields = file.readUnsignedShort(at);
    at += 2;
    for (int field = 0; field < fields; field++) {
      at = endOfAttributes(at + MEMBER_HEADER_BYTES - 2);
    }
    int methods = file.readUnsignedShort(at);
    at += 2;
    for (int method = 0; method < methods; method++) {
      // access, name, descriptor, count of attributes
      String key = file.readUTF8(at + 2, buffer) + file.readUTF8(at + 4, buffer);
      int attributes = at + MEMBER_HEADER_BYTES - 2;
      int size = codeSize(attributes);
      if (size > 0) {
        sizes.put(key, size);
      }
      at = endOfAttributes(attributes);
    }
    return sizes;
  }

  private int codeSize(int at) {
    int count = file.readUnsignedShort(at);
    int attribute = at + 2;
    for (int i = 0; i < count; i++) {
      if ("Code".equals(file.readUTF8(attribute, buffer))) {
        // after the header: max_stack, max_locals, code_length
        return file.readInt(attribute + ATTRIBUTE_HEADER_BYTES + 4);
      }
      attribute += ATTRIBUTE_HEADER_BYTES + file.readInt(attribute + 2);
    }
    return 0;
  }

  private int endOfAttributes(int at) {
    int count = file.readUnsignedShort(at);
    int attribute = at + 2;
    for (int i = 0; i < count; i++) {
      attribute += ATTRIBUTE_HEADER_BYTES + file.readInt(attribute + 2);
    }
    return attribute;
  }
}
