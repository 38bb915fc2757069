package org.kpathjvm.workloads.spec.crypto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.BufferedBlockCipher;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.paddings.PaddedBufferedBlockCipher;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * crypto.aes: encrypts and decrypts texts by AES and by DES, in CBC mode with PKCS #5 padding.
 * Inputs: {@code lengths} of the texts in bytes, and {@code repetitions}.
 */
public final class CryptoAes implements Benchmark {
  private static final long SEED = 20_080_501;
  private static final int AES_KEY_BYTES = 16;
  private static final int DES_KEY_BYTES = 8;

  private List<byte[]> texts;
  private List<byte[]> encrypted;
  private List<byte[]> decrypted;
  private ParametersWithIV aesKey;
  private ParametersWithIV desKey;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    repetitions = inputs.number("repetitions");
    FixedRandom random = new FixedRandom(SEED);
    texts = CryptoTexts.random(inputs.text("lengths"), random);
    aesKey = key(random, AES_KEY_BYTES, AES_KEY_BYTES);
    desKey = key(random, DES_KEY_BYTES, DES_KEY_BYTES);
  }

  @Override
  public void iterate() throws InvalidCipherTextException {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      encrypted = new ArrayList<>();
      decrypted = new ArrayList<>();
      for (byte[] text : texts) {
        thereAndBack(AESEngine.newInstance(), aesKey, text);
        thereAndBack(new DESEngine(), desKey, text);
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    for (int i = 0; i < decrypted.size(); i++) {
      if (!Arrays.equals(texts.get(i / 2), decrypted.get(i))) {
        throw StandInFailure.wrongResult("decryption " + i + " did not give the text");
      }
    }
    encrypted.forEach(result::add);
  }

  private void thereAndBack(BlockCipher engine, ParametersWithIV key, byte[] text)
      throws InvalidCipherTextException {
    BufferedBlockCipher cipher = new PaddedBufferedBlockCipher(CBCBlockCipher.newInstance(engine));
    cipher.init(true, key);
    byte[] secret = processed(cipher, text);
    cipher.init(false, key);
    encrypted.add(secret);
    decrypted.add(processed(cipher, secret));
  }

  private static byte[] processed(BufferedBlockCipher cipher, byte[] input)
      throws InvalidCipherTextException {
    byte[] output = new byte[cipher.getOutputSize(input.length)];
    int length = cipher.processBytes(input, 0, input.length, output, 0);
    length += cipher.doFinal(output, length);
    return Arrays.copyOf(output, length);
  }

  private static ParametersWithIV key(FixedRandom random, int bytes, int blockBytes) {
    byte[] key = new byte[bytes];
    byte[] first = new byte[blockBytes];
    random.nextBytes(key);
    random.nextBytes(first);
    return new ParametersWithIV(new KeyParameter(key), first);
  }
}
