package org.kpathjvm.workloads.spec.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * serial: writes a graph of objects by Java's serialization and reads it back. The graph consists
 * of texts with lines and words. Texts share words, and each word refers to the first text that
 * contains the word. Input {@code sources}: jars with Java sources. Setting: {@code repetitions}.
 */
public final class Serial implements Benchmark {
  private List<SerialText> original;
  private List<SerialText> copy;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure, IOException {
    repetitions = inputs.number("repetitions");
    SortedMap<String, byte[]> files = new TreeMap<>();
    for (Path jar : inputs.files("sources")) {
      files.putAll(JarBytes.files(jar, name -> name.endsWith(".java")));
    }
    original = SerialGraph.of(files);
  }

  @Override
  public void iterate() throws IOException, ClassNotFoundException {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      copy = read(written(original));
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    String expected = SerialGraph.written(original);
    if (copy.get(0) == original.get(0) || !expected.equals(SerialGraph.written(copy))) {
      throw StandInFailure.wrongResult("what was read is not what was written");
    }
    result.add(expected);
  }

  static byte[] written(List<SerialText> texts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(texts.toArray(SerialText[]::new));
    }
    return bytes.toByteArray();
  }

  static List<SerialText> read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return List.of((SerialText[]) in.readObject());
    }
  }
}
