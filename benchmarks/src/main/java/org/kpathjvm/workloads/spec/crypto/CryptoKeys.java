package org.kpathjvm.workloads.spec.crypto;

import java.math.BigInteger;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.generators.DSAKeyPairGenerator;
import org.bouncycastle.crypto.generators.DSAParametersGenerator;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.DSAKeyGenerationParameters;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;

/** Key pairs of the size that was usual when SPECjvm2008 was made. Each run makes the same keys. */
final class CryptoKeys {
  private static final BigInteger PUBLIC_EXPONENT = BigInteger.valueOf(65_537);
  private static final int BITS = 1024;
  private static final int CERTAINTY = 80;

  private CryptoKeys() {}

  static AsymmetricCipherKeyPair rsa(FixedRandom random) {
    RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
    generator.init(new RSAKeyGenerationParameters(PUBLIC_EXPONENT, random, BITS, CERTAINTY));
    return generator.generateKeyPair();
  }

  static AsymmetricCipherKeyPair dsa(FixedRandom random) {
    DSAParametersGenerator parameters = new DSAParametersGenerator(new SHA1Digest());
    parameters.init(BITS, CERTAINTY, random);
    DSAKeyPairGenerator generator = new DSAKeyPairGenerator();
    generator.init(new DSAKeyGenerationParameters(random, parameters.generateParameters()));
    return generator.generateKeyPair();
  }
}
