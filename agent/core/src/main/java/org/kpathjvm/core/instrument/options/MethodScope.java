package org.kpathjvm.core.instrument.options;

/** Which methods get probes. */
public enum MethodScope {
  /** Every method with code. */
  ALL,

  /**
   * Methods with a loop: only these can have sequences of more than one path, apart from those with
   * cut paths. Any other stays byte for byte as it was.
   */
  LOOPS,

  /**
   * Methods that are named, because the running program was found to spend its time in them. Any
   * other stays as it was.
   */
  HOT
}
