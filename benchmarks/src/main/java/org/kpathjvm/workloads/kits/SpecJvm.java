package org.kpathjvm.workloads.kits;

import spec.harness.Context;
import spec.harness.Launch;
import spec.harness.results.SuiteResult;

/**
 * Runs the kit of SPECjvm2008. If a result is wrong or the number of iterations isn't the expected
 * one, this program ends with status 3 and one line on stderr; the kit itself would end with 0.
 * {@code -Dkpath.kit.iterations} is the expected number of iterations, warm-ups included.
 */
public final class SpecJvm {
  private static final int WRONG_RESULT = 3;

  private SpecJvm() {}

  /** Runs the kit with the kit's own arguments. */
  public static void main(String[] arguments) {
    Launch.main(arguments);
    String failure = failure(Integer.getInteger("kpath.kit.iterations", 1));
    if (failure != null) {
      System.out.flush();
      System.err.println("kpath kit: SPECjvm2008: " + failure + "; the kit's output says more");
      System.exit(WRONG_RESULT);
    }
  }

  private static String failure(int expected) {
    KitIterations iterations = KitIterations.current();
    if (iterations.invalid() > 0) {
      return iterations.invalid() + " of " + iterations.completed() + " iterations were not valid";
    }
    if (iterations.completed() != expected) {
      return iterations.completed() + " of " + expected + " iterations were run";
    }
    SuiteResult result = Context.getSuiteResult();
    return result != null && result.isValid() ? null : "the run was not valid";
  }
}
