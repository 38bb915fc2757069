package spec.harness.analyzer;

import java.lang.reflect.Field;
import org.kpathjvm.workloads.kits.KitIterations;
import spec.harness.results.IterationResult;

/**
 * An analyzer that records the iterations of SPECjvm2008. It is in the kit's package, the only one
 * where the harness looks for analyzers.
 *
 * <p>For us, an iteration ends when the kit has torn it down. Its last operation has ended a moment
 * earlier, but the kit announces that only in runs of a fixed time.
 */
public final class KpathIterations extends AnalyzerBase {
  private final KitIterations iterations = KitIterations.current();

  @Override
  public void execute(long time) {
    // The harness calls this at intervals, and there is nothing to do.
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

  /**
   * Returns whether the iteration's result is valid, by reflection: {@link AnalyzerBase} has the
   * result in a field, without a method that returns it.
   */
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
