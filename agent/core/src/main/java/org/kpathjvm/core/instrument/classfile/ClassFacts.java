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

/** Collects, while a class is read, the facts that the instrumentation of its methods needs. */
public final class ClassFacts extends ClassVisitor {
  public final ClassFileVersion version;
  public final List<MethodBody> methods = new ArrayList<>();

  /**
   * The instance fields that the class itself declares; each string is a name directly followed by
   * a descriptor.
   */
  public final Set<String> instanceFields = new HashSet<>();

  /**
   * The volatile fields that the class itself declares, including static fields; each string is a
   * name directly followed by a descriptor.
   */
  public final Set<String> volatileFields = new HashSet<>();

  /** The access flags of all methods; each key is a name directly followed by a descriptor. */
  public final Map<String, Integer> declared = new HashMap<>();

  /** The names of an enum's constants, in the order of their ordinals; empty in other classes. */
  public final List<String> constants = new ArrayList<>(0);

  public String name;

  /** The internal name of the superclass; null for java.lang.Object and for modules. */
  public String superName;

  public String sourceFile;

  /** Whether any method with code has names for its local variables. */
  public boolean hasNamedVariables;

  /** The source files and lines that the class's line numbers stand for. */
  public SourceMap sourceMap;

  private final OffsetReader reader;
  private final String only;
  private int methodCount;

  public ClassFacts(OffsetReader reader) {
    this(reader, null);
  }

  /**
   * Creates the visitor.
   *
   * @param only the only method that is read, as its name directly followed by its descriptor; null
   *     if all methods are read
   */
  private ClassFacts(OffsetReader reader, String only) {
    super(Opcodes.ASM9);
    this.reader = reader;
    this.only = only;
    version = reader.version;
  }

  /** Reads one method again, because instrumenting a method changes what was read. */
  public MethodBody readAgain(MethodBody body) {
    ClassFacts facts = new ClassFacts(reader, body.name + body.desc);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    return facts.methods.get(0);
  }

  /** Returns the number of methods of the class file, including those without code. */
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
    if ((access & Opcodes.ACC_ENUM) != 0) {
      constants.add(name);
    }
    if ((access & Opcodes.ACC_VOLATILE) != 0) {
      volatileFields.add(name + descriptor);
    }
    return null;
  }

  @Override
  public void visitEnd() {
    for (MethodBody body : methods) {
      hasNamedVariables |= body.localVariables != null && !body.localVariables.isEmpty();
    }
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
