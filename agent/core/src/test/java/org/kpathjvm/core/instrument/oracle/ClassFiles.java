package org.kpathjvm.core.instrument.oracle;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/** Reads the class files of the class path, and compiles sources, for tests. */
public final class ClassFiles {
  private ClassFiles() {}

  /** Returns the class files of a class and of all classes nested in it, by binary name. */
  public static Map<String, byte[]> of(Class<?> top) {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    Deque<String> pending = new ArrayDeque<>(List.of(top.getName()));
    while (!pending.isEmpty()) {
      String name = pending.pop();
      if (!classes.containsKey(name)) {
        byte[] bytes = read(top.getClassLoader(), name);
        classes.put(name, bytes);
        new ClassReader(bytes)
            .accept(
                new ClassVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitInnerClass(
                      String inner, String outer, String simpleName, int access) {
                    if (inner.startsWith(top.getName().replace('.', '/') + "$")) {
                      pending.push(inner.replace('/', '.'));
                    }
                  }
                },
                ClassReader.SKIP_CODE);
      }
    }
    return classes;
  }

  public static byte[] read(ClassLoader loader, String name) {
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Compiles a source file with the JDK that runs the test. Returns class files of that JDK's
   * version, by binary name.
   */
  public static Map<String, byte[]> compile(String className, String source, String... options) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> outputs = new HashMap<>();
    JavaFileManager files =
        new ForwardingJavaFileManager<JavaFileManager>(
            compiler.getStandardFileManager(null, null, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
              @Override
              public OutputStream openOutputStream() {
                return outputs.computeIfAbsent(name, n -> new ByteArrayOutputStream());
              }
            };
          }
        };
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("mem:///" + className + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    if (!compiler.getTask(null, files, null, List.of(options), null, List.of(file)).call()) {
      throw new AssertionError("the test's source doesn't compile");
    }
    Map<String, byte[]> classes = new LinkedHashMap<>();
    outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }
}
