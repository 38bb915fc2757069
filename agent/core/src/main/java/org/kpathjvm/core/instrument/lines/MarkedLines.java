package org.kpathjvm.core.instrument.lines;

import java.util.Arrays;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Lines of methods.jsonl, with a mark at each place where the text may differ between JVMs: at each
 * id and at the name of the class's loader.
 */
public final class MarkedLines {
  /** The value that the mark of a loader's name has in place of an id. */
  public static final int LOADER = -1;

  /** The number of ints in a mark: its start and end in the text, counted in bytes, and the id. */
  public static final int MARK_INTS = 3;

  public final Utf8Text text;
  private int[] marks = new int[16 * MARK_INTS];
  private int size;

  public MarkedLines(Utf8Text text) {
    this.text = text;
  }

  /** Writes and marks an id, as a member's value or as an element of an array. */
  public void id(JsonWriter json, int id) {
    json.value(id);
    int digits = 1;
    for (int rest = id / 10; rest > 0; rest /= 10) {
      digits++;
    }
    mark(text.size() - digits, id);
  }

  /**
   * Writes and marks the name of a loader.
   *
   * @param member a writer that has just written the member's name
   */
  public void loader(JsonWriter member, String name) {
    int start = text.size();
    member.value(name);
    mark(start, LOADER);
  }

  /** Returns the marks in the order of the text, {@link #MARK_INTS} ints for each. */
  public int[] marks() {
    return Arrays.copyOf(marks, size);
  }

  private void mark(int start, int id) {
    if (size == marks.length) {
      marks = Arrays.copyOf(marks, 2 * size);
    }
    marks[size++] = start;
    marks[size++] = text.size();
    marks[size++] = id;
  }
}
