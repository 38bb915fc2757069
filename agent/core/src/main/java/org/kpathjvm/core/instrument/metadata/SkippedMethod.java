package org.kpathjvm.core.instrument.metadata;

import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.RejectedRung;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;

/** A method, or a whole class, that is not instrumented, and why. */
public final class SkippedMethod {
  /** Name and descriptor, put together; null for the whole class. */
  public final String method;

  /** A word, a colon, and a text with the figures; or any text. */
  public final String reason;

  private final String className;
  private final String loaderName;

  /** Null for the whole class. */
  private final Choice choice;

  /**
   * A whole class.
   *
   * @param className internal name
   */
  public SkippedMethod(String className, String loaderName, String reason) {
    this.className = className;
    this.loaderName = loaderName;
    this.reason = reason;
    method = null;
    choice = null;
  }

  /** A method that fits on no rung, or is out of scope. */
  public SkippedMethod(ClassRecord owner, Choice choice) {
    className = owner.className;
    loaderName = owner.loaderName;
    reason = choice.reason();
    method = choice.body.name + choice.body.desc;
    this.choice = choice;
  }

  /** Appends its line of methods.jsonl, without the line feed. */
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
