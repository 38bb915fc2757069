import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.kpathjvm.shaded.asm.AnnotationVisitor;
import org.kpathjvm.shaded.asm.ClassReader;
import org.kpathjvm.shaded.asm.ClassVisitor;
import org.kpathjvm.shaded.asm.FieldVisitor;
import org.kpathjvm.shaded.asm.Handle;
import org.kpathjvm.shaded.asm.Label;
import org.kpathjvm.shaded.asm.MethodVisitor;
import org.kpathjvm.shaded.asm.Opcodes;
import org.kpathjvm.shaded.asm.Type;

/**
 * Checks whether the classes of jars link with the JDK that this program runs on. By the rules of
 * JVMS 5.4.3, looks up in the JDK's class files each class, field and method of the JDK that the
 * code in the jars refers to. Also checks access, and that a reference to a member is static
 * exactly if the member is.
 *
 * <pre>
 * java -cp kpath.jar:DIRECTORY Linkage JAR... < questions
 *
 * questions, a line each:  field CLASS NAME DESCRIPTOR   does the class declare the field?
 *                          method CLASS NAME DESCRIPTOR  does the class declare the method?
 *                          class CLASS                   does the class exist?
 *                          constant CLASS NAME VALUE     does the constant have the value?
 * other lines:             external PREFIX               classes that aren't checked
 * answers, a line each:    site CLASS.METHOD API         the method looks a name up
 *                          site CLASS.METHOD name TEXT   TEXT in the code is an internal name
 *                          checked COUNT                 references to the JDK that were resolved
 *                          problem TEXT
 *                          absent QUESTION               the answer to the question is no
 * </pre>
 */
public final class Linkage {
  private static final int API = Opcodes.ASM9;

  /** The runtime's package in the jars. In a target, the package is {@link #RUNTIME_PACKAGE}. */
  private static final String RUNTIME = "org/kpathjvm/runtime/";

  private static final String RUNTIME_PACKAGE = "java/lang";

  /** The JDK's methods that look a class or a member up by its name. */
  private static final Map<String, Set<String>> LOOKUPS =
      Map.of(
          "java/lang/Class",
          Set.of(
              "forName",
              "getField",
              "getFields",
              "getDeclaredField",
              "getDeclaredFields",
              "getMethod",
              "getMethods",
              "getDeclaredMethod",
              "getDeclaredMethods",
              "getConstructor",
              "getDeclaredConstructor"),
          "java/lang/ClassLoader",
          Set.of("loadClass", "findClass", "findSystemClass"),
          "java/lang/invoke/MethodHandles$Lookup",
          Set.of(
              "findStatic",
              "findVirtual",
              "findSpecial",
              "findConstructor",
              "findGetter",
              "findSetter",
              "findStaticGetter",
              "findStaticSetter",
              "findVarHandle",
              "findStaticVarHandle",
              "findClass"),
          "java/lang/instrument/Instrumentation",
          Set.of("redefineModule"),
          "jdk/internal/misc/Unsafe",
          Set.of("objectFieldOffset"),
          "java/lang/management/ManagementFactory",
          Set.of("newPlatformMXBeanProxy"),
          "javax/management/MBeanServerConnection",
          Set.of("invoke"));

  private static final class Declared {
    private final String name;
    private final int access;
    private final String superName;
    private final String[] interfaces;
    private final boolean isOurs;
    private final Map<String, Integer> fields = new HashMap<>();
    private final Map<String, Integer> methods = new HashMap<>();
    private final Map<String, Object> constants = new HashMap<>();

    Declared(ClassReader reader, boolean isOurs) {
      this.isOurs = isOurs;
      name = reader.getClassName();
      access = reader.getAccess();
      superName = reader.getSuperName();
      interfaces = reader.getInterfaces();
      reader.accept(
          new ClassVisitor(API) {
            @Override
            public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
              fields.put(name + ' ' + descriptor, access);
              constants.put(name, value);
              return null;
            }

            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
              methods.put(name + ' ' + descriptor, access);
              return null;
            }
          },
          ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    boolean isInterface() {
      return (access & Opcodes.ACC_INTERFACE) != 0;
    }
  }

