package org.kpathjvm.workloads.spec.crypto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.crypto.CryptoException;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * The base of the crypto benchmarks. Settings: {@code lengths}, the texts' lengths in bytes,
 * separated by blanks; {@code repetitions}, how often the texts are processed.
 */
abstract class CryptoBenchmark implements Benchmark {
  private final long seed;
  private final List<byte[]> texts = new ArrayList<>();
  private int repetitions;

  /** The latest repetition's ciphertexts or signatures. */
  private List<byte[]> made = new ArrayList<>();

  /** The latest repetition's decrypted texts: equally many for each text, in the texts' order. */
  private List<byte[]> decrypted = new ArrayList<>();

  CryptoBenchmark(long seed) {
    this.seed = seed;
  }

  @Override
  public final void prepare(Inputs inputs) throws StandInFailure {
    repetitions = inputs.number("repetitions");
    FixedRandom random = new FixedRandom(seed);
    texts.clear();
    String lengths = inputs.text("lengths");
    for (String length : lengths.split(" ")) {
      byte[] text;
      try {
        text = new byte[Integer.parseUnsignedInt(length)];
      } catch (NumberFormatException notANumber) {
        throw StandInFailure.unusable("lengths are " + lengths + ", not whole numbers");
      }
      random.nextBytes(text);
      texts.add(text);
    }
    makeKeys(random);
  }

  @Override
  public final void iterate() throws CryptoException {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      made = new ArrayList<>();
      decrypted = new ArrayList<>();
      FixedRandom random = new FixedRandom(seed);
      for (byte[] text : texts) {
        process(text, random);
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    for (int i = 0; i < decrypted.size(); i++) {
      if (!Arrays.equals(texts.get(i * texts.size() / decrypted.size()), decrypted.get(i))) {
        throw StandInFailure.wrongResult("decryption " + i + " did not give the text");
      }
    }
    made.forEach(result::add);
  }

  abstract void makeKeys(FixedRandom random);

  /**
   * Encrypts and decrypts a text, or signs it and verifies the signature. Keeps the results.
   *
   * @param random gives the same numbers in each repetition
   */
  abstract void process(byte[] text, FixedRandom random) throws CryptoException;

  final void keep(byte[] encrypted, byte[] decryptedAgain) {
    made.add(encrypted);
    decrypted.add(decryptedAgain);
  }

  final void keep(byte[] signature) {
    made.add(signature);
  }
}
