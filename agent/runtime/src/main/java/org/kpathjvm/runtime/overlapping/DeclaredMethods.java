package org.kpathjvm.runtime.overlapping;

/**
 * The methods that classes declare, according to their class files. The agent adds each class
 * before the JVM defines it. Readers take no lock.
 */
public final class DeclaredMethods {
  private DeclaredMethods() {}

  /** The flag of every method that a class declares. */
  public static final int DECLARED = 1;

  public static final int PRIVATE = 2;

  /** The flag of public and protected methods. */
  public static final int INHERITED = 4;

  public static final int ABSTRACT = 8;

  /** The result of {@link #flags} if the class declares no method with the given key. */
  static final int NONE = 0;

  /** The result of {@link #flags} if the class's methods aren't known. */
  static final int UNKNOWN = -1;

  private static final int FIRST_HASH = 0x811C9DC5;
  private static final int FACTOR = 0x01000193;
  private static final String JAVA = "java.";

  private static final int FIRST_CHAINS = 1 << 10;

  private static volatile SeenClass[] chains = new SeenClass[FIRST_CHAINS];
  private static volatile int[] ambiguous = new int[0];

  // The number of entries in the chains. Guarded by the monitor of this class.
  private static int count;

  /**
   * Returns a method's key. A static method and an instance method of the same name and descriptor
   * have different keys.
   */
  public static int key(String name, String descriptor, boolean isStatic) {
    int hash = hash(hash(FIRST_HASH, name), descriptor);
    return isStatic ? ~hash : hash;
  }

  /**
   * Adds a string to a hash, by FNV-1a. String's own hash is too often the same for similar names.
   */
  private static int hash(int before, String text) {
    int hash = before;
    for (int at = 0; at < text.length(); at++) {
      hash = (hash ^ text.charAt(at)) * FACTOR;
    }
    return hash;
  }

  /**
   * Adds the methods of a class that is about to be defined.
   *
   * @param definer null for the bootstrap loader
   * @param name the class's name with dots
   * @param methods a long for each method, with the method's key in the upper half and its flags in
   *     the lower half. The longs are in ascending order. The array isn't copied
   */
  public static synchronized void add(ClassLoader definer, String name, long[] methods) {
    ClassLoader loader = home(definer, name);
    SeenClass[] table = chains;
    if (count >= table.length) {
      table = live(table);
    }
    SeenClass known = find(table, loader, name);
    if (known != null && known.declares(methods)) {
      return;
    }
    int chain = chain(table, loader, name);
    // If a class is defined twice, it isn't known which definition the JVM uses.
    table[chain] = new SeenClass(loader, name, known == null ? methods : null, table[chain]);
    count++;
    chains = table;
  }

  /** Records that a key belongs to more than one method. */
  public static synchronized void share(int key) {
    int[] more = new int[ambiguous.length + 1];
    System.arraycopy(ambiguous, 0, more, 0, ambiguous.length);
    more[ambiguous.length] = key;
    ambiguous = more;
  }

  static boolean isShared(int key) {
    for (int each : ambiguous) {
      if (each == key) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the flags of a method that the class itself declares; {@link #NONE} if it declares no
   * such method; {@link #UNKNOWN} if the class's methods aren't known.
   */
  static int flags(Class<?> type, int key) {
    String name = type.getName();
    SeenClass seen = find(chains, home(type.getClassLoader(), name), name);
    return seen == null ? UNKNOWN : seen.flags(key);
  }

  /**
   * Returns the loader under which a class is stored: null for java.*, because no two of the JDK's
   * loaders define the same class.
   */
  private static ClassLoader home(ClassLoader definer, String name) {
    return name.startsWith(JAVA) ? null : definer;
  }

  private static SeenClass find(SeenClass[] table, ClassLoader loader, String name) {
    SeenClass seen = table[chain(table, loader, name)];
    while (seen != null && !seen.is(loader, name)) {
      seen = seen.next;
    }
    return seen;
  }

  private static int chain(SeenClass[] table, ClassLoader loader, String name) {
    int hash = 31 * name.hashCode() + System.identityHashCode(loader);
    return (hash ^ hash >>> 16) & table.length - 1;
  }

  /**
   * Makes a table of the classes whose loaders are alive. If there are many such classes, the new
   * table has twice as many chains.
   */
  private static SeenClass[] live(SeenClass[] table) {
    int alive = 0;
    for (SeenClass first : table) {
      for (SeenClass seen = first; seen != null; seen = seen.next) {
        alive += seen.isAlive() ? 1 : 0;
      }
    }
    SeenClass[] larger = new SeenClass[alive > table.length / 2 ? 2 * table.length : table.length];
    count = 0;
    for (SeenClass first : table) {
      for (SeenClass seen = reversed(first); seen != null; seen = seen.next) {
        if (seen.isAlive()) {
          int chain = chain(larger, seen.get(), seen.name);
          larger[chain] = seen.before(larger[chain]);
          count++;
        }
      }
    }
    return larger;
  }

  /**
   * Returns a reversed copy of a chain. Moving the entries to another table reverses their order
   * again. So of two entries for a class, the one that was added later stays in front.
   */
  private static SeenClass reversed(SeenClass first) {
    SeenClass reversed = null;
    for (SeenClass seen = first; seen != null; seen = seen.next) {
      reversed = seen.before(reversed);
    }
    return reversed;
  }
}
