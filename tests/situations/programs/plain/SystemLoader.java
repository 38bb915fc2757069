import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The system class loader, when the command line says so: loaded before any agent. */
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

  /** The JVM puts agents on the class path through this. */
  private void appendToClassPathForInstrumentation(String jar) throws MalformedURLException {
    addURL(Path.of(jar).toUri().toURL());
  }
}
