package org.kpathjvm.core.sample;

import java.util.Map;
import java.util.function.Function;

/** A class loader that looks for a class among given class files before it asks its parent. */
public final class ByteLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final Function<String, byte[]> classes;

  /**
   * Creates a loader.
   *
   * @param classes class files by binary name
   */
  public ByteLoader(Map<String, byte[]> classes, ClassLoader parent) {
    this(classes::get, parent);
  }

  private ByteLoader(Function<String, byte[]> classes, ClassLoader parent) {
    super(parent);
    this.classes = classes;
  }

  /**
   * Returns a loader that sees only the given classes and the JDK's classes.
   *
   * @param classes class files by internal name
   */
  public static ByteLoader apart(Map<String, byte[]> classes) {
    return new ByteLoader(
        name -> classes.get(name.replace('.', '/')), ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = name.startsWith("java.") ? null : classes.apply(name);
      return bytes == null
          ? super.loadClass(name, resolve)
          : defineClass(name, bytes, 0, bytes.length);
    }
  }
}
