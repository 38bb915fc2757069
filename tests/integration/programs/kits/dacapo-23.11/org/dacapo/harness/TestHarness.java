package org.dacapo.harness;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;

/** A made-up harness. It needs data next to the jar, and a JDK package that the manifest opens. */
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
                i++;
            } else {
                benchmark = args[i];
            }
        }
        Path jar = Path.of(
                TestHarness.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (!new File(jar.toString().replace(".jar", ""), "dat").isDirectory()) {
            System.exit(-1);
        }
        Field field = ArrayList.class.getDeclaredField("size");
        field.setAccessible(true);
        new File("./scratch").mkdir();
        for (int k = 1; k <= n; k++) {
            callback.start(benchmark);
            for (int j = 0; j < 1000; j++) work += j % 7;
            callback.stop(1L);
            callback.complete(benchmark, true);
        }
    }
}
