package org.kpathjvm.core.instrument.relocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.probes.HeldWord;
import org.kpathjvm.runtime.json.Utf8Text;

/** An instrumented class with this JVM's ids, and the class's metadata. */
public final class UsableClass {
  private static final int LINE_BYTES = 800;

  private final byte[] bytes;
  private final Utf8Text lines;
  private final List<HeldMethod> held;

  UsableClass(byte[] bytes, Utf8Text lines, List<HeldMethod> held) {
    this.bytes = bytes;
    this.lines = lines;
    this.held = held;
  }

  /**
   * Creates the usable form of a class that was instrumented with real ids, not placeholders.
   *
   * @param bytes the class file; null if none of its methods was changed
   */
  public static UsableClass of(
      byte[] bytes, List<MethodRecord> methods, List<SkippedMethod> skipped) {
    return new UsableClass(bytes, lines(methods, skipped).text, held(methods));
  }

  static MarkedLines lines(List<MethodRecord> methods, List<SkippedMethod> skipped) {
    int count = methods.size() + skipped.size();
    MarkedLines lines = new MarkedLines(new Utf8Text(LINE_BYTES * count));
    for (MethodRecord method : methods) {
      method.appendJson(lines);
      lines.text.ascii('\n');
    }
    for (SkippedMethod method : skipped) {
      method.appendJson(lines);
      lines.text.ascii('\n');
    }
    return lines;
  }

  private static List<HeldMethod> held(List<MethodRecord> methods) {
    List<HeldMethod> held = new ArrayList<>(0);
    for (MethodRecord method : methods) {
      HeldWord word = method.plan.heldWord();
      if (word != null) {
        held.add(new HeldMethod(method.key(), word));
      }
    }
    return held;
  }

  /** Returns the instrumented class file; null if no method was changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the class's lines of methods.jsonl. */
  public Utf8Text lines() {
    return lines;
  }

  /** Returns the methods whose activations hold paths back. */
  public List<HeldMethod> held() {
    return Collections.unmodifiableList(held);
  }
}
