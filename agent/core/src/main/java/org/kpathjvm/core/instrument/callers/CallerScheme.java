package org.kpathjvm.core.instrument.callers;

import java.util.EnumSet;
import java.util.List;
import org.kpathjvm.core.instrument.options.ClassPattern;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/**
 * Counts how often each method is entered from each call. A method has one id for itself and one
 * for each of its calls that may lead to recorded code.
 */
public final class CallerScheme extends Scheme {
  /** The beginnings of the names of those JDK classes that {@code include} patterns can ask for. */
  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "com.sun.");

  private final boolean recordsJdk;

  private CallerScheme(boolean recordsJdk) {
    this.recordsJdk = recordsJdk;
  }

  /**
   * Returns the scheme for a recording.
   *
   * @param include the patterns of the recorded classes. If they may ask for JDK classes, every
   *     call is a site, because each method of the JDK may then lead to recorded code: {@code
   *     String.split} runs {@code java.util.regex}, and even {@code String.charAt} runs {@code
   *     java.util.Formatter} if its argument is out of bounds
   */
  public static CallerScheme of(List<String> include) {
    for (String pattern : include) {
      for (String prefix : JDK) {
        if (ClassPattern.mayAskForJdk(pattern, prefix)) {
          return new CallerScheme(true);
        }
      }
    }
    return new CallerScheme(false);
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    CallSites sites = CallSites.of(code, recordsJdk);
    PlannedIds ids =
        request.reserve(
            code.numbering.pathCount(),
            0,
            EnumSet.of(Counter.ENTRIES),
            sites.size(),
            "its " + sites.size() + " calls");
    return new CallerPlan(code, request, ids, sites);
  }

  @Override
  public boolean recordsPaths() {
    return false;
  }

  @Override
  public String toString() {
    return recordsJdk ? "callers of the JDK, too" : "callers";
  }
}
