package org.kpathjvm.core.instrument.classfile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Removes the probes from some of a class's methods by giving them their original code back. */
public final class RestoredMethods {
  private RestoredMethods() {}

  /**
   * Returns the instrumented class, in which the given methods have their original code again.
   *
   * @param methods the methods; each string is a name directly followed by a descriptor
   * @throws RuntimeException if the bytes aren't a class file
   */
  public static byte[] of(byte[] instrumented, byte[] original, Set<String> methods) {
    Map<Integer, MethodNode> restored = new HashMap<>();
    OffsetReader originals = new OffsetReader(original);
    int[] count = new int[1];
    originals.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            int place = count[0]++;
            if (!methods.contains(name + descriptor)) {
              return null;
            }
            MethodNode method =
                new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
            restored.put(place, method);
            return method;
          }
        },
        ClassReader.EXPAND_FRAMES);
    MethodNode[] changed = new MethodNode[count[0]];
    restored.forEach((place, method) -> changed[place] = method);
    OffsetReader reader = new OffsetReader(instrumented);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new MethodReplacer(writer, changed), ClassReader.EXPAND_FRAMES);
    return reader.withOriginalVersion(writer.toByteArray());
  }
}
