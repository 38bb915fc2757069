package org.kpathjvm.core.instrument.oracle;

import java.util.function.Consumer;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.SourceLines;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;

/** A method without probes. */
public final class SampleCode {
  public final ClassFacts facts;
  public final OriginalCode code;
  public final CodeBlocks blocks;

  /**
   * Reads a method.
   *
   * @param method the method's name
   */
  public SampleCode(byte[] classFile, String method) {
    OffsetReader reader = new OffsetReader(classFile);
    facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    MethodBody body =
        facts.methods.stream().filter(one -> one.name.equals(method)).findFirst().orElseThrow();
    int[] offsets = body.offsetsByPlace();
    code = new OriginalCode(body, offsets, new SourceLines(body, offsets));
    blocks = CodeBlocks.of(code);
  }

  /** Returns the method {@code static Object f(int)} with the given code. */
  public static SampleCode f(Consumer<MethodVisitor> code) {
    return new SampleCode(new GeneratedClass().f(code).bytes(), "f");
  }

  /**
   * Returns a method with the given code. Its class is named Generated, and has an int field {@code
   * own}.
   */
  public static SampleCode of(
      int access, String name, String descriptor, Consumer<MethodVisitor> code) {
    GeneratedClass generated = new GeneratedClass().field("own", "I");
    return new SampleCode(generated.method(access, name, descriptor, code).bytes(), name);
  }

  /** Returns a constructor with the given code. */
  public static SampleCode constructor(String descriptor, Consumer<MethodVisitor> code) {
    return of(GeneratedClass.ACC_PUBLIC, "<init>", descriptor, code);
  }

  /** Returns the place in {@link #code} of the first instruction with the given opcode. */
  public int place(int opcode) {
    return place(opcode, 0);
  }

  /**
   * Returns the place in {@link #code} of an instruction with the given opcode. If there are
   * several such instructions, {@code number} selects one of them, counted from 0.
   */
  public int place(int opcode, int number) {
    int left = number;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      if (code.node(at).getOpcode() == opcode && left-- == 0) {
        return at;
      }
    }
    throw new AssertionError("the method has no such instruction: " + opcode);
  }
}
