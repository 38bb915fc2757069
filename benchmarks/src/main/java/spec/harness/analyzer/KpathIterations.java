package spec.harness.analyzer;

import java.lang.reflect.Field;
import org.kpathjvm.workloads.kits.KitIterations;
import spec.harness.results.IterationResult;

/**
 * The analyzer of SPECjvm2008 that records its iterations. It is in the kit's package because the
 * harness looks for analyzers nowhere else.
 *
 * <p>An iteration ends for us when the kit has torn it down, a moment after its last operation: the
 * kit announces the end itself only in runs of a fixed time.
 */
public final class KpathIterations extends AnalyzerBase {
  private final KitIterations iterations = KitIterations.current();

  @Override
  public void execute(long time) {
    // What it polls for is no concern here.
  }

  @Override
  public void startMeasurementInterval() {
    iterations.start();
  }

  @Override
  public void tearDown() {
    iterations.stop();
    iterations.complete(isValid());
  }

  /** The base class has the iteration's result for its reports, and hands it out to nobody. */
  private boolean isValid() {
    try {
      Field result = AnalyzerBase.class.getDeclaredField("ir");
      result.setAccessible(true);
      return ((IterationResult) result.get(this)).isValid();
    } catch (ReflectiveOperationException otherKit) {
      throw new IllegalStateException("this is not the harness of SPECjvm2008 1.01", otherKit);
    }
  }
}
