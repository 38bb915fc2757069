package org.renaissance;

public interface Plugin {
    interface AfterOperationSetUpListener extends Plugin {
        void afterOperationSetUp(String benchmark, int opIndex, boolean isLastOp);
    }

    interface BeforeOperationTearDownListener extends Plugin {
        void beforeOperationTearDown(String benchmark, int opIndex, long durationNanos);
    }

    interface MeasurementResultListener extends Plugin {
        void onMeasurementResult(String benchmark, String metric, long value);
    }

    interface BenchmarkFailureListener extends Plugin {
        void onBenchmarkFailure(String benchmark);
    }
}
