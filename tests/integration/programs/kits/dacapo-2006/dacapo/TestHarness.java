package dacapo;

import java.io.File;
import java.nio.file.Files;

/** A made-up harness: fop's second iteration is invalid, pmd runs none, other benchmarks pass. */
public class TestHarness {
    static int work;

    public static void main(String[] args) throws Exception {
        Callback callback = new Callback();
        int n = 1;
        int i = 0;
        for (; i < args.length && args[i].startsWith("-"); i += 2) {
            switch (args[i]) {
                case "-c":
                    callback = (Callback) Class.forName(args[i + 1]).newInstance();
                    break;
                case "-n":
                    n = Integer.parseInt(args[i + 1]);
                    break;
                case "-s":
                    System.out.println("size " + args[i + 1]);
                    break;
                default:
                    System.err.println("Unrecognized option " + args[i]);
                    System.exit(1);
            }
        }
        String benchmark = args[i];
        File scratch = new File("./scratch");
        if (!scratch.mkdir()) {
            throw new IllegalStateException("not in a directory of its own");
        }
        Files.write(scratch.toPath().resolve("output"), new byte[10]);
        if (benchmark.equals("pmd")) {
            System.err.println("nothing to do");
            return;
        }
        boolean allValid = true;
        for (int k = 1; k <= n; k++) {
            boolean last = k == n;
            if (last) callback.start(benchmark); else callback.startWarmup(benchmark);
            for (int j = 0; j < 1000; j++) work += j % 7;
            boolean valid = !(benchmark.equals("fop") && k == 2);
            if (last) callback.stop(); else callback.stopWarmup();
            if (last) callback.complete(benchmark, valid); else callback.completeWarmup(benchmark, valid);
            allValid &= valid;
        }
        if (!allValid) {
            System.err.println("Validation FAILED for " + benchmark);
            System.exit(-2);
        }
    }
}
