package org.kpathjvm.core.corpus;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.sample.ByteLoader;

/**
 * Lets the JVM verify instrumented classes, and blames them for what their originals don't do.
 *
 * <p>Classes of version 50 are first tried as 51: in version 50 wrong frames make HotSpot take its
 * old verifier, which looks at no frames, without a word.
 */
final class LinkComparison {
  /** What became of a class. */
  enum Outcome {
    LINKED,
    /** In its original form, too, it misses a class that it needs. */
    DEPENDENCY_MISSING,
    /** The JVM refuses it in its original form, too. */
    ORIGINAL_REFUSED,
    /** The original links, or fails in another way. */
    FAULT
  }

  /** An outcome and what the JVM said of the class. */
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

  /**
   * @param originals by internal name
   * @param instrumented the same classes
   */
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
   * @param before what the JVM says of the original; null if it accepts it
   * @param failure what it says of the instrumented class
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
