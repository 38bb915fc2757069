import java.util.List;
import org.jsoup.nodes.Document;

/** Parses pages of HTML, and extracts their text and links. */
public class Jsoup {
  public static void main(String[] args) throws Exception {
    Driver driver = new Driver(args);
    List<String> pages = driver.texts(".html").subList(20, 60);
    driver.run(
        round -> {
          long sum = 0;
          for (String page : pages) {
            Document document = org.jsoup.Jsoup.parse(page);
            sum = 31 * sum + document.text().hashCode() + document.select("a[href]").size();
            sum = 31 * sum + document.outerHtml().hashCode();
          }
          return sum;
        });
  }
}
