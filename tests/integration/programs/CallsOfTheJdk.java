import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/** Calls methods of the JDK, many of which lead to code of java.util. */
public class CallsOfTheJdk {
  static final String TEXT = "a,b;C";
  static final StringBuilder BUILDER = new StringBuilder("builder");
  static int sum;

  static void replaceAll() { TEXT.replaceAll("[a-c],", ""); }
  static void replaceFirst() { TEXT.replaceFirst("[a-c],", ""); }
  static void matches() { TEXT.matches("[a-c]*"); }
  static void matchesBesideLength() { sum += TEXT.length(); TEXT.matches("[a-c]*"); sum += TEXT.length(); }
  static void split() { TEXT.split("[,;]"); }
  static void splitByOne() { TEXT.split(","); }
  static void splitUpTo() { TEXT.split("[,;]", 2); }
  static void lower() { TEXT.toLowerCase(); }
  static void lowerOf() { TEXT.toLowerCase(Locale.ROOT); }
  static void upper() { TEXT.toUpperCase(); }
  static void chars() { TEXT.chars(); }
  static void codePoints() { TEXT.codePoints(); }
  static void lines() { TEXT.lines(); }
  static void indent() { TEXT.indent(2); }
  static void stripIndent() { TEXT.stripIndent(); }
  static void strip() { TEXT.strip(); }
  static void repeat() { TEXT.repeat(3); }
  static void format() { String.format("%d %s", 1, TEXT); }
  static void formatted() { "%d".formatted(2); }
  static void join() { String.join(",", "a", "b"); }
  static void joinList() { String.join(",", List.of("a", "b")); }
  static void describe() { TEXT.describeConstable(); }
  static void replace() { TEXT.replace(",", ";"); }
  static void transform() { TEXT.transform(CallsOfTheJdk::same); }
  static void bytes() { TEXT.getBytes(); }
  static void bytesOf() throws Exception { TEXT.getBytes("UTF-16"); }
  static void equality() { TEXT.equals("a,b"); TEXT.hashCode(); TEXT.compareTo("b"); TEXT.isBlank(); }
  static void caseInsensitive() { String.CASE_INSENSITIVE_ORDER.compare(TEXT, "A"); }
  static void charAtOutside() { try { TEXT.charAt(99); } catch (IndexOutOfBoundsException e) { sum++; } }
  static void substringOutside() { try { TEXT.substring(99); } catch (IndexOutOfBoundsException e) { sum++; } }
  static void valueOf() { String.valueOf(Locale.ROOT); String.valueOf(1.5); }
  static void append() { BUILDER.append(Locale.ROOT).append(1.5).append(TEXT).setLength(0); }
  static void builderOutside() { try { BUILDER.charAt(999); } catch (IndexOutOfBoundsException e) { sum++; } }
  static void builderChars() { BUILDER.chars(); BUILDER.reverse(); }
  static void concat() { String text = TEXT + sum + Locale.ROOT; }
  static void integer() { Integer.parseInt("12"); Integer.toString(3, 7); Integer.getInteger("none"); }
  static void integerFails() { try { Integer.parseInt("x"); } catch (NumberFormatException e) { sum++; } }
  static void integerConstable() { Integer.valueOf(7).describeConstable(); }
  static void longs() { Long.getLong("none"); Long.parseLong("4"); Boolean.getBoolean("none"); }
  static void doubles() { Double.parseDouble("1.5e3"); Double.toString(2.5); Double.toHexString(0.1); }
  static void characters() { Character.isLetter('a'); Character.getName('a'); Character.toString('b'); }
  static void random() { Math.random(); Math.sqrt(2); Math.floorMod(3, 2); }
  static void require() { Objects.requireNonNull(TEXT); Objects.hash(1, 2); Objects.toString(null); }
  static void checkIndex() { try { Objects.checkIndex(3, 2); } catch (IndexOutOfBoundsException e) { sum++; } }
  static void frequency() { Collections.frequency(List.of("a", "b"), "a"); }
  static void sort() { List<String> all = new ArrayList<>(List.of("b", "a")); Collections.sort(all); }
  static void maximum() { Collections.max(List.of(3, 4), CallsOfTheJdk::compared); }
  static void sortArray() { String[] all = {"b", "a"}; Arrays.sort(all); }
  static void joiner() { new StringJoiner("-").add("a").add("b").toString(); }
  static void eachOne() { for (String one : List.of("a", "b")) { sum += one.length(); } }
  static void stream() { List.of("b", "a").stream().map(CallsOfTheJdk::same).forEach(one -> sum++); }
  static void map() { Map.of("a", 1).computeIfAbsent("a", one -> null); }
  static void property() { System.getProperty("none"); System.getenv("none"); }
  static void thread() { Thread.currentThread().getName(); new Thread(CallsOfTheJdk::nothing); }
  static void copied() { new int[2][2].clone(); new String(new char[] {'a'}); }

  static String same(String one) { return one; }
  static int compared(int one, int other) { return Integer.compare(one, other); }
  static void nothing() {}

  static void all() throws Exception {
    replaceAll(); replaceFirst(); matches(); matchesBesideLength(); split(); splitByOne(); splitUpTo();
    lower(); lowerOf(); upper(); chars(); codePoints(); lines(); indent(); stripIndent(); strip(); repeat();
    format(); formatted(); join(); joinList(); describe(); replace(); transform(); bytes(); bytesOf();
    equality(); caseInsensitive(); charAtOutside(); substringOutside(); valueOf(); append(); builderOutside();
    builderChars(); concat(); integer(); integerFails(); integerConstable(); longs(); doubles(); characters();
    random(); require(); checkIndex(); frequency(); sort(); try { map(); } catch (RuntimeException e) { sum++; }
    maximum(); sortArray(); joiner(); eachOne(); stream(); property(); thread(); copied();
  }

  public static void main(String[] arguments) throws Exception {
    for (int turn = 0; turn < Integer.parseInt(arguments[0]); turn++) {
      all();
    }
  }
}
