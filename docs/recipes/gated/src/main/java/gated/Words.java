package gated;

/** Counts the words of a text, and measures the longest word. */
public class Words {
  /** Returns how many words a text has. */
  static int count(String text) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      boolean isSpace = text.charAt(i) == ' ';
      if (!isSpace && !inside) {
        words++;
      }
      inside = !isSpace;
    }
    return words;
  }

  /** Returns the length of a text's longest word. */
  static int longest(String text) {
    int longest = 0;
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ' ') {
        length = 0;
      } else {
        length++;
      }
      if (length > longest) {
        longest = length;
      }
    }
    return longest;
  }

  /** Prints the results of both methods for a made-up text. */
  public static void main(String[] arguments) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append(i % 50 == 0 ? "extraordinarily " : "plain ");
    }
    System.out.println(count(text.toString()) + " words, longest: " + longest(text.toString()));
  }
}
