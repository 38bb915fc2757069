import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the tags TODO, FIXME and XXX in a text, where a word begins with them. */
public class Tags {
  static final String[] TAGS = {"TODO", "FIXME", "XXX"};

  static int count(char[] text) {
    int found = 0;
    for (int at = 1; at < text.length; at++) {
      if (Character.isJavaIdentifierPart(text[at - 1])) {
        continue;
      }
      for (int tag = 0; tag < TAGS.length; tag++) {
        if (isAt(text, at, TAGS[tag])) {
          found++;
        }
      }
    }
    return found;
  }

  static boolean isAt(char[] text, int at, String tag) {
    for (int i = 0; i < tag.length(); i++) {
      if (at + i == text.length || text[at + i] != tag.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] arguments) throws IOException {
    String text = Files.readString(Path.of(arguments[0])).repeat(100);
    System.out.println(count(text.toCharArray()) + " tags");
  }
}
