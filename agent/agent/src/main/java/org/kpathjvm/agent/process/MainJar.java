package org.kpathjvm.agent.process;

import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The main class of a jar that {@code java -jar} was given: the jar may be gone afterwards. */
public final class MainJar {
  private MainJar() {}

  /**
   * The main class that a jar names.
   *
   * @param command the property {@code sun.java.command}: the jar, or the main class, and arguments
   * @param classPath with {@code -jar} the jar and nothing else
   * @return null if it isn't a jar that was given, or it names none
   */
  public static String mainClass(String command, String classPath) {
    if (command == null
        || classPath == null
        || classPath.isEmpty()
        || !(command + " ").startsWith(classPath + " ")) {
      return null;
    }
    try (JarFile jar = new JarFile(classPath)) {
      Manifest manifest = jar.getManifest();
      String name =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      return name == null ? null : name.trim();
    } catch (IOException | RuntimeException noJar) {
      return null;
    }
  }
}
