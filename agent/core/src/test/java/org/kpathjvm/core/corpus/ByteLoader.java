package org.kpathjvm.core.corpus;

import java.util.Map;

/** Defines classes from bytes, before its parent is asked. */
final class ByteLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final Map<String, byte[]> classes;

  /**
   * @param classes by internal name
   */
  ByteLoader(Map<String, byte[]> classes) {
    super(ClassLoader.getPlatformClassLoader());
    this.classes = classes;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = name.startsWith("java.") ? null : classes.get(name.replace('.', '/'));
      return bytes == null
          ? super.loadClass(name, resolve)
          : defineClass(name, bytes, 0, bytes.length);
    }
  }
}
