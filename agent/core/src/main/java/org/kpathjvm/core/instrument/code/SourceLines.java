package org.kpathjvm.core.instrument.code;

import java.util.Arrays;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method's source lines by original offset. Each line applies from its offset up to the next
 * line's offset.
 */
public final class SourceLines {
  /** The offsets, ascending. */
  private int[] offsets = new int[16];

  private int[] lines = new int[16];
  private int count;

  /**
   * Reads the line numbers of a method.
   *
   * @param offsetsByPlace the original offsets by place, ascending; -1 where there is no
   *     instruction
   */
  public SourceLines(MethodNode method, int[] offsetsByPlace) {
    int pending = -1;
    int place = 0;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof LineNumberNode) {
        // If several lines have the same offset, the last one applies, as in stack traces.
        pending = ((LineNumberNode) node).line;
      } else if (pending >= 0 && offsetsByPlace[place] >= 0) {
        add(offsetsByPlace[place], pending);
        pending = -1;
      }
      place++;
    }
  }

  private void add(int offset, int line) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
    }
    offsets[count] = offset;
    lines[count++] = line;
  }

  /** Returns the line that applies at an offset; -1 if no line applies. */
  public int at(int offset) {
    int found = Arrays.binarySearch(offsets, 0, count, offset);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? -1 : lines[last];
  }

  /** Returns the different lines, ascending. */
  public int[] distinct() {
    return Arrays.stream(lines, 0, count).sorted().distinct().toArray();
  }

  /**
   * Writes pairs of an offset and a line for a block. If a line applies at the block's first
   * offset, the first pair has this line. Each line that begins later in the block adds a pair.
   */
  public void writeWithin(int firstOffset, int lastOffset, JsonWriter json) {
    int found = Arrays.binarySearch(offsets, 0, count, firstOffset);
    int next = found >= 0 ? found + 1 : -found - 1;
    if (next > 0) {
      json.values(firstOffset, lines[next - 1]);
    }
    for (; next < count && offsets[next] <= lastOffset; next++) {
      json.values(offsets[next], lines[next]);
    }
  }
}
