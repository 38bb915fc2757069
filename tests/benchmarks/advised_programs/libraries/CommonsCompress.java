import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Compresses text with bzip2, and decompresses it. */
public class CommonsCompress {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    byte[] text = driver.text(400_000).getBytes(StandardCharsets.UTF_8);
    driver.run(
        round -> {
          ByteArrayOutputStream compressed = new ByteArrayOutputStream();
          try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(compressed)) {
            out.write(text);
          }
          byte[] bytes = compressed.toByteArray();
          ByteArrayInputStream in = new ByteArrayInputStream(bytes);
          try (BZip2CompressorInputStream back = new BZip2CompressorInputStream(in)) {
            return Driver.checksum(bytes) + Driver.checksum(back.readAllBytes());
          }
        });
  }
}
