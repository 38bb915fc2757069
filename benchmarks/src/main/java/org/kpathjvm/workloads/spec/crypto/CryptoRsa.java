package org.kpathjvm.workloads.spec.crypto;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.crypto.AsymmetricBlockCipher;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.encodings.PKCS1Encoding;
import org.bouncycastle.crypto.engines.RSABlindedEngine;
import org.bouncycastle.crypto.params.ParametersWithRandom;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * crypto.rsa: encrypts and decrypts texts by RSA with keys of 1,024 bits, block by block with PKCS
 * #1 padding. Inputs: {@code lengths} of the texts in bytes, and {@code repetitions}.
 */
public final class CryptoRsa implements Benchmark {
  private static final long SEED = 20_080_502;

  private AsymmetricCipherKeyPair keys;
  private List<byte[]> texts;
  private List<byte[]> encrypted;
  private List<byte[]> decrypted;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    repetitions = inputs.number("repetitions");
    FixedRandom random = new FixedRandom(SEED);
    texts = CryptoTexts.random(inputs.text("lengths"), random);
    keys = CryptoKeys.rsa(random);
  }

  @Override
  public void iterate() throws InvalidCipherTextException {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      encrypted = new ArrayList<>();
      decrypted = new ArrayList<>();
      FixedRandom random = new FixedRandom(SEED);
      for (byte[] text : texts) {
        AsymmetricBlockCipher cipher = new PKCS1Encoding(new RSABlindedEngine());
        cipher.init(true, new ParametersWithRandom(keys.getPublic(), random));
        byte[] secret = processed(cipher, text);
        cipher.init(false, new ParametersWithRandom(keys.getPrivate(), random));
        encrypted.add(secret);
        decrypted.add(processed(cipher, secret));
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    for (int i = 0; i < texts.size(); i++) {
      if (!Arrays.equals(texts.get(i), decrypted.get(i))) {
        throw StandInFailure.wrongResult("decryption " + i + " did not give the text");
      }
      result.add(encrypted.get(i));
    }
  }

  private static byte[] processed(AsymmetricBlockCipher cipher, byte[] input)
      throws InvalidCipherTextException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    int block = cipher.getInputBlockSize();
    for (int start = 0; start < input.length; start += block) {
      output.writeBytes(cipher.processBlock(input, start, Math.min(block, input.length - start)));
    }
    return output.toByteArray();
  }
}
