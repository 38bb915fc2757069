package org.kpathjvm.core.corpus;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.util.CheckClassAdapter;

/** Runs ASM's checks on a class file, without loading any class. */
final class AsmVerification {
  private final ClassHierarchy hierarchy;

  AsmVerification(ClassHierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  /**
   * Checks the structure of the class file and of its stack map frames, and then the types in the
   * code of every method.
   *
   * @return what is wrong; null if nothing is
   */
  String failure(byte[] classFile) {
    try {
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(new CheckClassAdapter(node, false), 0);
      for (MethodNode method : node.methods) {
        try {
          new Analyzer<>(new HierarchyVerifier(hierarchy)).analyze(node.name, method);
        } catch (AnalyzerException e) {
          return method.name + method.desc + ": " + e.getMessage();
        }
      }
      return null;
    } catch (RuntimeException e) {
      return e.toString();
    }
  }
}
