package org.kpathjvm.core.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What has to be known of a class before its methods are instrumented; collected while it is read.
 */
final class ClassFacts extends ClassVisitor {
  final int major;
  final List<MethodBody> methods = new ArrayList<>();

  /** Names and descriptors, put together, of the fields that the class itself declares. */
  final Set<String> instanceFields = new HashSet<>();

  String name;
  String sourceFile;
  private final OffsetReader reader;

  ClassFacts(OffsetReader reader) {
    super(Opcodes.ASM9);
    this.reader = reader;
    major = reader.major();
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    this.name = name;
  }

  @Override
  public void visitSource(String source, String debug) {
    sourceFile = source;
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    if ((access & Opcodes.ACC_STATIC) == 0) {
      instanceFields.add(name + descriptor);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return null;
    }
    MethodBody body = new MethodBody(reader, access, name, descriptor, signature, exceptions);
    methods.add(body);
    return body;
  }
}
