package spec.harness.analyzer;

import java.lang.reflect.Field;
import org.kpathjvm.workloads.kits.KitIterations;
import spec.harness.results.IterationResult;

/**
 * An analyzer that records the iterations of SPECjvm2008's official harness. The harness looks for
 * analyzers only in this package.
 *
 * <p>For us, an iteration ends when the harness tears it down. The iteration's last operation ended
 * a moment earlier, but the harness announces that end only in runs of a fixed duration.
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
   * Returns whether the iteration's result is valid. The result is read by reflection, because
   * {@link AnalyzerBase} has no method that returns it.
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
