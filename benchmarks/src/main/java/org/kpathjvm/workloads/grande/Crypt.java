package org.kpathjvm.workloads.grande;

import java.util.Arrays;
import java.util.Random;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * crypt: encrypts and decrypts random bytes with the cipher IDEA. Settings: {@code bytes}, the
 * number of bytes, a multiple of 8; {@code repetitions}, how often the bytes are encrypted and
 * decrypted.
 */
public final class Crypt implements Benchmark {
  private static final long SEED = 136_506_717;

  private int[] encryption;
  private int[] decryption;
  private byte[] plain;
  private byte[] encrypted;
  private byte[] decrypted;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int length = inputs.number("bytes");
    if (length % IdeaCipher.BLOCK_BYTES != 0) {
      throw StandInFailure.unusable("bytes is " + length + ", not a multiple of 8");
    }
    repetitions = inputs.number("repetitions");
    Random random = new Random(SEED);
    byte[] key = new byte[IdeaCipher.KEY_BYTES];
    random.nextBytes(key);
    encryption = IdeaCipher.encryptionKeys(key);
    decryption = IdeaCipher.decryptionKeys(encryption);
    plain = new byte[length];
    random.nextBytes(plain);
    encrypted = new byte[length];
    decrypted = new byte[length];
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      IdeaCipher.apply(encryption, plain, encrypted);
      IdeaCipher.apply(decryption, encrypted, decrypted);
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    if (!Arrays.equals(plain, decrypted)) {
      throw StandInFailure.wrongResult("decryption did not give the plain bytes");
    }
    result.add(encrypted);
  }
}
