package org.kpathjvm.core.instrument.metadata;

import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.RejectedRung;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;

/** A method, or a whole class, that isn't instrumented, and the reason. */
public final class SkippedMethod {
  /** The name directly followed by the descriptor; null for a whole class. */
  public final String method;

  /**
   * The reason. For a method, it is a word, a colon and an explanation; for a whole class, it is
   * any text.
   */
  public final String reason;

  private final String className;
  private final String loaderName;

  /** Null for a whole class. */
  private final Choice choice;

  /**
   * Creates the record of a whole class.
   *
   * @param className the internal name
   */
  public SkippedMethod(String className, String loaderName, String reason) {
    this.className = className;
    this.loaderName = loaderName;
    this.reason = reason;
    method = null;
    choice = null;
  }

  /** Creates the record of a method that fits on no rung, or for which no rung was tried. */
  public SkippedMethod(ClassRecord owner, Choice choice) {
    className = owner.className;
    loaderName = owner.loaderName;
    reason = choice.reason();
    method = choice.body.name + choice.body.desc;
    this.choice = choice;
  }

  /** Appends the record's line of methods.jsonl, without the line feed. */
  public void appendJson(MarkedLines lines) {
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    json.put("kind", "skipped").put("class", className);
    json.put("name", choice == null ? null : choice.body.name);
    json.put("descriptor", choice == null ? null : choice.body.desc);
    lines.loader(json.name("loader"), loaderName);
    json.put("reason", reason);
    if (choice != null) {
      json.put("bytes", choice.originalBytes);
      RejectedRung.write(choice.rejected, json);
    }
    json.endObject();
  }

  @Override
  public String toString() {
    return className + (method == null ? "" : "." + method) + ": " + reason;
  }
}
