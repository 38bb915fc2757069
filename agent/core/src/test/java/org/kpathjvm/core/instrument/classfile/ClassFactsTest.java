package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.programs.Loops;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.MethodNode;

class ClassFactsTest {
  private static final String SOURCE =
      "abstract class Sample {\n"
          + "  int own; static int shared; String text;\n"
          + "  abstract void none();\n"
          + "  native void neither();\n"
          + "  void some() { own++; }\n"
          + "  void some(int n) { own = n; }\n"
          + "}";

  private static ClassFacts facts(byte[] classFile) {
    OffsetReader reader = new OffsetReader(classFile);
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    return facts;
  }

  private final ClassFacts facts = facts(ClassFiles.compile("Sample", SOURCE).get("Sample"));

  @Test
  void onlyInstanceFieldsAreKept() {
    assertEquals(Set.of("ownI", "textLjava/lang/String;"), facts.instanceFields);
  }

  @Test
  void methodsWithCodeAreIndexedAmongAllMethods() {
    assertEquals(5, facts.methodCount());
    assertEquals(
        "<init>0 some3 some4",
        facts.methods.stream().map(m -> m.name + m.index).collect(Collectors.joining(" ")));
  }

  @Test
  void aMethodIsReadByNameAndDescriptor() {
    MethodBody other = facts.methods.get(2);
    int size = other.instructions.size();
    other.instructions.clear();
    MethodNode again = facts.readAgain(other);
    assertNotSame(other, again);
    assertEquals("(I)V", again.desc);
    assertEquals(size, again.instructions.size());
  }

  @Test
  void namedVariablesAreFound() {
    // The build compiles the test programs with the names of their variables.
    ClassLoader loader = getClass().getClassLoader();
    assertTrue(facts(ClassFiles.read(loader, Loops.class.getName())).hasNamedVariables);
    assertFalse(facts(new GeneratedClass().f(SmallMethods::loop).bytes()).hasNamedVariables);
  }

  @Test
  void theNamesOfTheClassAndItsSourceFileAreKept() {
    assertEquals("Sample", facts.name);
    assertEquals("Sample.java", facts.sourceFile);
    assertNull(facts(new GeneratedClass().bytes()).sourceFile);
  }
}
