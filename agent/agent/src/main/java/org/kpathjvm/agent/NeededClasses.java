package org.kpathjvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
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
 * Makes the JDK load the classes that the agent needs to instrument a class.
 *
 * <p>Otherwise the program might be the first to need one of them, such as {@code
 * java.util.BitSet}. If this class is to be instrumented, the agent works while the JVM is loading
 * it, needs it, and gets a ClassCircularityError. The JVM would then repeat that error at the same
 * place for as long as it runs, even in the JDK's code.
 */
final class NeededClasses {
  /**
   * Files of classes that are instrumented for this purpose, beside the file of {@link #BESIDE}.
   * Together they have switches over enums and over very many numbers, nested loops, loops with
   * many paths, exception handlers, and lambdas.
   */
  private static final String[] SAMPLES = {
    "PathTransformer.class", "PathTransformer$1.class", "Premain.class", "Frame.class"
  };

  private static final Class<?>[] BESIDE = {
    PathTransformer.class, PathTransformer.class, Premain.class, ClassReader.class
  };

  private NeededClasses() {}

  /**
   * Instruments some classes on each rung, and forgets the results. Then loads the classes that are
   * declared in the same files as the JDK's collections and streams. Such a class may be needed
   * only rarely, such as the list iterator with which two lists are compared if their hashes are
   * equal. All this takes half a second of CPU.
   *
   * @param options the options with which the classes of the program will be instrumented
   * @throws IOException if the agent's jar can't be read
   */
  static void load(InstrumentOptions options, Instrumentation instrumentation) throws IOException {
    instrumentSamples(options);
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null && type.getName().startsWith("java.util.")) {
        type.getNestMembers();
      }
    }
  }

  private static void instrumentSamples(InstrumentOptions options) throws IOException {
    ClassInstrumenter instrumenter = new ClassInstrumenter();
    IdAllocator ids = new IdRanges(0, id -> {});
    // With the scope hot, no method is instrumented until it is named.
    InstrumentOptions every =
        options.scope() == MethodScope.HOT ? options.of(MethodScope.ALL) : options;
    for (int at = 0; at < SAMPLES.length; at++) {
      byte[] original;
      try (InputStream in = BESIDE[at].getResourceAsStream(SAMPLES[at])) {
        original = in.readAllBytes();
      }
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
}
