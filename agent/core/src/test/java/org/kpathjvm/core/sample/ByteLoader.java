package org.kpathjvm.core.sample;

import java.util.Map;
import java.util.function.Function;

/** Defines classes from bytes, before its parent is asked. */
public final class ByteLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final Function<String, byte[]> classes;

  /**
   * @param classes by binary name
   */
  public ByteLoader(Map<String, byte[]> classes, ClassLoader parent) {
    this(classes::get, parent);
  }

  private ByteLoader(Function<String, byte[]> classes, ClassLoader parent) {
    super(parent);
    this.classes = classes;
  }

  /**
   * A loader that sees of the other classes only the JDK's.
   *
   * @param classes by internal name
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
