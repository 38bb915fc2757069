package org.kpathjvm.workloads.dacapo.eclipse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.workloads.StandInFailure;
import org.kpathjvm.workloads.dacapo.SourceTree;

class MemoryCompilerTest {
  private static final String TAGGED =
      "package p; // TODO one\n"
          + " /* FIXME two */ class A { class B {} String s(int i) { return \"\" + i; } }";

  @TempDir Path directory;

  @Test
  void compilesToMemoryAndCountsTaskTags() throws Exception {
    MemoryCompiler compiler =
        compile(Map.of("p/A.java", TAGGED, "q/C.java", "package q; class C {}"));
    assertEquals(Set.of("p/A", "p/A$B", "q/C"), compiler.classes().keySet());
    assertEquals(2, compiler.tags());
  }

  @Test
  void twoCompilersProduceTheSameBytes() throws Exception {
    byte[] first = compile(Map.of("p/A.java", TAGGED)).classes().get("p/A");
    byte[] second = compile(Map.of("p/A.java", TAGGED)).classes().get("p/A");
    assertArrayEquals(first, second);
  }

  @Test
  void leavesOutModuleDeclarationsVersionedSourcesAndOtherFiles() throws Exception {
    Path jar =
        jar(
            Map.of(
                "p/A.java", "",
                "module-info.java", "",
                "META-INF/versions/9/p/A.java", "",
                "p/note.txt", ""));
    SourceTree tree = SourceTree.read(List.of(jar));
    assertEquals(List.of("p/A.java"), tree.files().stream().map(f -> f.name()).toList());
  }

  @Test
  void namesASourceThatDoesNotCompile() {
    StandInFailure failure =
        assertThrows(
            StandInFailure.class,
            () -> compile(Map.of("p/A.java", "package p;\nclass A { Missing m; }")));
    assertEquals(
        "sources do not compile: p/A.java line 2: Missing cannot be resolved to a type",
        failure.getMessage());
    assertEquals(StandInFailure.WRONG_RESULT, failure.exitStatus());
  }

  @Test
  void namesAJarThatCannotBeRead() {
    Path missing = directory.resolve("missing.jar");
    StandInFailure failure =
        assertThrows(StandInFailure.class, () -> SourceTree.read(List.of(missing)));
    assertEquals("no sources " + missing + ": there is no such file", failure.getMessage());
    assertEquals(StandInFailure.UNUSABLE, failure.exitStatus());
  }

  private MemoryCompiler compile(Map<String, String> sources) throws Exception {
    MemoryCompiler compiler = new MemoryCompiler(SourceTree.read(List.of(jar(sources))));
    compiler.run(11);
    return compiler;
  }

  private Path jar(Map<String, String> entries) throws IOException {
    Path jar = directory.resolve("sources.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }
}
