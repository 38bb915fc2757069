package org.kpathjvm.core.instrument.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What has to be known of a class before its methods are instrumented; collected while it is read.
 */
public final class ClassFacts extends ClassVisitor {
  public final ClassFileVersion version;
  public final List<MethodBody> methods = new ArrayList<>();

  /** Names and descriptors, put together, of the fields that the class itself declares. */
  public final Set<String> instanceFields = new HashSet<>();

  /** Access flags by name and descriptor, put together, of all its methods. */
  public final Map<String, Integer> declared = new HashMap<>();

  public String name;

  /** Null of java.lang.Object and of modules. */
  public String superName;

  public String sourceFile;

  /** Where its lines are, if not in that file. */
  public SourceMap sourceMap;

  private final OffsetReader reader;
  private final String only;
  private int methodCount;

  public ClassFacts(OffsetReader reader) {
    this(reader, null);
  }

  /**
   * @param only name and descriptor, put together, of the method to be read; null for all
   */
  private ClassFacts(OffsetReader reader, String only) {
    super(Opcodes.ASM9);
    this.reader = reader;
    this.only = only;
    version = reader.version;
  }

  /** Reads one method again: instrumenting it changes what was read. */
  public MethodBody readAgain(MethodBody body) {
    ClassFacts facts = new ClassFacts(reader, body.name + body.desc);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    return facts.methods.get(0);
  }

  /** Methods of the class file, those without code too. */
  public int methodCount() {
    return methodCount;
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
    this.superName = superName;
    sourceMap = SourceMap.of(name, null, null);
  }

  @Override
  public void visitSource(String source, String debug) {
    sourceFile = source;
    if (only == null) {
      sourceMap = SourceMap.of(name, source, debug);
    }
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
    int index = methodCount++;
    declared.put(name + descriptor, access);
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
        || only != null && !only.equals(name + descriptor)) {
      return null;
    }
    MethodBody body =
        new MethodBody(reader, index, access, name, descriptor, signature, exceptions);
    methods.add(body);
    return body;
  }
}
