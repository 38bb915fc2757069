package org.kpathjvm.core.instrument.options;

/** Which methods get probes. */
public enum MethodScope {
  /** Every method with code. */
  ALL,

  /**
   * Methods with a loop: only these can have sequences of more than one path, apart from those with
   * cut paths. Any other stays byte for byte as it was.
   */
  LOOPS
}
