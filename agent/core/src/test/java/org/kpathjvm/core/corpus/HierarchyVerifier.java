package org.kpathjvm.core.corpus;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/**
 * ASM's verifier of types, with the JVM's rules of assignment (JVMS 4.10.1.2). It knows the classes
 * of a hierarchy. Any other class is assumed to be what the code requires.
 */
final class HierarchyVerifier extends SimpleVerifier {
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private final ClassHierarchy hierarchy;

  HierarchyVerifier(ClassHierarchy hierarchy) {
    super(Opcodes.ASM9, null, null, null, false);
    this.hierarchy = hierarchy;
  }

  @Override
  protected boolean isInterface(Type type) {
    ClassHierarchy.Node node =
        type.getSort() == Type.OBJECT ? hierarchy.find(type.getInternalName()) : null;
    return node != null && node.isInterface;
  }

  @Override
  protected Type getSuperClass(Type type) {
    if (type.equals(OBJECT)) {
      return null;
    }
    ClassHierarchy.Node node =
        type.getSort() == Type.OBJECT ? hierarchy.find(type.getInternalName()) : null;
    return node == null || node.superName == null ? OBJECT : Type.getObjectType(node.superName);
  }

  @Override
  protected boolean isAssignableFrom(Type target, Type source) {
    if (target.equals(source) || target.equals(OBJECT)) {
      return true;
    }
    if (target.getSort() == Type.ARRAY) {
      return source.getSort() == Type.ARRAY && areElementsAssignable(target, source);
    }
    if (target.getSort() != Type.OBJECT) {
      return false;
    }
    if (isInterface(target)) {
      return source.getSort() >= Type.ARRAY;
    }
    if (hierarchy.find(target.getInternalName()) == null) {
      return true;
    }
    return source.getSort() == Type.OBJECT && isSubclass(source, target);
  }

  private boolean areElementsAssignable(Type target, Type source) {
    Type to = Type.getType(target.getDescriptor().substring(1));
    Type from = Type.getType(source.getDescriptor().substring(1));
    if (to.getSort() < Type.ARRAY || from.getSort() < Type.ARRAY) {
      return to.equals(from);
    }
    return isAssignableFrom(to, from);
  }

  private boolean isSubclass(Type source, Type target) {
    String name = source.getInternalName();
    while (name != null) {
      if (name.equals(target.getInternalName())) {
        return true;
      }
      ClassHierarchy.Node node = hierarchy.find(name);
      if (node == null) {
        return true;
      }
      name = node.superName;
    }
    return false;
  }
}
