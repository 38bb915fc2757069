import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Writes records of words, numbers and lines of source as JSON, and parses them. */
public class Jackson {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    List<String> words = driver.words(1_000);
    String[] lines = driver.text(400_000).split("\n");
    JsonFactory factory = new JsonFactory();
    driver.run(
        round -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartArray();
            for (int row = 0; row < lines.length; row++) {
              String word = words.get(row % words.size());
              json.writeStartObject();
              json.writeNumberField("row", row);
              json.writeStringField("word", word);
              json.writeNumberField("share", row * 0.25 + round);
              json.writeStringField("line", lines[row]);
              json.writeBooleanField("long", word.length() > 8);
              json.writeEndObject();
            }
            json.writeEndArray();
          }
          byte[] bytes = out.toByteArray();
          long sum = Driver.checksum(bytes);
          try (JsonParser json = factory.createParser(bytes)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
              if (token == JsonToken.VALUE_NUMBER_INT) {
                sum += json.getIntValue();
              } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
                sum += (long) json.getDoubleValue();
              } else if (token == JsonToken.VALUE_STRING) {
                sum = 31 * sum + json.getTextLength();
              }
            }
          }
          return sum;
        });
  }
}
