import java.io.File;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** Loads the first classes of a jar on the class path, without initialising them. */
public final class LoadClasses {
  private LoadClasses() {}

  /** Takes the jar's path and the number of classes to load. */
  public static void main(String[] args) throws Exception {
    List<String> names;
    try (JarFile jar = new JarFile(new File(args[0]))) {
      names =
          Collections.list(jar.entries()).stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
              .filter(name -> !name.startsWith("META-INF/"))
              .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
              .limit(Integer.parseInt(args[1]))
              .collect(Collectors.toList());
    }
    for (String name : names) {
      try {
        Class.forName(name, false, ClassLoader.getSystemClassLoader());
      } catch (NoClassDefFoundError lacksAnOptionalPart) {
        continue;
      }
    }
  }
}
