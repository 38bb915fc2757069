import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Runs Behaviours from the class path and again in a loader of its own, in either order. */
final class Twice {
  private Twice() {}

  /** {@code Twice CLASSES [own]}: with "own", the separate loader's Behaviours runs first. */
  public static void main(String[] args) throws Exception {
    URL[] classes = {Path.of(args[0]).toUri().toURL()};
    try (URLClassLoader own = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      boolean ownFirst = args.length > 1;
      run(ownFirst ? own : Twice.class.getClassLoader());
      run(ownFirst ? Twice.class.getClassLoader() : own);
    }
  }

  private static void run(ClassLoader loader) throws Exception {
    Class<?> program = Class.forName("Behaviours", true, loader);
    var main = program.getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) new String[0]);
  }
}
