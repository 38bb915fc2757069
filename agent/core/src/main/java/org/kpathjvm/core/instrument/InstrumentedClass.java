package org.kpathjvm.core.instrument;

import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;

/** The result of instrumenting a class. */
public final class InstrumentedClass {
  private final byte[] bytes;
  private final List<MethodRecord> methods;
  private final List<SkippedMethod> skipped;

  InstrumentedClass(byte[] bytes, List<MethodRecord> methods, List<SkippedMethod> skipped) {
    this.bytes = bytes;
    this.methods = Collections.unmodifiableList(methods);
    this.skipped = Collections.unmodifiableList(skipped);
  }

  /**
   * Returns the instrumented class file; null if no method was changed. The caller may keep and
   * modify the array.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the instrumented methods, in the order of the class file. */
  public List<MethodRecord> methods() {
    return methods;
  }

  /** Returns the methods that have code and are unchanged, each with the reason. */
  public List<SkippedMethod> skipped() {
    return skipped;
  }
}
