package org.kpathjvm.workloads.spec.crypto;

import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.CryptoException;
import org.bouncycastle.crypto.Signer;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.signers.DSADigestSigner;
import org.bouncycastle.crypto.signers.DSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.RSADigestSigner;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * crypto.signverify: signs each text by RSA with MD5, SHA-1 and SHA-256, and by DSA with SHA-1, and
 * verifies each signature. The keys have 1,024 bits.
 */
public final class CryptoSignVerify extends CryptoBenchmark {
  private static final long SEED = 20_080_503;

  private AsymmetricCipherKeyPair rsa;
  private AsymmetricCipherKeyPair dsa;
  private int refused;

  /** Creates the benchmark. */
  public CryptoSignVerify() {
    super(SEED);
  }

  @Override
  void makeKeys(FixedRandom random) {
    rsa = CryptoKeys.rsa(random);
    dsa = CryptoKeys.dsa(random);
  }

  @Override
  public void beforeIteration() {
    refused = 0;
  }

  @Override
  void process(byte[] text, FixedRandom random) throws CryptoException {
    signAndVerify(new RSADigestSigner(new MD5Digest()), rsa, text);
    signAndVerify(new RSADigestSigner(new SHA1Digest()), rsa, text);
    signAndVerify(new RSADigestSigner(SHA256Digest.newInstance()), rsa, text);
    // The signer derives its secret numbers from the key and the text (RFC 6979), so that a text
    // always gets the same signature.
    DSASigner signer = new DSASigner(new HMacDSAKCalculator(new SHA1Digest()));
    signAndVerify(new DSADigestSigner(signer, new SHA1Digest()), dsa, text);
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    if (refused > 0) {
      throw StandInFailure.wrongResult(refused + " of our own signatures were refused");
    }
    super.digest(result);
  }

  private void signAndVerify(Signer signer, AsymmetricCipherKeyPair keys, byte[] text)
      throws CryptoException {
    signer.init(true, keys.getPrivate());
    signer.update(text, 0, text.length);
    byte[] signature = signer.generateSignature();
    keep(signature);
    signer.init(false, keys.getPublic());
    signer.update(text, 0, text.length);
    if (!signer.verifySignature(signature)) {
      refused++;
    }
  }
}
