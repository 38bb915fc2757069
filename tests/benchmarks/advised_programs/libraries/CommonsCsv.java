import java.io.StringReader;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** Writes a table of words, numbers and lines of source as CSV, and parses it. */
public class CommonsCsv {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    List<String> words = driver.words(700);
    String[] lines = driver.text(200_000).split("\n");
    driver.run(
        round -> {
          StringBuilder table = new StringBuilder();
          try (CSVPrinter printer = new CSVPrinter(table, CSVFormat.DEFAULT)) {
            for (int row = 0; row < lines.length; row++) {
              String word = words.get(row % words.size());
              printer.printRecord(row, word, row * 0.25 + round, lines[row], word.length());
            }
          }
          long sum = 0;
          try (CSVParser parser = CSVFormat.DEFAULT.parse(new StringReader(table.toString()))) {
            for (CSVRecord record : parser) {
              for (String value : record) {
                sum = 31 * sum + value.hashCode();
              }
            }
          }
          return sum;
        });
  }
}
