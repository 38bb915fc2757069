import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.codec.digest.XXHash32;
import org.apache.commons.codec.language.ColognePhonetic;
import org.apache.commons.codec.language.DoubleMetaphone;

/** Encodes words by their sound, encodes text in Base64, and hashes the text. */
public class CommonsCodec {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    byte[] text = driver.text(400_000).getBytes(StandardCharsets.UTF_8);
    List<String> words = driver.words(3_000);
    DoubleMetaphone metaphone = new DoubleMetaphone();
    ColognePhonetic cologne = new ColognePhonetic();
    driver.run(
        round -> {
          long sum = 0;
          for (String word : words) {
            sum = 31 * sum + metaphone.encode(word).hashCode() + cologne.encode(word).hashCode();
          }
          byte[] encoded = new Base64(76).encode(text);
          sum = 31 * sum + Driver.checksum(Base64.decodeBase64(encoded));
          XXHash32 hash = new XXHash32(round);
          hash.update(text, 0, text.length);
          return sum + MurmurHash3.hash32x86(text) + hash.getValue();
        });
  }
}
