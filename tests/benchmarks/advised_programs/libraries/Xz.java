import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** Compresses text with LZMA2, and decompresses it. */
public class Xz {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    byte[] text = driver.text(400_000).getBytes(StandardCharsets.UTF_8);
    driver.run(
        round -> {
          ByteArrayOutputStream compressed = new ByteArrayOutputStream();
          try (XZOutputStream out = new XZOutputStream(compressed, new LZMA2Options(4))) {
            out.write(text);
          }
          byte[] bytes = compressed.toByteArray();
          try (XZInputStream in = new XZInputStream(new ByteArrayInputStream(bytes))) {
            return Driver.checksum(bytes) + Driver.checksum(in.readAllBytes());
          }
        });
  }
}
