package org.kpathjvm.core.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.instrument.classfile.ClassDigest;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.CodeSizes;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.classfile.MethodReplacer;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.kpathjvm.core.instrument.code.CodeDigest;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.instrument.guide.GuidedMethod;
import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.ConstantPoolFit;
import org.kpathjvm.core.instrument.ladder.MethodLadder;
import org.kpathjvm.core.instrument.metadata.ClassRecord;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.relocation.PlaceholderIds;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns the bytes of a class into the bytes of an instrumented class. A method that can't be
 * instrumented in full is instrumented on a lower {@link Rung}, or stays as it was and is listed
 * with the reason. An instrumenter has no state, so several threads may use the same one.
 */
public final class ClassInstrumenter {
  /**
   * Instruments a class.
   *
   * @param original the class file, which isn't modified
   * @param loaderName the name that the class's loader has in the metadata
   * @throws RuntimeException if the bytes aren't a class file
   */
  public InstrumentedClass instrument(
      byte[] original, String loaderName, InstrumentOptions options, IdAllocator ids) {
    OffsetReader reader = new OffsetReader(original);
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    int[] sizes = CodeSizes.of(reader);

    List<Choice> choices = new ArrayList<>(facts.methods.size());
    String[] digests = new String[facts.methodCount()];
    MethodLadder ladder =
        new MethodLadder(facts, options, ids, guided(options.guide(), facts, original));
    for (MethodBody body : facts.methods) {
      if (body.hasCode()) {
        // The digest is computed first, because the ladder inserts probes.
        digests[body.index] = CodeDigest.of(facts.name, body);
        choices.add(ladder.choose(body, sizes[body.index]));
      }
    }
    ConstantPoolFit pool = new ConstantPoolFit(reader, ladder, choices);
    pool.fit(0);
    byte[] written = write(reader, facts.methodCount(), pool, choices);
    ClassRecord record = new ClassRecord(facts, loaderName, original, options.cut());
    return result(record, choices, digests, written);
  }

  /**
   * Instruments a class so that the result can be used again with other ids.
   *
   * @param original the class file, which isn't modified
   * @return the result; null if the ids in the code can't be distinguished from other numbers, or
   *     if a method's name can't be encoded. The overload with an allocator of ids can still
   *     instrument such a class
   * @throws RuntimeException if the bytes aren't a class file
   */
  public RelocatableClass instrument(byte[] original, InstrumentOptions options) {
    InstrumentedClass result = instrument(original, null, options, new PlaceholderIds());
    return RelocatableClass.of(original, result.bytes(), result.methods(), result.skipped());
  }

  private static Map<String, GuidedMethod> guided(Guide guide, ClassFacts facts, byte[] original) {
    return guide == null || !guide.knows(facts.name)
        ? Map.of()
        : guide.methods(facts.name, ClassDigest.of(original));
  }

  /** Writes the class; returns null if no method is changed. */
  private static byte[] write(
      OffsetReader reader, int methodCount, ConstantPoolFit pool, List<Choice> choices) {
    while (true) {
      MethodNode[] changed = new MethodNode[methodCount];
      boolean any = false;
      for (Choice choice : choices) {
        if (choice.plan != null) {
          changed[choice.body.index] = choice.plan.method;
          any = true;
        }
      }
      if (!any) {
        return null;
      }
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new MethodReplacer(writer, changed), ClassReader.EXPAND_FRAMES);
      try {
        return reader.withOriginalVersion(writer.toByteArray());
      } catch (ClassTooLargeException e) {
        // A name may be in an encoding that no compiler uses. ASM then writes a second entry for
        // the name, so the constant pool becomes larger than predicted.
        int surplus = e.getConstantPoolCount() - pool.predicted();
        if (surplus <= 0) {
          throw e;
        }
        pool.fit(surplus);
      }
    }
  }

  private static InstrumentedClass result(
      ClassRecord record, List<Choice> choices, String[] digests, byte[] written) {
    int[] after = written == null ? null : CodeSizes.of(new OffsetReader(written));
    List<MethodRecord> records = new ArrayList<>(choices.size());
    List<SkippedMethod> skipped = new ArrayList<>(0);
    for (Choice choice : choices) {
      if (choice.plan == null) {
        skipped.add(new SkippedMethod(record, choice));
      } else {
        int index = choice.body.index;
        records.add(new MethodRecord(record, choice, digests[index], after[index]));
      }
    }
    return new InstrumentedClass(written, records, skipped);
  }
}
