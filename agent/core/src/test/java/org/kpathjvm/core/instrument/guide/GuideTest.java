package org.kpathjvm.core.instrument.guide;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.classfile.ClassDigest;
import org.kpathjvm.core.instrument.oracle.Guides;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.numbering.TakenPath;

class GuideTest {
  private static final byte[] FILE = {1, 2, 3};
  private static final TakenPath PATH =
      new TakenPath(StartKind.LOOP, EndKind.CUT, new int[] {4, 70_000}, 5L << 40);
  private static final Map<String, byte[]> CLASSES = Map.of("a.B", FILE, "a.\ud800", FILE);
  private static final byte[] ENCODED =
      Guides.encoded(CLASSES, Map.of("a/B.f()V", List.of(PATH, PATH)));

  @Test
  void aGuideHasTheWrittenPaths() {
    Guide guide = Guide.of(ENCODED);
    assertTrue(guide.knows("a/B"));
    assertFalse(guide.knows("a.B"));
    Map<String, GuidedMethod> methods = guide.methods("a/B", ClassDigest.of(FILE));
    assertEquals(List.of("f()V"), List.copyOf(methods.keySet()));
    GuidedMethod method = methods.get("f()V");
    assertEquals(1 << 20, method.mostIds);
    assertEquals(2, method.paths.size());
    TakenPath path = method.paths.get(1);
    assertEquals(StartKind.LOOP, path.start);
    assertEquals(EndKind.CUT, path.end);
    assertArrayEquals(PATH.blocks, path.blocks);
    assertEquals(PATH.count, path.count);
  }

  @Test
  void aGuideHasNoPathsOfOtherClassFiles() {
    Guide guide = Guide.of(ENCODED);
    assertEquals(Map.of(), guide.methods("a/B", ClassDigest.of(new byte[] {1})));
    assertEquals(Map.of(), guide.methods("a/C", ClassDigest.of(FILE)));
  }

  @Test
  void filesThatAreNotGuidesAreRefused() {
    byte[] otherVersion = ENCODED.clone();
    otherVersion[7]++;
    byte[] cutOff = Arrays.copyOf(ENCODED, ENCODED.length - 1);
    byte[] negativeCount = ENCODED.clone();
    negativeCount[8] = (byte) 0xff;
    for (byte[] file : List.of(new byte[0], FILE, otherVersion, cutOff, negativeCount)) {
      var error = assertThrows(IllegalArgumentException.class, () -> Guide.of(file));
      assertEquals(
          "the file of option guide isn't a guide of version 1;"
              + " pass --guide PROFILE to kpath-jvm run, which makes the file",
          error.getMessage());
    }
  }

  /** Whichever byte is damaged, the guide can still be read, or is refused with a message. */
  @Test
  void aDamagedGuideIsReadOrRefused() {
    int refused = 0;
    for (int at = 0; at < ENCODED.length; at++) {
      for (int value : new int[] {0, 1, 2, 5, 0x7f, 0x80, 0xff}) {
        byte[] damaged = ENCODED.clone();
        damaged[at] = (byte) value;
        try {
          Guide guide = Guide.of(damaged);
          for (String name : CLASSES.keySet()) {
            guide.methods(name.replace('.', '/'), ClassDigest.of(FILE));
          }
        } catch (IllegalArgumentException error) {
          assertTrue(error.getMessage().contains("isn't a guide of version 1"), error.getMessage());
          refused++;
        }
      }
    }
    assertTrue(refused > ENCODED.length);
  }

  @Test
  void otherPathsChangeTheIdentity() {
    byte[] other = Guides.encoded(CLASSES, Map.of("a/B.f()V", List.of(PATH)));
    assertNotEquals(Guide.of(ENCODED).identity(), Guide.of(other).identity());
    assertEquals(Guide.of(ENCODED).identity(), Guide.of(ENCODED.clone()).identity());
  }
}
