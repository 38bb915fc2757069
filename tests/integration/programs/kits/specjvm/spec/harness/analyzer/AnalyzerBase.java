package spec.harness.analyzer;

import spec.harness.results.IterationResult;

public abstract class AnalyzerBase {
    private IterationResult ir;

    public abstract void execute(long time);

    public final void setIterationResult(IterationResult iterationResult) {
        ir = iterationResult;
    }

    public void startMeasurementInterval() {}

    public void tearDown() {}
}
