import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** Writes records of words, numbers and lines of source as YAML, and loads them. */
public class SnakeYaml {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    List<String> words = driver.words(1_000);
    String[] lines = driver.text(60_000).split("\n");
    List<Map<String, Object>> records = new ArrayList<>();
    for (int row = 0; row < lines.length; row++) {
      Map<String, Object> record = new LinkedHashMap<>();
      record.put("row", row);
      record.put("word", words.get(row % words.size()));
      record.put("share", row * 0.25);
      record.put("line", lines[row]);
      record.put("words", words.subList(row % 900, row % 900 + 3));
      records.add(record);
    }
    driver.run(
        round -> {
          String document = new Yaml().dump(records);
          return 31L * document.hashCode() + new Yaml().load(document).hashCode();
        });
  }
}
