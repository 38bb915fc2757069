package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.instrument.programs.Assigning;

/** Tests which tests {@code AssignedTests} finds: those of variables that their loop assigns. */
class AssignedTestsTest {
  /** Returns the operands of the tests that a method's loops list, in the order of the loops. */
  @SuppressWarnings("unchecked")
  private static List<String> assigned(String method) {
    Map<String, Object> json =
        MethodRecordTest.json(MethodRecordTest.record(Assigning.class, method));
    Map<Object, Object> operands =
        ((List<List<Object>>) json.get("decisions"))
            .stream().collect(Collectors.toMap(one -> one.get(0), one -> one.get(3)));
    return ((List<Map<String, Object>>) json.get("loops"))
        .stream()
            .map(loop -> (List<Object>) loop.getOrDefault("assigned", List.of()))
            .map(blocks -> blocks.stream().map(operands::get).collect(Collectors.toList()))
            .map(Object::toString)
            .collect(Collectors.toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neverAssigned       | [[[i, n]]]",
        "assigned            | [[[i, n], [found], [sum, 5]]]",
        "assignedInInnerLoop | [[[sum, n], [limit, 2.5], [sum++, n]], [[sum++, n]]]",
        "counted             | [[[i, n], [sum + shared]]]",
        // The parts of a switch over strings read the compiler's copy of the string.
        "strings             | [[[i, n], [local 5.hashCode()], [local 5.equals(\"double\")],"
            + " [local 5.equals(\"single\")]]]",
        "fields              | [[]]",
        "assignedBehind      | [[[i, n]]]"
      })
  void theTestsOfAssignedVariablesAreListed(String method, String wanted) {
    assertEquals(wanted, assigned(method).toString());
  }
}
