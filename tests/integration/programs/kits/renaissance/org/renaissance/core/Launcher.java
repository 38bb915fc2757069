package org.renaissance.core;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.renaissance.Plugin;

/** A made-up launcher. The benchmark als fails in the last repetition. */
public class Launcher {
    static int work;

    public static void main(String[] args) throws Exception {
        List<String> all = List.of(args);
        String[] named = all.get(all.indexOf("--plugin") + 1).split("!");
        URL[] places = {Path.of(named[0]).toUri().toURL()};
        Object plugin = new URLClassLoader(places, Launcher.class.getClassLoader())
                .loadClass(named[1])
                .getDeclaredConstructor()
                .newInstance();
        String benchmark = args[args.length - 1];
        System.out.println("configuration " + all.get(all.indexOf("-c") + 1));
        int repetitions = Integer.parseInt(all.get(all.indexOf("-r") + 1));
        for (int i = 0; i < repetitions; i++) {
            boolean last = i == repetitions - 1;
            ((Plugin.AfterOperationSetUpListener) plugin).afterOperationSetUp(benchmark, i, last);
            for (int j = 0; j < 1000; j++) work += j % 7;
            ((Plugin.BeforeOperationTearDownListener) plugin)
                    .beforeOperationTearDown(benchmark, i, 1);
            if (last && benchmark.equals("als")) {
                ((Plugin.BenchmarkFailureListener) plugin).onBenchmarkFailure(benchmark);
                System.exit(1);
            }
            for (String metric : List.of("uptime_ns", "duration_ns")) {
                ((Plugin.MeasurementResultListener) plugin)
                        .onMeasurementResult(benchmark, metric, 1);
            }
        }
        Files.writeString(Path.of(all.get(all.indexOf("--json") + 1)), "{}");
    }
}
