import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Uses classes of java.util, some of which kpath-jvm's agent uses, too. */
public final class Collected {
  private Collected() {}

  public static void main(String[] arguments) {
    List<String> letters = Arrays.asList("a", "b", "c");
    int found = 0;
    for (int i = 0; i < 100; i++) {
      found += letters.indexOf("c");
    }
    System.out.println(found);
    Map<String, Integer> counts = new TreeMap<>();
    for (String letter : letters) {
      counts.merge(letter, 1, Integer::sum);
    }
    System.out.println(counts);
    BitSet bits = new BitSet();
    bits.set(3, 70);
    System.out.println(bits.cardinality());
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 100).boxed().toList());
    numbers.sort((one, other) -> other - one);
    System.out.println(numbers.stream().collect(Collectors.groupingBy(it -> it % 7)).size());
  }
}
