package org.kpathjvm.core.instrument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Class bytes in, instrumented class bytes out. What can't be instrumented stays as it was, with a
 * reason: a class is never worse than before. Has no state, so that several threads may use one.
 */
public final class ClassInstrumenter {
  private static final int MAX_CODE_BYTES = 65_535;

  /**
   * Instruments a class.
   *
   * @param original the class file; not modified
   * @param loaderName what the records shall call the class's loader
   * @throws RuntimeException if the bytes are no class file
   */
  public InstrumentedClass instrument(
      byte[] original, String loaderName, InstrumentOptions options, IdAllocator ids) {
    OffsetReader reader = new OffsetReader(original);
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);

    Map<String, MethodPlan> plans = new LinkedHashMap<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    MethodInstrumenter methods = new MethodInstrumenter(facts, options, ids);
    for (MethodBody body : facts.methods) {
      if (body.hasCode()) {
        String key = body.name + body.desc;
        try {
          plans.put(key, methods.instrument(body));
        } catch (MethodSkippedException e) {
          reasons.put(key, e.getMessage());
        } catch (RuntimeException e) {
          reasons.put(key, "failed: " + e);
        }
      }
    }

    ClassRecord record = new ClassRecord(facts, loaderName, original, options.cut());
    byte[] written;
    try {
      written = write(reader, plans, reasons);
    } catch (ClassTooLargeException e) {
      String reason =
          "class-too-large: "
              + e.getConstantPoolCount()
              + " constants with probes, at most 65,535 fit";
      return new InstrumentedClass(
          null, List.of(), List.of(new SkippedMethod(facts.name, loaderName, reason)));
    }
    List<MethodRecord> records =
        written == null ? List.of() : records(record, plans, reader, written);
    return new InstrumentedClass(written, records, skipped(facts, loaderName, reasons));
  }

  /**
   * Writes the class, if need be without the methods that have become too large; null if none is
   * left.
   */
  private static byte[] write(
      OffsetReader reader, Map<String, MethodPlan> plans, Map<String, String> reasons) {
    while (!plans.isEmpty()) {
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new MethodReplacer(writer, plans), ClassReader.EXPAND_FRAMES);
      try {
        return reader.withOriginalVersion(writer.toByteArray());
      } catch (MethodTooLargeException e) {
        String key = e.getMethodName() + e.getDescriptor();
        if (plans.remove(key) == null) {
          throw e;
        }
        reasons.put(
            key,
            "too-large: "
                + e.getCodeSize()
                + " bytes with probes, at most "
                + MAX_CODE_BYTES
                + " fit");
      }
    }
    return null;
  }

  private static List<MethodRecord> records(
      ClassRecord record, Map<String, MethodPlan> plans, OffsetReader reader, byte[] written) {
    Map<String, Integer> before = CodeSizes.of(reader);
    Map<String, Integer> after = CodeSizes.of(new OffsetReader(written));
    List<MethodRecord> records = new ArrayList<>();
    plans.forEach(
        (key, plan) ->
            records.add(new MethodRecord(record, plan, before.get(key), after.get(key))));
    return records;
  }

  private static List<SkippedMethod> skipped(
      ClassFacts facts, String loaderName, Map<String, String> reasons) {
    List<SkippedMethod> skipped = new ArrayList<>();
    for (MethodBody body : facts.methods) {
      String reason = reasons.get(body.name + body.desc);
      if (reason != null) {
        skipped.add(new SkippedMethod(facts.name, body.name, body.desc, loaderName, reason));
      }
    }
    return skipped;
  }
}
