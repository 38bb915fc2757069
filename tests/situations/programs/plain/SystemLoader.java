import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The system class loader, if the command line names it. It is loaded before any agent. */
public class SystemLoader extends URLClassLoader {
  public SystemLoader(ClassLoader parent) {
    super(new URL[0], parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.equals("Loaders")) {
      rounds();
    }
    return super.loadClass(name, resolve);
  }

  private static int rounds() {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += i;
    }
    return sum;
  }

  /** Adds an agent's jar to the class path. The JVM calls this method. */
  private void appendToClassPathForInstrumentation(String jar) throws MalformedURLException {
    addURL(Path.of(jar).toUri().toURL());
  }
}
