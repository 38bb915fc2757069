package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class SubroutineInlinerTest implements Opcodes {
  private static MethodBody body(Consumer<MethodVisitor> f) {
    OffsetReader reader =
        new OffsetReader(new GeneratedClass(V1_4, ClassWriter.COMPUTE_MAXS).f(f).bytes());
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    return facts.methods.get(0);
  }

  private static void subroutine(MethodVisitor m, Label start) {
    Label line = new Label();
    m.visitLabel(start);
    m.visitVarInsn(ASTORE, 1);
    m.visitLabel(line);
    m.visitLineNumber(77, line);
    m.visitIincInsn(0, 1);
    m.visitVarInsn(RET, 1);
  }

  @Test
  void eachCallIsReplacedWithACopyOfTheSubroutine() {
    MethodBody body =
        body(
            m -> {
              Label subroutine = new Label();
              m.visitJumpInsn(JSR, subroutine); // at 0
              m.visitJumpInsn(JSR, subroutine); // at 3
              returnBoxed(m, 0); // at 6
              subroutine(m, subroutine); // astore_1 at 11, iinc at 12, ret at 15
            });
    OriginalCode code = SubroutineInliner.inline(body);
    List<Integer> increments = new ArrayList<>();
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      int opcode = code.node(at).getOpcode();
      assertEquals(false, opcode == JSR || opcode == RET);
      if (opcode == IINC) {
        increments.add(code.offset(at));
      }
      if (opcode == ARETURN) {
        assertEquals(10, code.offset(at));
      }
    }
    assertEquals(List.of(12, 12), increments);
    CodeBlocks blocks = CodeBlocks.of(code);
    List<Integer> counts = new ArrayList<>();
    for (int block = 0; block < blocks.count(); block++) {
      counts.add(blocks.instructionCount(block));
    }
    Collections.sort(counts);
    assertEquals(List.of(1, 1, 3, 3, 3), counts, "instructions of each block");
    JsonWriter json = new JsonWriter().beginArray();
    code.lines.writeWithin(12, 15, json);
    assertEquals("[[12,77]]", json.endArray().toString());
    assertEquals(true, body.hasSubroutines());
  }

  @Test
  void aRecursiveSubroutineCannotBeInlined() {
    MethodBody body =
        body(
            m -> {
              Label subroutine = new Label();
              m.visitJumpInsn(JSR, subroutine);
              returnBoxed(m, 0);
              m.visitLabel(subroutine);
              m.visitVarInsn(ASTORE, 1);
              m.visitJumpInsn(JSR, subroutine);
              m.visitVarInsn(RET, 1);
            });
    assertThrows(RuntimeException.class, () -> SubroutineInliner.inline(body));
  }
}
