package shop;

/** Prepares text for HTML pages. */
public final class Page {
  private Page() {}

  /** Returns a copy of the text in which each &lt; and each &amp; is escaped. */
  public static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '<') {
        out.append("&lt;");
      } else if (c == '&') {
        out.append("&amp;");
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
