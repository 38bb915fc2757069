package org.kpathjvm.core.instrument.relocation;

import static org.kpathjvm.core.instrument.lines.MarkedLines.LOADER;
import static org.kpathjvm.core.instrument.lines.MarkedLines.MARK_INTS;
import static org.kpathjvm.core.instrument.relocation.PoolPatches.PATCH_INTS;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.probes.HeldWord;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * An instrumented class in which each id is relative to the first id of its method, and in which
 * the name of the class's loader is missing. {@link #use} supplies the ids and the name. A
 * relocatable class doesn't depend on the JVM or on the order in which classes are loaded.
 */
public final class RelocatableClass {
  /**
   * The number of ints that describe a hole. A hole is a place in the lines of methods.jsonl where
   * an id or the loader's name is missing. The ints are the hole's position, the method's place in
   * the list of methods (or LOADER), and the relative id.
   */
  static final int HOLE_INTS = 3;

  /**
   * The number of ints for a method whose activations hold paths back: its place in the list of
   * methods, the upper half of its packing, and the numbers of its HeldWord.
   */
  static final int HELD_INTS = 2 + HeldWord.NUMBERS;

  /** The class file; null if none of its methods was changed. */
  final byte[] file;

  final int[] patches;

  /** The lines of methods.jsonl without the text that goes into the holes. */
  final byte[] lines;

  final int[] holes;

  final int[] idCounts;

  final int[] held;

  /** The keys of the methods in {@link #held}. */
  final String[] keys;

  RelocatableClass(
      byte[] file,
      int[] patches,
      byte[] lines,
      int[] holes,
      int[] idCounts,
      int[] held,
      String[] keys) {
    this.file = file;
    this.patches = patches;
    this.lines = lines;
    this.holes = holes;
    this.idCounts = idCounts;
    this.held = held;
    this.keys = keys;
  }

  /**
   * Creates the relocatable form of a class.
   *
   * @param original the class file before it was instrumented
   * @param file the instrumented class file, with ids from {@link PlaceholderIds}; null if no
   *     method was changed. The array is modified, and the result keeps it.
   * @return the relocatable class; null if the constants that depend on ids can't be distinguished
   *     from others, if an id is part of an instruction, or if the name of a method whose
   *     activations hold paths back can't be encoded
   */
  public static RelocatableClass of(
      byte[] original, byte[] file, List<MethodRecord> methods, List<SkippedMethod> skipped) {
    int[] patches = file == null ? new int[0] : PoolPatches.takeOut(file, original, methods);
    if (patches == null) {
      return null;
    }
    int[] idCounts = new int[methods.size()];
    int[] held = new int[HELD_INTS * methods.size()];
    List<String> keys = new ArrayList<>(0);
    for (int place = 0; place < idCounts.length; place++) {
      MethodRecord method = methods.get(place);
      idCounts[place] = method.plan.idCount();
      HeldWord word = method.plan.heldWord();
      if (word != null) {
        if (!isEncodable(method.key())) {
          return null;
        }
        int at = HELD_INTS * keys.size();
        held[at] = place;
        held[at + 1] = (int) (word.packing >>> 32);
        System.arraycopy(word.numbers(), 0, held, at + 2, HeldWord.NUMBERS);
        keys.add(method.key());
      }
    }
    MarkedLines marked = UsableClass.lines(methods, skipped);
    int[] marks = marked.marks();
    int[] holes = new int[marks.length / MARK_INTS * HOLE_INTS];
    byte[] lines = withoutMarked(marked.text.toBytes(), marks, holes, methods);
    return new RelocatableClass(
        file,
        patches,
        lines,
        holes,
        idCounts,
        Arrays.copyOf(held, HELD_INTS * keys.size()),
        keys.toArray(new String[0]));
  }

  private static byte[] withoutMarked(
      byte[] text, int[] marks, int[] holes, List<MethodRecord> methods) {
    Utf8Text rest = new Utf8Text(text.length);
    int method = -1;
    int end = 0;
    for (int mark = 0, hole = 0; mark < marks.length; mark += MARK_INTS, hole += HOLE_INTS) {
      rest.append(text, end, marks[mark]);
      end = marks[mark + 1];
      int id = marks[mark + 2];
      holes[hole] = rest.size();
      if (id == LOADER) {
        // The loader's name is the first mark of a method's line.
        method++;
        holes[hole + 1] = LOADER;
      } else {
        holes[hole + 1] = method;
        holes[hole + 2] = id - methods.get(method).plan.firstId();
      }
    }
    rest.append(text, end, text.length);
    return rest.toBytes();
  }

  /**
   * Returns whether the key stays the same when it is encoded in UTF-8 and decoded. Names in class
   * files needn't be valid Unicode text.
   */
  private static boolean isEncodable(String key) {
    byte[] encoded = key.getBytes(StandardCharsets.UTF_8);
    return key.equals(new String(encoded, StandardCharsets.UTF_8));
  }

  /**
   * Puts ids and a loader's name into the class. This method may be called only once, because it
   * changes the class file itself, not a copy.
   *
   * @return the class with ids; null if there aren't enough ids
   */
  public UsableClass use(String loaderName, IdAllocator ids) {
    int[] firstIds = new int[idCounts.length];
    for (int method = 0; method < firstIds.length; method++) {
      firstIds[method] = ids.allocate(idCounts[method]);
      if (firstIds[method] < 0) {
        return null;
      }
    }
    for (int patch = 0; patch < patches.length; patch += PATCH_INTS) {
      PoolPatches.add(file, patches[patch], firstIds[patches[patch + 1]]);
    }
    return new UsableClass(file, lines(loaderName, firstIds), held(firstIds));
  }

  private Utf8Text lines(String loaderName, int[] firstIds) {
    byte[] loader = new JsonWriter().value(loaderName).toBytes();
    Utf8Text text = new Utf8Text(lines.length + holes.length / HOLE_INTS * 10);
    int end = 0;
    for (int hole = 0; hole < holes.length; hole += HOLE_INTS) {
      text.append(lines, end, holes[hole]);
      end = holes[hole];
      int method = holes[hole + 1];
      if (method == LOADER) {
        text.append(loader, 0, loader.length);
      } else {
        text.number(firstIds[method] + holes[hole + 2]);
      }
    }
    text.append(lines, end, lines.length);
    return text;
  }

  private List<HeldMethod> held(int[] firstIds) {
    List<HeldMethod> methods = new ArrayList<>(keys.length);
    for (int i = 0; i < keys.length; i++) {
      int at = HELD_INTS * i;
      long packing = (long) held[at + 1] << 32 | firstIds[held[at]];
      HeldWord word = HeldWord.of(held, at + 2, packing);
      methods.add(new HeldMethod(keys[i], word));
    }
    return methods;
  }
}
