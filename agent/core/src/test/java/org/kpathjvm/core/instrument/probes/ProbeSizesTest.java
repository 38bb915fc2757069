package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Tests that HotSpot's compiler C1 inlines no frequent probe. */
class ProbeSizesTest {
  /** The size of the largest method that C1 inlines, in bytes (C1MaxInlineSize). */
  private static final int INLINED_BYTES = 35;

  private static final Set<String> FREQUENT =
      Set.of("count(I)V", "emit(JI)J", "exit(JJJI)V", "repeat(JJI)I", "rest(JJJI)J");

  private static List<MethodNode> probes() throws IOException {
    ClassNode probes = new ClassNode();
    new ClassReader("org.kpathjvm.runtime.recorder.Probes").accept(probes, 0);
    return probes.methods;
  }

  @Test
  void frequentProbesAreTooLargeForC1ToInline() throws IOException {
    Set<String> found = new TreeSet<>();
    for (MethodNode probe : probes()) {
      if (FREQUENT.contains(probe.name + probe.desc)) {
        found.add(probe.name + probe.desc);
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        probe.accept(size);
        assertTrue(size.getMinSize() > INLINED_BYTES, probe.name + ": " + size.getMinSize());
      }
    }
    assertEquals(new TreeSet<>(FREQUENT), found);
  }

  @Test
  void noProbeIsForcedInline() throws IOException {
    for (MethodNode probe : probes()) {
      List<AnnotationNode> annotations = new ArrayList<>();
      if (probe.visibleAnnotations != null) {
        annotations.addAll(probe.visibleAnnotations);
      }
      assertTrue(
          annotations.stream().noneMatch(it -> it.desc.endsWith("/ForceInline;")), probe.name);
    }
  }
}
