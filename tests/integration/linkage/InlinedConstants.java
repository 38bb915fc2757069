import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints a line {@code constant CLASS NAME VALUE} for each constant of the JDK that javac copies
 * into the class files of given sources. The class files don't show where such a value comes from.
 *
 * <pre>java InlinedConstants CLASSPATH OPTIONS... -- SOURCE...</pre>
 */
public final class InlinedConstants {
  private InlinedConstants() {}

  public static void main(String[] args) throws IOException {
    int split = Arrays.asList(args).indexOf("--");
    List<String> options = new ArrayList<>(List.of("-proc:none", "-cp", args[0]));
    options.addAll(Arrays.asList(args).subList(1, split));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<Path> sources = new ArrayList<>();
    for (String source : Arrays.asList(args).subList(split + 1, args.length)) {
      sources.add(Path.of(source));
    }
    // If a source doesn't compile, the error goes to stderr, and the status is 1.
    boolean[] failed = {false};
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null,
                files,
                message -> {
                  if (message.getKind() == javax.tools.Diagnostic.Kind.ERROR) {
                    System.err.println(message);
                    failed[0] = true;
                  }
                },
                options,
                null,
                files.getJavaFileObjectsFromPaths(sources));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    Scanner scanner = new Scanner(task);
    for (CompilationUnitTree unit : units) {
      scanner.scan(unit, null);
    }
    scanner.found.forEach(System.out::println);
    System.exit(failed[0] ? 1 : 0);
  }

  /** Returns the type and the value of a constant as one word, or null if there is no value. */
  static String text(Object value) {
    if (value == null) {
      return null;
    }
    // Class files store constants of the types below as constants of type int.
    Object stored = value;
    if (value instanceof Boolean) {
      stored = (Boolean) value ? 1 : 0;
    } else if (value instanceof Character) {
      stored = (int) (Character) value;
    } else if (value instanceof Byte || value instanceof Short) {
      stored = ((Number) value).intValue();
    }
    StringBuilder text = new StringBuilder(stored.getClass().getSimpleName()).append(':');
    for (char one : stored.toString().toCharArray()) {
      text.append(one > ' ' && one < 127 && one != '\\' ? one : String.format("\\%04x", (int) one));
    }
    return text.toString();
  }

  private static final class Scanner extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final JavacTask task;
    private final Set<String> found = new TreeSet<>();

    Scanner(JavacTask task) {
      this.task = task;
      trees = Trees.instance(task);
    }

    @Override
    public Void visitIdentifier(IdentifierTree node, Void nothing) {
      note();
      return super.visitIdentifier(node, nothing);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
      note();
      return super.visitMemberSelect(node, nothing);
    }

    private void note() {
      Element element = trees.getElement(getCurrentPath());
      if (!(element instanceof VariableElement)) {
        return;
      }
      Object value = ((VariableElement) element).getConstantValue();
      if (value == null || !(element.getEnclosingElement() instanceof TypeElement)) {
        return;
      }
      TypeElement owner = (TypeElement) element.getEnclosingElement();
      ModuleElement module = task.getElements().getModuleOf(owner);
      if (module != null && !module.isUnnamed()) {
        String name = task.getElements().getBinaryName(owner).toString().replace('.', '/');
        found.add("constant " + name + " " + element.getSimpleName() + " " + text(value));
      }
    }
  }
}
