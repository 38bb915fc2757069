package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class RestoredMethodsTest {
  /** Returns the number of probe calls in each method. All probes are methods of class P. */
  private static Map<String, Integer> probes(byte[] classFile) {
    Map<String, Integer> found = new TreeMap<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                found.put(name + descriptor, 0);
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String type, boolean isInterface) {
                    found.merge(name + descriptor, owner.equals("P") ? 1 : 0, Integer::sum);
                  }
                };
              }
            },
            0);
    return found;
  }

  @Test
  void onlyRestoredMethodsLoseTheirProbes() throws Exception {
    byte[] original = ClassFiles.of(Loops.class).get(Loops.class.getName());
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(Schemes.WINDOWS.scheme(), "P");
    int[] next = {1};
    byte[] instrumented =
        new ClassInstrumenter()
            .instrument(
                original,
                "app",
                options,
                count -> {
                  next[0] += count;
                  return next[0] - count;
                })
            .bytes();
    Map<String, Integer> expected = probes(instrumented);
    String restored = expected.keySet().iterator().next();
    expected.put(restored, 0);
    assertEquals(expected, probes(RestoredMethods.of(instrumented, original, Set.of(restored))));
    Map<String, Integer> none = probes(original);
    assertEquals(none, probes(RestoredMethods.of(instrumented, original, none.keySet())));
  }
}
