package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

class SourceLinesTest {
  /**
   * Returns the lines of five instructions. Offsets 0 and 1 have no line. Offset 2 has line 9 and
   * then line 10, which replaces line 9 and still applies at offset 3. Offset 4 has line 8.
   */
  private static SourceLines lines() {
    MethodNode method = new MethodNode();
    int[] linesBefore = {0, 0, 9, 0, 8};
    int[] offsetsByPlace = {-1, 0, -1, 1, -1, -1, -1, 2, -1, 3, -1, -1, 4};
    for (int offset = 0; offset < linesBefore.length; offset++) {
      LabelNode label = new LabelNode();
      method.instructions.add(label);
      if (linesBefore[offset] > 0) {
        method.instructions.add(new LineNumberNode(linesBefore[offset], label));
        if (offset == 2) {
          method.instructions.add(new LineNumberNode(10, label));
        }
      }
      method.instructions.add(new InsnNode(Opcodes.NOP));
    }
    return new SourceLines(method, offsetsByPlace);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | []",
        "0 | 2 | [[2,10]]",
        "2 | 2 | [[2,10]]",
        "3 | 3 | [[3,10]]",
        "3 | 4 | [[3,10],[4,8]]",
        "4 | 4 | [[4,8]]"
      })
  void aBlockHasTheLineAtItsStartAndEveryChange(int first, int last, String expected) {
    JsonWriter json = new JsonWriter().beginArray();
    lines().writeWithin(first, last, json);
    assertEquals(expected, json.endArray().toString());
  }

  @Test
  void linesAreUniqueAndAscending() {
    assertArrayEquals(new int[] {8, 10}, lines().distinct());
  }
}
