package spec.harness;

import spec.harness.results.SuiteResult;

public final class Context {
    static final SuiteResult RESULT = new SuiteResult();

    public static SuiteResult getSuiteResult() {
        return RESULT;
    }
}
