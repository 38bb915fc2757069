package server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Computes the answers to requests. Equal seeds get equal answers. */
final class Work {
  /** The number of kinds of requests. */
  static final int KINDS = 4;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String[] GOODS = {"apples", "bread", "cheese", "dates", "eggs", "flour"};
  private static final String TEMPLATE =
      "<h1>{title}</h1><table>{each}<tr><td>{name}</td><td>{price}</td></tr>{end}</table>";

  private Work() {}

  /** Returns the answer to a request. The seed determines the kind of the answer and its data. */
  static String answer(int seed) throws IOException {
    switch (Math.floorMod(seed, KINDS)) {
      case 0:
        return sorted(seed);
      case 1:
        return total(orders(seed));
      case 2:
        return page(seed);
      default:
        return words(seed);
    }
  }

  private static int next(int state) {
    int mixed = state * 1_664_525 + 1_013_904_223;
    return mixed ^ (mixed >>> 15);
  }

  /** Sorts numbers with a heap. */
  static String sorted(int seed) {
    int[] values = new int[200 + Math.floorMod(seed, 100)];
    int state = seed;
    for (int at = 0; at < values.length; at++) {
      state = next(state);
      values[at] = state & 0xffff;
    }
    for (int root = values.length / 2; root >= 0; root--) {
      sift(values, root, values.length);
    }
    for (int end = values.length - 1; end > 0; end--) {
      int largest = values[0];
      values[0] = values[end];
      values[end] = largest;
      sift(values, 0, end);
    }
    long digest = 0;
    for (int at = 0; at < values.length; at++) {
      if (at > 0 && values[at - 1] > values[at]) {
        throw new IllegalStateException("not sorted at " + at);
      }
      digest = digest * 31 + values[at];
    }
    return values.length + " sorted, " + digest;
  }

  private static void sift(int[] values, int root, int end) {
    int at = root;
    while (2 * at + 1 < end) {
      int child = 2 * at + 1;
      if (child + 1 < end && values[child + 1] > values[child]) {
        child++;
      }
      if (values[at] >= values[child]) {
        return;
      }
      int lifted = values[child];
      values[child] = values[at];
      values[at] = lifted;
      at = child;
    }
  }

  static String orders(int seed) throws IOException {
    ArrayNode orders = MAPPER.createArrayNode();
    int state = seed;
    for (int order = 0; order < 6; order++) {
      ObjectNode node = orders.addObject();
      node.put("number", order);
      ArrayNode lines = node.putArray("lines");
      state = next(state);
      for (int line = 0; line < 1 + (state & 3); line++) {
        state = next(state);
        ObjectNode one = lines.addObject();
        one.put("name", GOODS[Math.floorMod(state, GOODS.length)]);
        one.put("amount", 1 + (state >>> 8 & 7));
        one.put("cents", 50 + (state >>> 16 & 1023));
      }
    }
    return MAPPER.writeValueAsString(orders);
  }

  static String total(String orders) throws IOException {
    long cents = 0;
    int lines = 0;
    for (JsonNode order : MAPPER.readTree(orders)) {
      for (JsonNode line : order.get("lines")) {
        long amount = line.get("amount").asLong();
        long price = amount * line.get("cents").asLong();
        cents += amount > 4 ? price * 9 / 10 : price;
        lines++;
      }
    }
    return lines + " lines, " + cents + " cents";
  }

  /** Fills in the template, character by character. */
  static String page(int seed) {
    StringBuilder page = new StringBuilder();
    int each = TEMPLATE.indexOf("{each}");
    int end = TEMPLATE.indexOf("{end}");
    fill(page, TEMPLATE.substring(0, each), "Shop " + seed, "", 0);
    int state = seed;
    String row = TEMPLATE.substring(each + "{each}".length(), end);
    for (int at = 0; at < 12; at++) {
      state = next(state);
      String name = GOODS[Math.floorMod(state, GOODS.length)];
      fill(page, row, "", name, 50 + (state >>> 16 & 1023));
    }
    fill(page, TEMPLATE.substring(end + "{end}".length()), "", "", 0);
    return page.toString();
  }

  private static void fill(StringBuilder page, String part, String title, String name, int cents) {
    for (int at = 0; at < part.length(); at++) {
      char letter = part.charAt(at);
      if (letter != '{') {
        page.append(letter);
        continue;
      }
      int close = part.indexOf('}', at);
      switch (part.substring(at + 1, close)) {
        case "title":
          page.append(title);
          break;
        case "name":
          page.append(name);
          break;
        default:
          page.append(cents / 100).append('.').append(cents / 10 % 10).append(cents % 10);
      }
      at = close;
    }
  }

  static String words(int seed) {
    Map<String, Integer> counts = new TreeMap<>();
    int state = seed;
    for (int word = 0; word < 60; word++) {
      state = next(state);
      StringBuilder text = new StringBuilder();
      for (int letter = 0; letter < 1 + (state & 1); letter++) {
        text.append((char) ('a' + (state >>> 4 * letter & 7)));
      }
      counts.merge(text.toString(), 1, Integer::sum);
    }
    return counts.toString();
  }
}
