package spec.harness;

import java.util.Arrays;
import java.util.List;
import spec.harness.analyzer.AnalyzerBase;
import spec.harness.results.IterationResult;

/** A made-up launcher. It exits with 0, though derby and mpegaudio fail and serial runs nothing. */
public class Launch {
    static int work;

    public static void main(String[] arguments) {
        List<String> all = Arrays.asList(arguments);
        String benchmark = arguments[arguments.length - 1];
        System.out.println("asked: " + String.join(" ", all));
        int iterations = Integer.parseInt(all.get(all.indexOf("-i") + 1));
        int operations = Integer.parseInt(all.get(all.indexOf("-ops") + 1));
        String prefix = "-Dspecjvm.benchmark.analyzer.names=";
        String analyzer = all.stream().filter(it -> it.startsWith(prefix)).findFirst().get();
        for (int i = 1; i <= iterations && !benchmark.equals("serial"); i++) {
            IterationResult result = new IterationResult();
            AnalyzerBase told = make("spec.harness.analyzer." + analyzer.substring(prefix.length()));
            told.setIterationResult(result);
            told.startMeasurementInterval();
            for (int j = 0; j < 1000 * operations; j++) work += j % 7;
            result.valid = !(benchmark.equals("derby") && i == 2);
            told.tearDown();
        }
        Context.RESULT.valid = !benchmark.equals("mpegaudio");
    }

    private static AnalyzerBase make(String name) {
        try {
            return (AnalyzerBase) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
