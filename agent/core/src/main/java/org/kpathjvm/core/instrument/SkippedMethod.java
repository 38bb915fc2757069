package org.kpathjvm.core.instrument;

/** A method, or a whole class, that is not instrumented, and why. */
public final class SkippedMethod {
  private final String className;
  private final String name;
  private final String descriptor;
  private final String loaderName;
  private final String reason;

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
    this.className = className;
    this.name = name;
    this.descriptor = descriptor;
    this.loaderName = loaderName;
    this.reason = reason;
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
    return new JsonWriter()
        .beginObject()
        .name("kind")
        .value("skipped")
        .name("class")
        .value(className)
        .name("name")
        .value(name)
        .name("descriptor")
        .value(descriptor)
        .name("loader")
        .value(loaderName)
        .name("reason")
        .value(reason)
        .endObject()
        .toString();
  }

  @Override
  public String toString() {
    return className + (name == null ? "" : "." + name + descriptor) + ": " + reason;
  }
}
