package org.kpathjvm.agent.calls;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.kpathjvm.runtime.overlapping.DeclaredMethods;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Fills a table in the target with the methods that classes declare. Classes are added as they are
 * loaded. A JDK class may have been loaded before the agent. Such a class is added, from its class
 * file, with the first class that extends or implements it.
 */
public final class SeenClasses {
  /** The target's table of the methods that classes declare. */
  public interface Table {
    /**
     * Adds a class that is about to be defined.
     *
     * @param loader null for the bootstrap loader
     * @param name with dots
     * @param methods a long for each method, in ascending order. A long has the method's key
     *     ({@link DeclaredMethods#key}) in its upper half and the method's flags in its lower half
     */
    void add(ClassLoader loader, String name, long[] methods);

    /** Notes that a key belongs to more than one method. */
    void share(int key);
  }

  private static final String JAVA = "java/";
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private final Table table;
  private final Set<String> ofJdk = ConcurrentHashMap.newKeySet();

  /**
   * For each key, a second hash of the first method that had the key. If a later method has the
   * same key but another second hash, two methods share the key.
   */
  private final Map<Integer, Integer> hashes = new ConcurrentHashMap<>();

  private final Set<Integer> shared = ConcurrentHashMap.newKeySet();

  /**
   * Creates an object that has seen no class of the program yet.
   *
   * @throws IOException if the JDK's classes can't be read
   */
  public SeenClasses(Table table) throws IOException {
    this.table = table;
    addOfJdk("java/lang/Object");
  }

  /**
   * Adds a class that is about to be defined.
   *
   * @param loader null for the bootstrap loader
   * @throws RuntimeException if {@code file} isn't a class file
   */
  public void add(ClassLoader loader, byte[] file) throws IOException {
    Declared declared = new Declared();
    new OffsetReader(file)
        .accept(declared, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    table.add(loader, declared.name.replace('/', '.'), declared.ascending());
    for (String type : declared.supertypes) {
      addOfJdk(type);
    }
  }

  /**
   * Adds a class of the JDK, unless the class was added before. Ignores classes outside {@code
   * java.*}, because they might not belong to the JDK.
   */
  private void addOfJdk(String name) throws IOException {
    if (!name.startsWith(JAVA) || !ofJdk.add(name)) {
      return;
    }
    String file = name + ".class";
    InputStream ofBase = Object.class.getModule().getResourceAsStream(file);
    try (InputStream in = ofBase != null ? ofBase : PLATFORM.getResourceAsStream(file)) {
      if (in != null) {
        add(null, in.readAllBytes());
      }
    }
  }

  private final class Declared extends ClassVisitor {
    private String name;
    private String[] supertypes;
    private long[] methods = new long[16];
    private int count;

    Declared() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      this.name = name;
      int more = superName == null ? 0 : 1;
      supertypes = Arrays.copyOf(interfaces, interfaces.length + more);
      if (more > 0) {
        supertypes[interfaces.length] = superName;
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      // Constructors and initialisers are never inherited, so the table doesn't need them.
      if (name.charAt(0) != '<') {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        int key = DeclaredMethods.key(name, descriptor, isStatic);
        note(key, name + descriptor, isStatic);
        if (count == methods.length) {
          methods = Arrays.copyOf(methods, 2 * count);
        }
        methods[count++] = (long) key << 32 | flags(access);
      }
      return null;
    }

    long[] ascending() {
      long[] ascending = Arrays.copyOf(methods, count);
      Arrays.sort(ascending);
      return ascending;
    }
  }

  private static int flags(int access) {
    int flags = DeclaredMethods.DECLARED;
    if ((access & Opcodes.ACC_PRIVATE) != 0) {
      flags |= DeclaredMethods.PRIVATE;
    }
    if ((access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0) {
      flags |= DeclaredMethods.INHERITED;
    }
    if ((access & Opcodes.ACC_ABSTRACT) != 0) {
      flags |= DeclaredMethods.ABSTRACT;
    }
    return flags;
  }

  /** Notes a method's key. If another method has the same key, reports the key to the table. */
  void note(int key, String method, boolean isStatic) {
    int hash = method.hashCode() + (isStatic ? 1 : 0);
    Integer other = hashes.putIfAbsent(key, hash);
    if (other != null && other != hash && shared.add(key)) {
      table.share(key);
    }
  }
}
