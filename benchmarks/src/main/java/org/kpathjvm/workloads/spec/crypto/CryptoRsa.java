package org.kpathjvm.workloads.spec.crypto;

import java.io.ByteArrayOutputStream;
import org.bouncycastle.crypto.AsymmetricBlockCipher;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.encodings.PKCS1Encoding;
import org.bouncycastle.crypto.engines.RSABlindedEngine;
import org.bouncycastle.crypto.params.ParametersWithRandom;

/**
 * crypto.rsa: encrypts texts by RSA, block by block with PKCS #1 padding, and decrypts the results.
 * The keys have 1,024 bits.
 */
public final class CryptoRsa extends CryptoBenchmark {
  private static final long SEED = 20_080_502;

  private AsymmetricCipherKeyPair keys;

  /** Creates the benchmark. */
  public CryptoRsa() {
    super(SEED);
  }

  @Override
  void makeKeys(FixedRandom random) {
    keys = CryptoKeys.rsa(random);
  }

  @Override
  void process(byte[] text, FixedRandom random) throws InvalidCipherTextException {
    AsymmetricBlockCipher cipher = new PKCS1Encoding(new RSABlindedEngine());
    cipher.init(true, new ParametersWithRandom(keys.getPublic(), random));
    byte[] secret = processed(cipher, text);
    cipher.init(false, new ParametersWithRandom(keys.getPrivate(), random));
    keep(secret, processed(cipher, secret));
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
