import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.spi.CharsetProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Calls methods of the JDK that call this program back, although their arguments are only strings
 * and numbers. The methods called back walk the stack to find the line at which the program called
 * the JDK, and count this line. Finally, main prints the counts.
 */
public class CallsBack {
  static final Map<String, Integer> CALLERS = new TreeMap<>();

  /** Whether reads of all properties are counted, not only of the program's own properties. */
  static boolean seesAll;

  static class Own extends Properties {
    @Override
    public String getProperty(String key) {
      if (seesAll) {
        seen();
      }
      return key.startsWith("own.") ? seen() : super.getProperty(key);
    }

    /** Counts the line at which the program called the JDK method that reads the property. */
    private String seen() {
      StackTraceElement[] frames = new Throwable().getStackTrace();
      for (int at = 2; at < frames.length; at++) {
        if (frames[at].getClassName().startsWith("CallsBack")) {
          CALLERS.merge("getProperty " + frames[at].getLineNumber(), 1, Integer::sum);
          return "1";
        }
      }
      return "1";
    }
  }

  public static class Charsets extends CharsetProvider {
    @Override
    public Iterator<Charset> charsets() {
      return List.<Charset>of().iterator();
    }

    @Override
    public Charset charsetForName(String name) {
      if (!name.startsWith("x-own")) {
        return null;
      }
      StackTraceElement[] frames = new Throwable().getStackTrace();
      for (int at = 1; at < frames.length; at++) {
        if (frames[at].getClassName().startsWith("CallsBack")) {
          CALLERS.merge("charsetForName " + frames[at].getLineNumber(), 1, Integer::sum);
          break;
        }
      }
      return StandardCharsets.UTF_8;
    }
  }

  static int lone() {
    return Integer.getInteger("own.a");
  }

  static int besideOthers(String text) {
    int all = text.length() + Integer.getInteger("own.b", 3);
    all += Long.getLong("own.c").intValue();
    return all + (Boolean.getBoolean("own.d") ? 1 : 0);
  }

  static int bytes(String name) throws Exception {
    return "text".getBytes(name).length;
  }

  /** On JDK 17, formatting the exception's message initialises classes that read properties. */
  static int character(int code) {
    try {
      return "text".length() + Character.toString(code).length();
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Own own = new Own();
    own.putAll(System.getProperties());
    System.setProperties(own);
    seesAll = true;
    character(-5);
    seesAll = false;
    for (int turn = 0; turn < 20; turn++) {
      lone();
      besideOthers("text");
      bytes("x-own-" + turn);
    }
    CALLERS.forEach((key, count) -> System.out.println(count + " " + key));
  }
}
