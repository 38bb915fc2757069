package org.kpathjvm.core.instrument.options;

/** Tells which methods get probes. */
public enum MethodScope {
  /** Every method with code. */
  ALL,

  /**
   * The methods with a loop. Apart from methods with cut paths, only these can have sequences of
   * more than one path. Any other method stays as it was, byte for byte.
   */
  LOOPS,

  /**
   * The methods that are named because the running program was found to spend its time in them. Any
   * other method stays as it was.
   */
  HOT
}
