package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.RejectedRung;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/** A method, or a whole class, that is not instrumented, and why. */
public final class SkippedMethod {
  private final String className;
  private final String name;
  private final String descriptor;
  private final String loaderName;
  private final String reason;
  private final List<RejectedRung> rejected;
  private final int originalBytes;

  /** A whole class. */
  public SkippedMethod(String className, String loaderName, String reason) {
    this(className, null, null, loaderName, reason);
  }

  /**
   * @param className internal name
   * @param name null for the whole class, as is the descriptor
   */
  public SkippedMethod(
      String className, String name, String descriptor, String loaderName, String reason) {
    this(className, name, descriptor, loaderName, reason, List.of(), -1);
  }

  private SkippedMethod(
      String className,
      String name,
      String descriptor,
      String loaderName,
      String reason,
      List<RejectedRung> rejected,
      int originalBytes) {
    this.className = className;
    this.name = name;
    this.descriptor = descriptor;
    this.loaderName = loaderName;
    this.reason = reason;
    this.rejected = rejected;
    this.originalBytes = originalBytes;
  }

  /** A method that fits on no rung. */
  public SkippedMethod(ClassRecord owner, Choice choice) {
    this(
        owner.className,
        choice.body.name,
        choice.body.desc,
        owner.loaderName,
        choice.rejected.get(0).reason,
        choice.rejected,
        choice.originalBytes);
  }

  public String className() {
    return className;
  }

  public String name() {
    return name;
  }

  public String descriptor() {
    return descriptor;
  }

  public String reason() {
    return reason;
  }

  /** One line of methods.jsonl, without its line feed. */
  public String toJson() {
    Utf8Text line = new Utf8Text(256);
    appendJson(line);
    return line.toString();
  }

  /** Appends its line of methods.jsonl, as {@link #toJson()} gives it. */
  public void appendJson(Utf8Text lines) {
    JsonWriter json = new JsonWriter(lines);
    json.beginObject()
        .put("kind", "skipped")
        .put("class", className)
        .put("name", name)
        .put("descriptor", descriptor)
        .put("loader", loaderName)
        .put("reason", reason);
    if (!rejected.isEmpty()) {
      json.put("bytes", originalBytes);
      RejectedRung.write(rejected, json);
    }
    json.endObject();
  }

  @Override
  public String toString() {
    return className + (name == null ? "" : "." + name + descriptor) + ": " + reason;
  }
}
