package org.kpathjvm.core.instrument.oracle;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Makes every instruction of a class report itself to {@link InstructionTrace}. This is slow, but
 * hard to get wrong.
 */
final class InstructionTracer {
  private InstructionTracer() {}

  static byte[] trace(byte[] original) {
    OffsetReader reader = new OffsetReader(original);
    ClassWriter writer = new ClassWriter(reader, 0);
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    Map<String, MethodBody> bodies = new HashMap<>();
    for (MethodBody body : facts.methods) {
      insertEvents(body, facts.name + "." + body.name + body.desc);
      bodies.put(body.name + body.desc, body);
    }
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor target =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!bodies.containsKey(name + descriptor)) {
              return target;
            }
            bodies.get(name + descriptor).accept(target);
            return null;
          }
        },
        ClassReader.EXPAND_FRAMES);
    return reader.withOriginalVersion(writer.toByteArray());
  }

  private static void insertEvents(MethodBody body, String method) {
    int[] offsets = body.offsetsByPlace();
    AbstractInsnNode[] nodes = body.instructions.toArray();
    for (int place = 0; place < nodes.length; place++) {
      if (offsets[place] >= 0) {
        InsnList event = call("at", offsets[place], "(I)V");
        if (nodes[place].getOpcode() == Opcodes.NEW) {
          // Frames refer to a NEW by the label before it, so nothing may be inserted between the
          // label and the NEW.
          body.instructions.insert(nodes[place], event);
        } else {
          body.instructions.insertBefore(nodes[place], event);
        }
      }
    }
    body.instructions.insert(call("enter", method, "(Ljava/lang/String;)V"));
    body.maxStack++;
  }

  private static InsnList call(String name, Object argument, String descriptor) {
    InsnList call = new InsnList();
    call.add(new LdcInsnNode(argument));
    call.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, InstructionTrace.INTERNAL_NAME, name, descriptor, false));
    return call;
  }
}
