package org.kpathjvm.core.instrument.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Tests which methods the scopes {@code loops} and {@code hot} leave out, by a comparison with the
 * scope {@code all}.
 */
class MethodScopeTest implements Opcodes {
  private static InstrumentedClass instrument(byte[] original, MethodScope scope, CutMode cut) {
    int[] next = {1};
    return new ClassInstrumenter()
        .instrument(
            original,
            "app",
            new InstrumentOptions(cut, 64).of(scope),
            count -> (next[0] += count) - count);
  }

  /**
   * Returns the JDK's classes for collections and text. They have loops of all kinds, and weren't
   * written for a test.
   */
  private static List<byte[]> classesOfTheJdk() throws IOException {
    Path packages = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    List<byte[]> found = new ArrayList<>();
    for (String name : List.of("java/util", "java/text")) {
      try (Stream<Path> files = Files.list(packages.resolve(name))) {
        for (Path file :
            files.filter(it -> it.toString().endsWith(".class")).collect(Collectors.toList())) {
          found.add(Files.readAllBytes(file));
        }
      }
    }
    return found;
  }

  /** Returns whether a method has a loop, judging by the starts of its paths. */
  private static boolean hasLoop(MethodRecord record) {
    Map<?, ?> json = (Map<?, ?>) Json.parse(Records.line(record));
    return json.get("starts").toString().contains("loop");
  }

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void onlyMethodsWithLoopsAreRecorded(CutMode cut) throws IOException {
    int loops = 0;
    int left = 0;
    for (byte[] original : classesOfTheJdk()) {
      InstrumentedClass all = instrument(original, MethodScope.ALL, cut);
      InstrumentedClass few = instrument(original, MethodScope.LOOPS, cut);
      Set<String> expected =
          all.methods().stream()
              .filter(MethodScopeTest::hasLoop)
              .map(MethodRecord::key)
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> found =
          few.methods().stream()
              .map(MethodRecord::key)
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(expected, found);
      few.skipped().forEach(it -> assertEquals("out-of-scope: the method has no loop", it.reason));
      assertEquals(all.methods().size(), few.methods().size() + few.skipped().size());
      loops += found.size();
      left += few.skipped().size();
    }
    assertTrue(loops > 500 && left > 2000, loops + " with loops, " + left + " without");
  }

  @Test
  void methodsWithoutLoopsKeepTheirCode() {
    byte[] original =
        new GeneratedClass()
            .f(m -> GeneratedClass.returnBoxed(m, 0))
            .method(
                ACC_STATIC,
                "spin",
                "()V",
                m -> {
                  Label header = new Label();
                  m.visitLabel(header);
                  m.visitJumpInsn(GOTO, header);
                })
            .bytes();
    InstrumentedClass few = instrument(original, MethodScope.LOOPS, CutMode.BACK_EDGE);
    String f = "f(I)Ljava/lang/Object;";
    assertEquals(RawCode.of(original).get(f).code, RawCode.of(few.bytes()).get(f).code);
    assertNotEquals(
        RawCode.of(original).get("spin()V").code, RawCode.of(few.bytes()).get("spin()V").code);
  }

  @Test
  void aClassWithoutLoopsIsNotChanged() {
    byte[] original = new GeneratedClass().f(m -> GeneratedClass.returnBoxed(m, 0)).bytes();
    assertNull(instrument(original, MethodScope.LOOPS, CutMode.BACK_EDGE).bytes());
  }

  @Test
  void hotMethodsAreSelectedByName() throws IOException {
    for (byte[] original : classesOfTheJdk()) {
      InstrumentedClass all = instrument(original, MethodScope.ALL, CutMode.BACK_EDGE);
      Set<String> names = new TreeSet<>();
      for (int i = 0; i < all.methods().size(); i += 3) {
        names.add(all.methods().get(i).plan.method.name);
      }
      int[] next = {1};
      InstrumentedClass few =
          new ClassInstrumenter()
              .instrument(
                  original,
                  "app",
                  new InstrumentOptions(CutMode.BACK_EDGE, 64).ofHot(names),
                  count -> (next[0] += count) - count);
      assertEquals(
          all.methods().stream()
              .filter(it -> names.contains(it.plan.method.name))
              .map(MethodRecord::key)
              .collect(Collectors.toSet()),
          few.methods().stream().map(MethodRecord::key).collect(Collectors.toSet()));
      few.skipped()
          .forEach(
              it -> assertEquals("out-of-scope: the method wasn't found to be hot", it.reason));
    }
  }
}
