package org.dacapo.harness;

import java.io.File;

/**
 * A made-up harness: xalan calls the older stop(), fop's last iteration fails, and pmd runs one
 * iteration too few.
 */
public class TestHarness {
    static int work;

    public static void main(String[] args) throws Exception {
        Callback callback = null;
        int n = 1;
        String benchmark = null;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--callback")) {
                callback = (Callback) Class.forName(args[++i])
                        .getConstructor(CommandLineArgs.class)
                        .newInstance(new CommandLineArgs());
            } else if (args[i].equals("-n")) {
                n = Integer.parseInt(args[++i]);
            } else if (args[i].equals("-s")) {
                System.out.println("size " + args[++i]);
            } else {
                benchmark = args[i];
            }
        }
        if (!new File("./scratch").mkdir()) {
            throw new IllegalStateException("not in a directory of its own");
        }
        boolean allValid = true;
        for (int k = 1; k <= (benchmark.equals("pmd") ? n - 1 : n); k++) {
            callback.start(benchmark);
            for (int j = 0; j < 1000; j++) work += j % 7;
            if (benchmark.equals("xalan")) callback.stop(); else callback.stop(1L);
            boolean valid = !(benchmark.equals("fop") && k == n);
            callback.complete(benchmark, valid);
            allValid &= valid;
        }
        if (!allValid) {
            System.err.println("Validation FAILED for " + benchmark);
            System.exit(-2);
        }
    }
}
