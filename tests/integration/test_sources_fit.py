"""The right sources fit the recorded code: no note says that a file or a loop doesn't fit."""

import zipfile
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.catalogue import find_workload
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import default_jdk
from kpath_jvm.source.annotation import SourceTexts
from oracle.harness import compile_java

#: Loads all classes of a directory or a jar, so that the agent reads their code.
LOADER = """
import java.net.URI;
import java.nio.file.*;
import java.util.List;
import java.util.stream.*;
public class LoadAll {
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    ClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] {path.toUri().toURL()});
    boolean isJar = !Files.isDirectory(path);
    try (FileSystem jar = isJar ? FileSystems.newFileSystem(path) : null) {
      Path root = isJar ? jar.getPath("/") : path;
      List<Path> files;
      try (Stream<Path> all = Files.walk(root)) {
        files = all.filter(one -> one.toString().endsWith(".class")).collect(Collectors.toList());
      }
      for (Path file : files) {
        String name = root.relativize(file).toString();
        try {
          Class.forName(name.substring(0, name.length() - 6).replace('/', '.'), false, loader);
        } catch (LinkageError | ClassNotFoundException e) {
          // The class needs a library that isn't here, or another version of Java.
        }
      }
    }
  }
}
"""
#: Loops whose conditions have constants and types that bytecode has in another form.
FORMS = r"""
import java.util.List;
public class Forms {
  static final String Q = "x\"y\\";
  static { int i = 0; do { i++; assert i > 0; } while (i < Q.length()); }
  static int quoted(int k) { final String q = "a\"b"; while (k < q.length()) k++; return k; }
  static int escaped(String s, int k) { while (!s.startsWith("\"\\\n\t\r", k)) k++; return k; }
  static int octal(int val) { while (val <= 037) val++; return val; }
  static double infinite(double d) { while (d != Double.POSITIVE_INFINITY) d *= 2; return d; }
  static double least(double d) { while (d != Double.NEGATIVE_INFINITY) d *= 2; return d; }
  static int arrays(Object o, int n) { while (o instanceof byte[] && n > 0) n--; return n; }
  static int names(Object o, int n) { while (o instanceof String[][] && n > 0) n--; return n; }
  static int lambdas(List<Integer> l, int n) {
    while (l.stream().anyMatch(x -> x > 0)) l.remove(0);
    while (l.stream().noneMatch(java.util.Objects::isNull)) l.add(null);
    return n;
  }
  static int types(Class<?> c, int n) { while (c != int.class && n > 0) n--; return n; }
  static int voids(Class<?> c, int n) { while (c != Void.TYPE && n > 0) n--; return n; }
  interface Days extends List<Integer> {}
  int contextual(Object days) {
    int sum = 0;
    for (Integer when : (Days) days) {
      sum += Math.abs(when);
    }
    return sum;
  }
}
"""


@pytest.fixture(scope="module")
def loader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _compiled(tmp_path_factory.mktemp("loader"), "LoadAll", LOADER)


def _compiled(directory: Path, name: str, code: str) -> Path:
    source = directory / f"{name}.java"
    source.write_text(code)
    compile_java([source], directory / "classes")
    return directory / "classes"


def _told(tmp_path: Path, loader: Path, classes: Path, sources: Path) -> tuple[int, list[str]]:
    """Returns the number of loops whose text was found, and the notes about the sources."""
    profile = tmp_path / "all.kpath"
    command = ["java", "-cp", str(loader), "LoadAll", str(classes)]
    done = kpath.run("run", "-q", "-k", "2", "-o", str(profile), "--", *command, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    opened = Profile.open(profile)
    texts = SourceTexts([sources], [opened])
    found = 0
    for number in opened.method_rows.numbers.tolist():
        row, code = opened.method_rows.row(number), opened.code(number)
        for loop in code.loops:
            text = texts.loop_statement(row["class"], row["source"], row["name"], code, loop)
            found += text is not None
    return found, texts.notes()


def test_each_form_of_a_condition_fits(tmp_path: Path, loader: Path) -> None:
    classes = _compiled(tmp_path, "Forms", FORMS)
    found, notes = _told(tmp_path, loader, classes, tmp_path)
    assert found == 12
    assert len(notes) == 1
    assert "1 loop shown without text: Forms.contextual" in notes[0]
    assert "can't be parsed there" in notes[0]


def test_the_sources_of_the_workloads_fit(tmp_path: Path, loader: Path) -> None:
    sources = Path(__file__).parents[2] / "benchmarks/src/main/java"
    found, notes = _told(tmp_path, loader, require_jars().workloads, sources)
    assert found > 300
    assert not [
        note for note in notes if "fit the recorded code" in note or "can't be matched" in note
    ]


def test_the_sources_of_a_library_fit(tmp_path: Path, loader: Path) -> None:
    """The library's sources are compiled here, so they surely belong to the classes."""
    artifacts = find_workload("dacapo", "eclipse").sizes["default"].artifacts
    sources = next(
        path
        for path in provide(artifacts, default_jdk().java)
        if path.name.startswith("commons-lang3-")
    )
    with zipfile.ZipFile(sources) as jar:
        jar.extractall(tmp_path / "java")
    compile_java(sorted((tmp_path / "java").rglob("*.java")), tmp_path / "classes")
    found, notes = _told(tmp_path, loader, tmp_path / "classes", sources)
    assert found > 500
    assert not [
        note for note in notes if "fit the recorded code" in note or "can't be matched" in note
    ]
