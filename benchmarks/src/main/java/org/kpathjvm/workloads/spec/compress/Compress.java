package org.kpathjvm.workloads.spec.compress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * compress: compresses and restores files by the algorithm of Lempel, Ziv and Welch. Input {@code
 * files}: jars; the files in each jar are unpacked and joined. Setting: {@code repetitions}.
 */
public final class Compress implements Benchmark {
  private final LzwCompressor compressor = new LzwCompressor();
  private final LzwDecompressor decompressor = new LzwDecompressor();
  private List<byte[]> originals;
  private List<byte[]> compressed;
  private List<byte[]> restored;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws IOException, StandInFailure {
    repetitions = inputs.number("repetitions");
    originals = new ArrayList<>();
    for (Path jar : inputs.files("files")) {
      originals.add(JarBytes.concatenated(jar));
    }
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      compressed = new ArrayList<>();
      restored = new ArrayList<>();
      for (byte[] original : originals) {
        byte[] packed = compressor.compress(original);
        compressed.add(packed);
        restored.add(decompressor.decompress(packed, original.length));
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    for (int i = 0; i < originals.size(); i++) {
      if (!Arrays.equals(originals.get(i), restored.get(i))) {
        throw StandInFailure.wrongResult("input " + i + " was not restored correctly");
      }
      result.add(compressed.get(i));
    }
  }
}
