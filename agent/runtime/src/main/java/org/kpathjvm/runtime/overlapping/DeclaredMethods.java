package org.kpathjvm.runtime.overlapping;

/**
 * Knows which methods classes declare, as their class files say. The agent reports each class that
 * it sees, and does so before the JVM has the class. Readers take no lock.
 *
 * <p>A method's key is a hash of its name and descriptor ({@link #key}). Flags tell the rest.
 */
public final class DeclaredMethods {
  private DeclaredMethods() {}

  /** Set for each method. */
  public static final int DECLARED = 1;

  public static final int PRIVATE = 2;

  /** The method is public or protected. */
  public static final int INHERITED = 4;

  public static final int ABSTRACT = 8;

  /** The class declares no method with that key. */
  static final int NONE = 0;

  /** It isn't known what the class declares. */
  static final int UNKNOWN = -1;

  private static final int FIRST_HASH = 0x811C9DC5;
  private static final int FACTOR = 0x01000193;
  private static final String JAVA = "java.";

  private static final int FIRST_CHAINS = 1 << 10;

  private static volatile SeenClass[] chains = new SeenClass[FIRST_CHAINS];
  private static volatile int[] ambiguous = new int[0];

  // Guarded by the class's lock.
  private static int count;

  /**
   * Returns the key by which a method is found. In one class, a static method and an instance
   * method never have the same key.
   */
  public static int key(String name, String descriptor, boolean isStatic) {
    int hash = hash(hash(FIRST_HASH, name), descriptor);
    return isStatic ? ~hash : hash;
  }

  /**
   * Adds a text to a hash by FNV-1a. String's own hash is too often the same for names that look
   * alike.
   */
  private static int hash(int before, String text) {
    int hash = before;
    for (int at = 0; at < text.length(); at++) {
      hash = (hash ^ text.charAt(at)) * FACTOR;
    }
    return hash;
  }

  /**
   * Reports that a class is about to be defined.
   *
   * @param definer null for the bootstrap loader
   * @param name with dots
   * @param methods for each method its key in the upper half and its flags in the lower one,
   *     ascending; the array is kept
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
    // If there are two definitions of one class, the JVM takes one of them, and it isn't known
    // which.
    table[chain] = new SeenClass(loader, name, known == null ? methods : null, table[chain]);
    count++;
    chains = table;
  }

  /** Notes that several methods have the same key. */
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
   * Returns the flags of the method that the class itself declares; {@link #NONE} or {@link
   * #UNKNOWN} if there are none.
   */
  static int flags(Class<?> type, int key) {
    String name = type.getName();
    SeenClass seen = find(chains, home(type.getClassLoader(), name), name);
    return seen == null ? UNKNOWN : seen.flags(key);
  }

  /**
   * Ignores the loader for classes of the packages java.*, because no two of the JDK's loaders
   * define the same class.
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
   * Returns the classes whose loaders are still alive, in twice as many chains if there are many.
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

  /** Reverses a chain, so that of two classes with the same name the later one stays in front. */
  private static SeenClass reversed(SeenClass first) {
    SeenClass reversed = null;
    for (SeenClass seen = first; seen != null; seen = seen.next) {
      reversed = seen.before(reversed);
    }
    return reversed;
  }
}
