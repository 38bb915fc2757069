import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Starts, in a class loader of its own, the harness that is in the jar's directory harness/. */
public class Harness {
    public static void main(String[] args) throws Exception {
        ClassLoader above = Thread.currentThread().getContextClassLoader();
        List<URL> places = new ArrayList<>(List.of(above.getResource("harness/")));
        String callbacks = System.getProperty("dacapo.callback.classpath");
        if (callbacks != null) places.add(new URI(callbacks).toURL());
        ClassLoader loader = new URLClassLoader(places.toArray(new URL[0]), above);
        loader.loadClass("org.dacapo.harness.TestHarness")
                .getDeclaredMethod("main", String[].class)
                .invoke(null, new Object[] {args});
        System.exit(0);
    }
}