  /** A member, and the class that declares it. */
  private static final class Found {
    private final Declared owner;
    private final int access;

    Found(Declared owner, int access) {
      this.owner = owner;
      this.access = access;
    }
  }

  private final FileSystem images = FileSystems.getFileSystem(URI.create("jrt:/"));

  /** Maps each package of the JDK, written with slashes, to its module. */
  private final Map<String, String> modules = new HashMap<>();

  private final Set<String> exported = new HashSet<>();
  private final Map<String, byte[]> ours = new TreeMap<>();
  private final Map<String, Declared> known = new HashMap<>();
  private final List<String> external = new ArrayList<>();
  private final Set<String> problems = new TreeSet<>();
  private final Set<String> sites = new TreeSet<>();
  private int checked;

  private Linkage() {
    for (ModuleReference reference : ModuleFinder.ofSystem().findAll()) {
      ModuleDescriptor module = reference.descriptor();
      for (String name : module.packages()) {
        modules.put(name.replace('.', '/'), module.name());
      }
      for (ModuleDescriptor.Exports exports : module.exports()) {
        if (!exports.isQualified()) {
          exported.add(exports.source().replace('.', '/'));
        }
      }
    }
  }

  public static void main(String[] args) throws IOException {
    Linkage linkage = new Linkage();
    List<String> questions = new ArrayList<>();
    for (String line :
        new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.startsWith("external ")) {
        linkage.external.add(line.substring("external ".length()));
      } else if (!line.isBlank()) {
        questions.add(line);
      }
    }
    for (String jar : args) {
      linkage.read(Path.of(jar));
    }
    linkage.ours.forEach(linkage::check);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    linkage.sites.forEach(site -> out.println("site " + site));
    linkage.problems.forEach(problem -> out.println("problem " + problem));
    for (String question : questions) {
      if (!linkage.isSo(question.split(" "))) {
        out.println("absent " + question);
      }
    }
    out.println("checked " + linkage.checked);
    out.flush();
  }

  private void read(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          if (file.toString().endsWith(".class")) {
            add(Files.readAllBytes(file));
          }
        }
      }
      return;
    }
    try (ZipFile jar = new ZipFile(place.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
          try (InputStream in = jar.getInputStream(entry)) {
            add(in.readAllBytes());
          }
        }
      }
    }
  }

  private void add(byte[] file) {
    ours.put(new ClassReader(file).getClassName(), file);
  }

  // ---- references ----

  private void check(String name, byte[] file) {
    new ClassReader(file)
        .accept(
            new ClassVisitor(API) {
              @Override
              public void visit(
                  int version,
                  int access,
                  String self,
                  String signature,
                  String superName,
                  String[] interfaces) {
                useClass(name, superName);
                for (String one : interfaces) {
                  useClass(name, one);
                }
              }

              @Override
              public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                useType(name, Type.getType(descriptor));
                return null;
              }

              @Override
              public MethodVisitor visitMethod(
                  int access, String method, String descriptor, String signature, String[] thrown) {
                return new References(name, method);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  private final class References extends MethodVisitor {
    private final String from;
    private final String method;

    References(String from, String method) {
      super(API);
      this.from = from;
      this.method = method;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      useType(from, Type.getType(descriptor));
      return null;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      useType(from, Type.getObjectType(type));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      useType(from, Type.getType(descriptor));
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      if (type != null) {
        useClass(from, type);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type && ((Type) value).getSort() != Type.METHOD) {
        useType(from, (Type) value);
      } else if (value instanceof String && namesInternals((String) value)) {
        sites.add(from.replace('/', '.') + '.' + method + " name " + value);
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      useField(from, owner, name, descriptor, isStatic);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      note(owner, name);
      useMethod(from, owner, name, descriptor, opcode == Opcodes.INVOKESTATIC, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      useHandle(bootstrap);
      for (Object argument : arguments) {
        if (argument instanceof Handle) {
          useHandle((Handle) argument);
        }
      }
    }

    private void useHandle(Handle handle) {
      String owner = handle.getOwner();
      int kind = handle.getTag();
      if (kind <= Opcodes.H_PUTSTATIC) {
        boolean isStatic = kind == Opcodes.H_GETSTATIC || kind == Opcodes.H_PUTSTATIC;
        useField(from, owner, handle.getName(), handle.getDesc(), isStatic);
      } else {
        note(owner, handle.getName());
        boolean isStatic = kind == Opcodes.H_INVOKESTATIC;
        useMethod(
            from, owner, handle.getName(), handle.getDesc(), isStatic, handle.isInterface());
      }
    }

    private void note(String owner, String name) {
      if (LOOKUPS.getOrDefault(owner, Set.of()).contains(name)) {
        String simple = owner.substring(owner.lastIndexOf('/') + 1);
        sites.add(from.replace('/', '.') + '.' + method + ' ' + simple + '.' + name);
      }
    }
  }

  /** Returns whether a string begins with the name of an internal, missing or non-public class. */
  private boolean namesInternals(String text) {
    String name = text.replace('.', '/').split("[^\\w/$]", 2)[0];
    if (name.matches("(jdk/internal|sun|com/sun)/.*")) {
      return true;
    }
    if (!name.matches("java/[\\w/]*/[A-Z][\\w$]*")) {
      return false;
    }
    Declared declared = find(name);
    return declared == null || (declared.access & Opcodes.ACC_PUBLIC) == 0;
  }

  private void useType(String from, Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() == Type.OBJECT) {
      useClass(from, element.getInternalName());
    }
  }

  /** Checks that a class exists and may be used (JVMS 5.4.3.1 and 5.4.4). */
  private Declared useClass(String from, String name) {
    if (external.stream().anyMatch(name::startsWith)) {
      return null;
    }
    Declared declared = find(name);
    if (declared == null) {
      problems.add(from + ": there is no class " + name);
      return null;
    }
    if (!declared.isOurs) {
      checked++;
      if (!isAccessible(from, declared)) {
        problems.add(from + ": may not use class " + name);
      }
    }
    return declared;
  }

  private void useField(
      String from, String owner, String name, String descriptor, boolean isStatic) {
    Declared declared = useClass(from, owner);
    if (declared != null) {
      Found found = field(declared, name + ' ' + descriptor);
      judge(from, "field " + owner + '.' + name + ' ' + descriptor, found, isStatic);
    }
  }

  private void useMethod(
      String from,
      String owner,
      String name,
      String descriptor,
      boolean isStatic,
      boolean ofInterface) {
    Declared declared = owner.startsWith("[") ? find("java/lang/Object") : useClass(from, owner);
    if (declared == null) {
      return;
    }
    String what = "method " + owner + '.' + name + ' ' + descriptor;
    if (declared.isInterface() != ofInterface) {
      problems.add(from + ": " + what + " takes an interface for a class, or the reverse");
      return;
    }
    judge(from, what, method(declared, name, descriptor), isStatic);
  }

  private void judge(String from, String what, Found found, boolean isStatic) {
    if (found == null) {
      problems.add(from + ": there is no " + what);
    } else if (!found.owner.isOurs) {
      checked++;
      if (isStatic != ((found.access & Opcodes.ACC_STATIC) != 0)) {
        problems.add(from + ": " + what + " is static in the JDK or in the reference, not in both");
      } else if (!isAccessible(from, found)) {
        problems.add(from + ": may not use " + what);
      }
    }
  }

  // ---- access, JVMS 5.4.4 ----

  private boolean isAccessible(String from, Declared to) {
    if (packageOf(from).equals(packageOf(to.name))) {
      return true;
    }
    boolean reads = from.startsWith(RUNTIME) && "java.base".equals(moduleOf(to.name));
    return (to.access & Opcodes.ACC_PUBLIC) != 0
        && (reads || exported.contains(packageOf(to.name)));
  }

  private boolean isAccessible(String from, Found member) {
    if ((member.access & Opcodes.ACC_PUBLIC) != 0) {
      return true;
    }
    if ((member.access & Opcodes.ACC_PRIVATE) != 0) {
      return false;
    }
    return packageOf(from).equals(packageOf(member.owner.name))
        || (member.access & Opcodes.ACC_PROTECTED) != 0
            && (extend(from, member.owner.name) || member.owner.name.equals("java/lang/Object"));
  }

  /** Returns the package that a class has in the target. */
  private static String packageOf(String name) {
    return name.startsWith(RUNTIME)
        ? RUNTIME_PACKAGE
        : name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private String moduleOf(String name) {
    return modules.get(packageOf(name));
  }

  private boolean extend(String name, String ancestor) {
    for (Declared at = find(name); at != null; at = find(at.superName)) {
      if (at.name.equals(ancestor)) {
        return true;
      }
    }
    return false;
  }

  // ---- resolution ----

  /** Finds a field by the rules of JVMS 5.4.3.2. */
  private Found field(Declared declared, String key) {
    if (declared == null) {
      return null;
    }
    Integer access = declared.fields.get(key);
    if (access != null) {
      return new Found(declared, access);
    }
    for (String one : declared.interfaces) {
      Found found = field(find(one), key);
      if (found != null) {
        return found;
      }
    }
    return field(find(declared.superName), key);
  }

  /** Finds a method by the rules of JVMS 5.4.3.3 and 5.4.3.4. */
  private Found method(Declared declared, String name, String descriptor) {
    String key = name + ' ' + descriptor;
    for (Declared at = declared; at != null; at = find(at.superName)) {
      Integer access = at.methods.get(key);
      if (access != null) {
        return new Found(at, access);
      }
      Found polymorphic = signaturePolymorphic(at, name);
      if (polymorphic != null) {
        return polymorphic;
      }
    }
    if (declared.isInterface()) {
      Declared object = find("java/lang/Object");
      Integer access = object.methods.get(key);
      if (access != null && (access & Opcodes.ACC_PUBLIC) != 0) {
        return new Found(object, access);
      }
    }
    for (Declared at = declared; at != null; at = find(at.superName)) {
      Found found = inInterfaces(at, key);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private Found inInterfaces(Declared declared, String key) {
    for (String one : declared.interfaces) {
      Declared found = find(one);
      if (found != null) {
        Integer access = found.methods.get(key);
        if (access != null && (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0) {
          return new Found(found, access);
        }
        Found above = inInterfaces(found, key);
        if (above != null) {
          return above;
        }
      }
    }
    return null;
  }

  /** Finds a signature polymorphic method (JVMS 2.9.3), for which any descriptor is right. */
  private static Found signaturePolymorphic(Declared declared, String name) {
    if (!declared.name.equals("java/lang/invoke/MethodHandle")
        && !declared.name.equals("java/lang/invoke/VarHandle")) {
      return null;
    }
    String prefix = name + " ([Ljava/lang/Object;)";
    for (Map.Entry<String, Integer> method : declared.methods.entrySet()) {
      int both = Opcodes.ACC_NATIVE | Opcodes.ACC_VARARGS;
      if (method.getKey().startsWith(prefix) && (method.getValue() & both) == both) {
        return new Found(declared, method.getValue());
      }
    }
    return null;
  }

  private Declared find(String name) {
    if (name == null) {
      return null;
    }
    return known.computeIfAbsent(name, this::load);
  }

  private Declared load(String name) {
    byte[] own = ours.get(name);
    if (own != null) {
      return new Declared(new ClassReader(own), true);
    }
    String module = moduleOf(name);
    if (module == null) {
      return null;
    }
    Path file = images.getPath("modules", module, name + ".class");
    try {
      return Files.exists(file)
          ? new Declared(new ClassReader(Files.readAllBytes(file)), false)
          : null;
    } catch (IOException e) {
      throw new IllegalStateException("can't read " + file, e);
    }
  }

  // ---- questions ----

  private boolean isSo(String[] question) {
    Declared declared = find(question[1]);
    switch (question[0]) {
      case "class":
        return declared != null;
      case "field":
        return declared != null && declared.fields.containsKey(question[2] + ' ' + question[3]);
      case "method":
        return declared != null && declared.methods.containsKey(question[2] + ' ' + question[3]);
      case "constant":
        return declared != null
            && question[3].equals(InlinedConstants.text(declared.constants.get(question[2])));
      default:
        throw new IllegalArgumentException("no question: " + String.join(" ", question));
    }
  }
}
