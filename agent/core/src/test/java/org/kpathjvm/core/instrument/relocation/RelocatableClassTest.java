package org.kpathjvm.core.instrument.relocation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.HeldWord;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.programs.Constructors;
import org.kpathjvm.core.instrument.programs.Handlers;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Monitors;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.instrument.programs.Throwing;
import org.kpathjvm.core.instrument.programs.Trips;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.TraceClassVisitor;

/**
 * Tests that a class into which ids are put later equals, byte for byte, the class that was
 * instrumented with these ids.
 */
class RelocatableClassTest {
  private static final ClassInstrumenter INSTRUMENTER = new ClassInstrumenter();
  private static final List<Class<?>> PROGRAMS =
      List.of(
          Loops.class,
          Handlers.class,
          Constructors.class,
          Monitors.class,
          Switches.class,
          Trips.class,
          Throwing.class);

  /**
   * The first ids that the tests allocate. They are so large that every id is a constant in the
   * pool. In a recording, only the first classes that are loaded have smaller ids.
   */
  private static final int[] FIRST_IDS = {1 << 15, (1 << 30) - 5_000_000};

  /**
   * Allocates ids with gaps between methods. Such gaps arise when the rest of a range is too small
   * for a method's ids.
   */
  private static IdAllocator from(int first) {
    int[] next = {first};
    return count -> (next[0] += count + 3) - count;
  }

  /** Allocates the ids that the methods of {@code other} have. */
  private static IdAllocator as(InstrumentedClass other) {
    Iterator<MethodRecord> methods = other.methods().iterator();
    return count -> {
      MethodRecord method = methods.next();
      assertEquals(method.plan.idCount(), count);
      return method.plan.firstId();
    };
  }

  private static List<InstrumentOptions> options(Schemes probes) {
    List<InstrumentOptions> options = new ArrayList<>();
    for (CutMode cut : CutMode.values()) {
      for (int maxPaths : new int[] {4096, 2}) {
        InstrumentOptions one =
            new InstrumentOptions(cut, maxPaths).withScheme(probes.scheme(), "P");
        options.addAll(
            List.of(one, one.of(MethodScope.LOOPS), one.from(Rung.CUTS), one.withCodeLimit(60)));
      }
    }
    if (probes == Schemes.STREAM) {
      options.add(
          new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(new StreamScheme(false), "P"));
    }
    return options;
  }

  private static RelocatableClass relocatable(byte[] original, InstrumentOptions options) {
    return INSTRUMENTER.instrument(original, options);
  }

  private static void assertSame(InstrumentedClass expected, UsableClass actual) {
    assertArrayEquals(expected.bytes(), actual.bytes());
    assertSameRecords(expected, actual);
  }

  private static void assertSameRecords(InstrumentedClass expected, UsableClass actual) {
    StringBuilder lines = new StringBuilder();
    List<String> held = new ArrayList<>();
    for (MethodRecord method : expected.methods()) {
      lines.append(Records.line(method)).append('\n');
      if (method.plan.heldWord() != null) {
        held.add(method.key() + text(method.plan.heldWord()));
      }
    }
    for (SkippedMethod method : expected.skipped()) {
      lines.append(Records.line(method)).append('\n');
    }
    assertEquals(lines.toString(), actual.lines().toString());
    List<String> actualHeld = new ArrayList<>();
    for (HeldMethod method : actual.held()) {
      actualHeld.add(method.key + text(method.word));
    }
    assertEquals(held, actualHeld);
  }

  private static String text(HeldWord word) {
    return " " + Arrays.toString(word.numbers()) + " " + word.packing;
  }

  @ParameterizedTest
  @EnumSource(Schemes.class)
  void relocatingEqualsInstrumentingWithTheSameIds(Schemes probes) {
    int held = 0;
    for (Class<?> program : PROGRAMS) {
      for (Map.Entry<String, byte[]> one : ClassFiles.of(program).entrySet()) {
        for (InstrumentOptions options : options(probes)) {
          for (int first : FIRST_IDS) {
            RelocatableClass kept = relocatable(one.getValue(), options);
            assertNotNull(kept, one.getKey());
            InstrumentedClass direct =
                INSTRUMENTER.instrument(one.getValue(), "a \"loader\"", options, from(first));
            UsableClass used = kept.use("a \"loader\"", as(direct));
            assertSame(direct, used);
            held += used.held().size();
          }
        }
      }
    }
    assertEquals(probes.scheme().packs(), held > 0);
  }

  @Test
  void smallIdsGiveEquivalentCode() {
    byte[] original = new GeneratedClass().f(SmallMethods::loop).bytes();
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    InstrumentedClass direct = INSTRUMENTER.instrument(original, "app", options, from(1));
    UsableClass used = relocatable(original, options).use("app", from(1));
    assertSameRecords(direct, used);
    assertFalse(Arrays.equals(direct.bytes(), used.bytes()));
    assertEquals(text(direct.bytes()), text(used.bytes()));
  }

  /** Returns a class's code as text that doesn't say how its numbers are loaded. */
  private static String text(byte[] file) {
    StringWriter text = new StringWriter();
    new ClassReader(file).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
    return text.toString().replaceAll("(ICONST_|BIPUSH |SIPUSH |LDC )(?=\\d)", "number ");
  }

  @Test
  void withoutEnoughIdsThereIsNoClass() {
    byte[] original = new GeneratedClass().f(SmallMethods::loop).bytes();
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    assertNull(relocatable(original, options).use("app", count -> -1));
  }

  @Test
  void anUnchangedClassHasNoFile() {
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).of(MethodScope.LOOPS);
    byte[] original = new GeneratedClass().f(SmallMethods::returnsNull).bytes();
    UsableClass used = relocatable(original, options).use("app", from(1));
    assertNull(used.bytes());
    assertTrue(used.lines().toString().contains("out-of-scope"), used.lines().toString());
  }

  /** ASM's writer would merge a constant with an equal placeholder for an id. */
  @Test
  void aClassWithAConstantLikeAnIdIsNotRelocatable() {
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    // The method has a single path and nothing else that takes an id.
    int id = new PlaceholderIds().allocate(1);
    for (int number : new int[] {id - 1, id}) {
      byte[] original =
          new GeneratedClass()
              .f(
                  m -> {
                    m.visitLdcInsn(number);
                    m.visitInsn(Opcodes.POP);
                    SmallMethods.returnsNull(m);
                  })
              .bytes();
      assertEquals(number == id, relocatable(original, options) == null);
    }
  }

  @Test
  void aMethodThatPacksPathsIsNotRelocatableIfItsNameIsInvalid() {
    byte[] original =
        new GeneratedClass()
            .method(8, "bad\ud800name", "(I)Ljava/lang/Object;", SmallMethods::loop)
            .bytes();
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    assertNull(relocatable(original, options));
    assertNotNull(relocatable(original, options.withScheme(new StreamScheme(false), "P")));
  }
}
