package org.kpathjvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.kpathjvm.agent.ids.IdRanges;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.objectweb.asm.ClassReader;

/**
 * Makes the JVM load the JDK classes that the agent needs to instrument a class.
 *
 * <p>Otherwise the program might be the first to need one of these JDK classes, for example {@code
 * java.util.BitSet}. If BitSet itself is to be instrumented, the agent would need BitSet while the
 * JVM is still loading it, and would get a ClassCircularityError. From then on, the JVM would
 * repeat that error whenever it runs the same instruction, even an instruction in the JDK's own
 * code.
 */
final class NeededClasses {
  private NeededClasses() {}

  /**
   * Loads the classes. This takes half a second of CPU time.
   *
   * @param options the options with which the classes of the program will be instrumented
   * @throws IOException if the agent's jar can't be read
   */
  static void load(InstrumentOptions options, Instrumentation instrumentation) throws IOException {
    instrumentSamples(options);
    // Some nested classes are needed too rarely for the samples to load them. For example, a list's
    // iterator is needed when two lists are compared as keys of a hash table, and that happens only
    // if their hashes are equal.
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null && type.getName().startsWith("java.util.")) {
        type.getNestMembers();
      }
    }
  }

  private static void instrumentSamples(InstrumentOptions options) throws IOException {
    ClassInstrumenter instrumenter = new ClassInstrumenter();
    IdAllocator ids = new IdRanges(0, id -> {});
    // With the scope hot, only methods that have been found to be hot are instrumented. No method
    // of the samples is hot, so the scope all is used instead.
    InstrumentOptions every =
        options.scope() == MethodScope.HOT ? options.of(MethodScope.ALL) : options;
    for (byte[] original : samples()) {
      for (Rung rung : Rung.values()) {
        InstrumentOptions some = every.from(rung);
        InstrumentedClass direct = instrumenter.instrument(original, "app", some, ids);
        UsableClass.of(direct.bytes(), direct.methods(), direct.skipped()).held();
        RelocatableClass kept = instrumenter.instrument(original, some);
        if (kept != null) {
          kept.use("app", ids);
        }
      }
    }
  }

  /**
   * Returns class files of the agent. Together they contain an enum, switches over enums and over
   * very many numbers, nested loops, loops with many paths, exception handlers, and lambdas.
   */
  private static List<byte[]> samples() throws IOException {
    return List.of(
        file(PathTransformer.class, "PathTransformer"),
        file(PathTransformer.class, "ClassFilter$Verdict"),
        file(PathTransformer.class, "Premain"),
        file(ClassReader.class, "Frame"));
  }

  private static byte[] file(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }
}
