package spec.harness.analyzer;

import java.lang.reflect.Field;
import org.kpathjvm.workloads.kits.KitIterations;
import spec.harness.results.IterationResult;

/**
 * An analyzer that records the iterations of SPECjvm2008. It is in the kit's package because the
 * harness looks for analyzers nowhere else.
 *
 * <p>For us an iteration ends when the kit has torn it down. The iteration's last operation has
 * ended a moment earlier, but the kit announces the end of this operation only in runs of a fixed
 * time.
 */
public final class KpathIterations extends AnalyzerBase {
  private final KitIterations iterations = KitIterations.current();

  @Override
  public void execute(long time) {
    // The harness polls here, which doesn't matter to us.
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
   * {@link AnalyzerBase} stores it in a field and has no method that returns it.
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
