package org.kpathjvm.core.corpus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassAudit;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Instruments classes as the agent does by default, and checks the instrumented classes without
 * running them.
 */
final class ClassProcessing {
  private final ClassInstrumenter instrumenter = new ClassInstrumenter();
  private final InstrumentOptions options =
      new InstrumentOptions(CutMode.BACK_EDGE, InstrumentOptions.DEFAULT_MAX_PATHS);
  private final Figures figures;
  private final AsmVerification verification;
  private final AtomicInteger nextId = new AtomicInteger(1);
  private final Map<String, byte[]> instrumented = new ConcurrentHashMap<>();

  ClassProcessing(Figures figures, ClassHierarchy hierarchy) {
    this.figures = figures;
    verification = new AsmVerification(hierarchy);
  }

  /**
   * Returns the instrumented class files by internal name. For a class that instrumentation didn't
   * change, the map has the original class file.
   */
  Map<String, byte[]> instrumented() {
    return instrumented;
  }

  void process(String internalName, byte[] original) {
    long start = System.nanoTime();
    InstrumentedClass result;
    try {
      result = instrumenter.instrument(original, "corpus", options, nextId::getAndAdd);
    } catch (RuntimeException e) {
      figures.addFault(internalName + ": can't be instrumented: " + e);
      return;
    }
    long elapsed = System.nanoTime() - start;
    instrumented.put(internalName, result.bytes() == null ? original : result.bytes());
    figures.add(original, result, ClassAudit.of(internalName, original, result), elapsed);
    verify(internalName, original, result.bytes() == null ? original : result.bytes());
  }

  private void verify(String internalName, byte[] original, byte[] bytes) {
    String failure = verification.failure(bytes);
    if (failure == null) {
      figures.addVerified();
      return;
    }
    String before = verification.failure(original);
    if (before == null) {
      figures.addFault(
          internalName + ": ASM refuses the instrumented class, but not its original: " + failure);
    } else {
      figures.addUnverifiable(internalName, before);
    }
  }
}
