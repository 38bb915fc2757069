package org.kpathjvm.core.instrument.options;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules in the user's options. A rule sets a number for some loops, for example the number of
 * iterations that their paths may have. {@code org.foo.Bar.run:5} is a rule for all loops of a
 * method, and {@code org.foo.Bar.run@12:5} is a rule for the loop whose header has the bytecode
 * offset 12. Classes are denoted as in filters ({@link ClassPattern}), and {@code *} in a method's
 * name stands for any characters. If several rules apply to a loop, the last of them is used.
 */
public final class LoopRules {
  private static final Pattern RULE =
      Pattern.compile("(.+)\\.([^.@:]+)(?:@(\\d{1,5}))?:(\\d{1,9})");
  private static final int ANY_LOOP = -1;

  private final List<String> texts;
  private final List<Rule> rules = new ArrayList<>(0);

  private static final class Rule {
    private final String classes;
    private final String methods;
    private final int header;
    private final int number;

    private Rule(Matcher parts) {
      classes = parts.group(1);
      methods = parts.group(2);
      header = parts.group(3) == null ? ANY_LOOP : Integer.parseInt(parts.group(3));
      number = Integer.parseInt(parts.group(4));
    }

    private boolean applies(String className, String method, int headerOffset) {
      return (header == ANY_LOOP || header == headerOffset)
          && ClassPattern.globMatches(methods, method)
          && ClassPattern.matches(classes, className);
    }
  }

  private LoopRules(List<String> texts) {
    this.texts = List.copyOf(texts);
  }

  /**
   * Reads the rules from the values of an option.
   *
   * @param option the option's name
   * @param least the smallest number that a rule may give
   * @param most the largest number that a rule may give
   * @throws IllegalArgumentException if a value isn't a rule, or if its number isn't allowed. The
   *     message is one line: the option, the value and the allowed form.
   */
  public static LoopRules of(String option, int least, int most, List<String> texts) {
    LoopRules rules = new LoopRules(texts);
    for (String text : texts) {
      Matcher parts = RULE.matcher(text.replace('/', '.'));
      Rule rule = parts.matches() ? new Rule(parts) : null;
      if (rule == null || rule.number < least || rule.number > most) {
        throw new IllegalArgumentException(
            String.format(
                "agent option %s=%s is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K,"
                    + " where K is from %d to %d",
                option, text, least, most));
      }
      rules.rules.add(rule);
    }
    return rules;
  }

  /**
   * Returns the number that the rules give to a loop.
   *
   * @param otherwise the result if no rule applies
   * @param className the internal name
   * @param header the bytecode offset of the loop's header
   */
  public int number(int otherwise, String className, String method, int header) {
    int found = otherwise;
    for (Rule rule : rules) {
      if (rule.applies(className.replace('/', '.'), method, header)) {
        found = rule.number;
      }
    }
    return found;
  }

  /** Returns all rules as a string; different rules have different strings. */
  @Override
  public String toString() {
    return texts.toString();
  }
}
