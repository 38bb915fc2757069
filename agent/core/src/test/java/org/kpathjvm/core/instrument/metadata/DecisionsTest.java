package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.json;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.record;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.records;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.instrument.programs.Conditions;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Tests {@link Decisions}: what branches compare, what switches choose by, and what handlers catch,
 * according to a method's metadata.
 */
class DecisionsTest {
  @SuppressWarnings("unchecked")
  private static List<List<Object>> decisions(String name) {
    return (List<List<Object>>) json(found(name)).get("decisions");
  }

  @SuppressWarnings("unchecked")
  private static List<Object> block(String name, int block) {
    return ((List<List<Object>>) json(found(name)).get("blocks")).get(block);
  }

  private static MethodRecord found(String name) {
    return records(Conditions.class, CutMode.BACK_EDGE, 4096).stream()
        .filter(record -> record.key().contains("." + name + "("))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The compiler turns each of these conditions into a branch that jumps if the condition doesn't
   * hold.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "less             | <    | I | [a, b] | 3",
        "lessOfDoubles    | <    | D | [a, b] | 4",
        "atLeastOfFloats  | >=   | F | [a, b] | 4",
        "equalLongs       | ==   | J | [a[i], a.length + 2L] | 10",
        "even             | ==   | I | [(i & 1), 0] | 4",
        "another          | true | Z | [some.hasNext()] | 3",
        "isText           | true | Z | [some instanceof String] | 3",
        "isThere          | !=   | A | [some, null] | 2",
        "assigned         | >=   | I | [(at = text.indexOf(\"x\", from)), 0] | 7",
        "narrow           | >    | I | [(int) -wide, 97] | 5",
        "ofField          | >    | I | [count, Math.max(count, 7)] | 7"
      })
  void aBranchIsAComparison(
      String method, String operator, String type, String operands, long instructions) {
    List<List<Object>> decisions = decisions(method);
    assertEquals(1, decisions.size());
    assertEquals(List.of(0L, operator, type), decisions.get(0).subList(0, 3), decisions.toString());
    assertEquals(operands, decisions.get(0).get(3).toString());
    assertEquals("[[1, 0], [1, 2]]", decisions.get(0).subList(4, 6).toString());
    // The block contains nothing but the test, so all of its instructions belong to the test.
    assertEquals(instructions, decisions.get(0).get(6));
    assertEquals(instructions, block(method, 0).get(3));
  }

  /**
   * The code jumps if {@code a < b}. The metadata usually has the opposite of the jump's
   * comparison, but {@code a >= b} would be wrong here: for NaN it is false, although the code
   * doesn't jump. So the metadata has {@code a < b}.
   */
  @Test
  void aComparisonThatIsFalseForNanIsNotNegated() {
    assertEquals(
        "[[0, <, D, [a, b], [1, 0], [2, 1], 4]]", decisions("notLessOfDoubles").toString());
  }

  @Test
  void aNegatedConditionIsWrittenWithoutTheNegation() {
    assertEquals(
        "[[0, true, Z, [some.hasNext()], [1, 0], [2, 1], 3]]", decisions("none").toString());
  }

  @Test
  void operandsFromOtherBlocksAreLeftOut() {
    assertEquals(
        "[[0, true, Z, [which], [1, 0], [1, 2], 2], [3, >, I, […, 0], [1, 0], [4, 5], -1]]",
        decisions("afterChoice").toString());
  }

  @Test
  void aTestIsOnlyThePartOfItsBlockThatComputesTheOperands() {
    assertEquals("[[0, >, I, [(c + d), e], [1, 0], [1, 2], 5]]", decisions("afterWork").toString());
    assertEquals(13L, block("afterWork", 0).get(3));
  }

  @Test
  void theDefaultOfASwitchComesLast() {
    assertEquals(
        "[[0, switch, I, [i * 2], [3, 77, 1000], [1, 2, 2, 3], 4]]",
        decisions("chosen").toString());
    assertEquals(
        "[[0, switch, I, [i], [1, 2, 3, 4], [1, 3, 2, 2, 3], 2]]", decisions("table").toString());
  }

  private static List<Object> lastDecision(Class<?> program, String name) {
    List<List<Object>> all = all(program, name, "decisions");
    return all.get(all.size() - 1);
  }

  @SuppressWarnings("unchecked")
  private static List<List<Object>> all(Class<?> program, String name, String member) {
    return (List<List<Object>>) json(record(program, name)).get(member);
  }

  /** javac numbers the strings "s1", "s2" and "s5" from 0 to 2, and switches over the numbers. */
  @Test
  void aSwitchOverStringsHasLabels() {
    List<Object> decision = lastDecision(Switches.class, "text");
    assertEquals("[0, 1, 2]", decision.get(4).toString());
    assertEquals("[\"s1\", \"s2\", \"s5\"]", decision.get(7).toString());
    assertEquals("", decision.get(8));
  }

  /**
   * The decision of a switch over an enum names the table that has the labels. Some versions of
   * javac map the enum's constants to numbers; then the table is that of a class that javac makes.
   * Other versions switch over the ordinals; then the table is that of the enum.
   */
  @Test
  void aSwitchOverAnEnumNamesItsLabelTable() {
    List<Object> decision = lastDecision(Switches.class, "colour");
    assertEquals("[]", decision.get(7).toString());
    String table = decision.get(8).toString();
    String owner = table.contains(".") ? table.substring(0, table.indexOf('.')) : table;
    String name = table.substring(Math.min(table.length(), owner.length() + 1));
    List<List<Object>> tables =
        records(Switches.class, CutMode.BACK_EDGE, 4096).stream()
            .filter(record -> record.key().startsWith(owner + ".<clinit>"))
            .flatMap(record -> tables(record).stream())
            .filter(one -> one.get(0).equals(name))
            .collect(Collectors.toList());
    String expected =
        name.isEmpty() ? "[[, [0, 1], [RED, GREEN]]]" : "[[" + name + ", [1], [RED]]]";
    assertEquals(expected, tables.toString());
  }

  /** The metadata of an enum's static initialiser has a table of the constants and ordinals. */
  @Test
  void anEnumHasATableOfItsConstants() {
    MethodRecord initialiser =
        records(Switches.class, CutMode.BACK_EDGE, 4096).stream()
            .filter(record -> record.key().endsWith("$Colour.<clinit>()V"))
            .findFirst()
            .orElseThrow();
    assertEquals("[[, [0, 1], [RED, GREEN]]]", tables(initialiser).toString());
    // Other methods have no tables.
    assertEquals(null, json(record(Switches.class, "colour")).get("tables"));
  }

  @SuppressWarnings("unchecked")
  private static List<List<Object>> tables(MethodRecord record) {
    return (List<List<Object>>) json(record).get("tables");
  }

  @Test
  void aHandlerListsTheTypesThatItCatches() {
    assertEquals(
        "[[1, caught, A, [java/lang/IllegalStateException, java/lang/NullPointerException], [], [],"
            + " 0], [2, caught, A, [], [], [], 0]]",
        decisions("caught").toString());
  }
}
