package org.kpathjvm.workloads.dacapo.bloat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Stand-in for DaCapo's bloat: optimises all classes of some jars and encodes them in memory. The
 * optimiser is our own, and uses ASM.
 *
 * <p>Input {@code classes}: jars with classes.
 */
public final class Bloat implements Benchmark {
  private final SortedMap<String, byte[]> classes = new TreeMap<>();
  private SortedMap<String, byte[]> optimised;
  private long before;
  private long after;

  @Override
  public void prepare(Inputs inputs) throws IOException, StandInFailure {
    for (Path jar : inputs.files("classes")) {
      classes.putAll(JarBytes.files(jar, Bloat::isClass));
    }
    if (classes.isEmpty()) {
      throw StandInFailure.unusable("no classes in " + inputs.files("classes"));
    }
  }

  private static boolean isClass(String name) {
    return name.endsWith(".class") && !name.startsWith("META-INF/");
  }

  @Override
  public void beforeIteration() {
    optimised = new TreeMap<>();
    before = 0;
    after = 0;
  }

  @Override
  public void iterate() throws AnalyzerException {
    for (var entry : classes.entrySet()) {
      optimised.put(entry.getKey(), optimise(entry.getValue()));
    }
  }

  private byte[] optimise(byte[] bytes) throws AnalyzerException {
    ClassNode node = new ClassNode();
    // Stack map frames are left out, because computing new ones requires the supertypes of classes.
    new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > 0) {
        before += method.instructions.size();
        new MethodOptimizer(node.name, method).optimise();
        after += method.instructions.size();
      }
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  @Override
  public void digest(ResultDigest result) {
    result.count("classes", optimised.size());
    result.count("instructions", before).count("optimised", after);
    optimised.forEach((name, bytes) -> result.add(name).add(bytes));
  }
}
