package org.kpathjvm.core.corpus;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.sample.ByteLoader;

/**
 * Lets the JVM verify instrumented classes. A failure counts as a fault unless the original class
 * fails with the same type of exception.
 *
 * <p>A class of version 50 is first tried as version 51. In version 50, wrong frames would go
 * unnoticed: HotSpot would silently use its old verifier, which doesn't look at frames.
 */
final class LinkComparison {
  /** The outcome for a class. */
  enum Outcome {
    LINKED,
    /** The class and its original form each need a class that is missing. */
    DEPENDENCY_MISSING,
    /** The JVM refuses both the class and its original form, with the same type of exception. */
    ORIGINAL_REFUSED,
    /**
     * The JVM refuses the class, but either links the original or throws another type of exception
     * for the original.
     */
    FAULT
  }

  static final class Result {
    final Outcome outcome;
    final String message;

    Result(Outcome outcome, Throwable failure) {
      this.outcome = outcome;
      message = failure == null ? null : failure.toString().lines().findFirst().orElse("");
    }
  }

  private static final int MAJOR_OFFSET = 7;
  private static final byte WITH_OLD_VERIFIER = 50;
  private static final byte WITHOUT_OLD_VERIFIER = 51;

  private final Map<String, byte[]> originals;
  private final ByteLoader plain;
  private final ByteLoader probed;
  private final ByteLoader strictPlain;
  private final ByteLoader strictProbed;

  /** Compares classes with their instrumented forms. The maps' keys are internal names. */
  LinkComparison(Map<String, byte[]> originals, Map<String, byte[]> instrumented) {
    this.originals = originals;
    plain = ByteLoader.apart(originals);
    probed = ByteLoader.apart(instrumented);
    strictPlain = ByteLoader.apart(strict(originals));
    strictProbed = ByteLoader.apart(strict(instrumented));
  }

  Result link(String internalName) {
    if (originals.get(internalName)[MAJOR_OFFSET] == WITH_OLD_VERIFIER) {
      Result result = link(internalName, strictPlain, strictProbed);
      if (result.outcome == Outcome.LINKED || result.outcome == Outcome.FAULT) {
        return result;
      }
    }
    return link(internalName, plain, probed);
  }

  private static Result link(String internalName, ClassLoader original, ClassLoader instrumented) {
    String name = internalName.replace('/', '.');
    Throwable failure = Linking.failure(name, instrumented);
    if (failure == null) {
      return new Result(Outcome.LINKED, null);
    }
    return judge(Linking.failure(name, original), failure);
  }

  /**
   * Compares what the JVM threw for an original class and for the instrumented class.
   *
   * @param before what the JVM threw for the original; null if it threw nothing
   * @param failure what the JVM threw for the instrumented class; null if it threw nothing
   */
  static Result judge(Throwable before, Throwable failure) {
    if (failure == null) {
      return new Result(Outcome.LINKED, null);
    }
    if (before == null || !before.getClass().equals(failure.getClass())) {
      return new Result(Outcome.FAULT, failure);
    }
    boolean missing =
        failure instanceof NoClassDefFoundError || failure instanceof ClassNotFoundException;
    return new Result(missing ? Outcome.DEPENDENCY_MISSING : Outcome.ORIGINAL_REFUSED, failure);
  }

  private static Map<String, byte[]> strict(Map<String, byte[]> classes) {
    Map<String, byte[]> strict = new HashMap<>(classes);
    strict.replaceAll((name, bytes) -> strict(bytes));
    return strict;
  }

  private static byte[] strict(byte[] bytes) {
    if (bytes[MAJOR_OFFSET] != WITH_OLD_VERIFIER) {
      return bytes;
    }
    byte[] raised = bytes.clone();
    raised[MAJOR_OFFSET] = WITHOUT_OLD_VERIFIER;
    return raised;
  }
}
