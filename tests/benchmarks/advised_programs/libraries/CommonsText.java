import java.util.List;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Computes how similar words are, and escapes text. */
public class CommonsText {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    List<String> words = driver.words(400);
    String text = driver.text(100_000);
    LevenshteinDistance distance = new LevenshteinDistance();
    LevenshteinDistance atMost = new LevenshteinDistance(3);
    JaroWinklerSimilarity similarity = new JaroWinklerSimilarity();
    driver.run(
        round -> {
          long sum = StringEscapeUtils.escapeHtml4(text).hashCode();
          for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            for (int j = round % 4; j < words.size(); j += 4) {
              String other = words.get(j);
              sum += distance.apply(word, other);
              sum += atMost.apply(word, other);
              sum += (long) (100 * similarity.apply(word, other));
            }
          }
          return sum;
        });
  }
}
