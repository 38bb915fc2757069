package org.kpathjvm.core.instrument.options;

/** The choice of the methods that get probes. */
public enum MethodScope {
  /** Every method with code. */
  ALL,

  /**
   * The methods with a loop. Apart from methods with cut paths, only methods with a loop can have
   * sequences of more than one path. Methods without a loop are left unchanged, byte for byte.
   */
  LOOPS,

  /**
   * The methods in which the running program was found to spend its time. All other methods are
   * left unchanged.
   */
  HOT
}
