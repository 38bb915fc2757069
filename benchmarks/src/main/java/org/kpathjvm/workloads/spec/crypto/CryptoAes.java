package org.kpathjvm.workloads.spec.crypto;

import java.util.Arrays;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.BufferedBlockCipher;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.paddings.PaddedBufferedBlockCipher;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/** crypto.aes: encrypts and decrypts texts by AES and by DES, in CBC mode with PKCS #5 padding. */
public final class CryptoAes extends CryptoBenchmark {
  private static final long SEED = 20_080_501;
  private static final int AES_KEY_BYTES = 16;
  private static final int DES_KEY_BYTES = 8;

  private ParametersWithIV aesKey;
  private ParametersWithIV desKey;

  /** Creates the benchmark. */
  public CryptoAes() {
    super(SEED);
  }

  @Override
  void makeKeys(FixedRandom random) {
    aesKey = key(random, AES_KEY_BYTES);
    desKey = key(random, DES_KEY_BYTES);
  }

  @Override
  void process(byte[] text, FixedRandom random) throws InvalidCipherTextException {
    thereAndBack(AESEngine.newInstance(), aesKey, text);
    thereAndBack(new DESEngine(), desKey, text);
  }

  private void thereAndBack(BlockCipher engine, ParametersWithIV key, byte[] text)
      throws InvalidCipherTextException {
    BufferedBlockCipher cipher = new PaddedBufferedBlockCipher(CBCBlockCipher.newInstance(engine));
    cipher.init(true, key);
    byte[] secret = processed(cipher, text);
    cipher.init(false, key);
    keep(secret, processed(cipher, secret));
  }

  private static byte[] processed(BufferedBlockCipher cipher, byte[] input)
      throws InvalidCipherTextException {
    byte[] output = new byte[cipher.getOutputSize(input.length)];
    int length = cipher.processBytes(input, 0, input.length, output, 0);
    length += cipher.doFinal(output, length);
    return Arrays.copyOf(output, length);
  }

  private static ParametersWithIV key(FixedRandom random, int bytes) {
    byte[] key = new byte[bytes];
    byte[] first = new byte[bytes];
    random.nextBytes(key);
    random.nextBytes(first);
    return new ParametersWithIV(new KeyParameter(key), first);
  }
}
