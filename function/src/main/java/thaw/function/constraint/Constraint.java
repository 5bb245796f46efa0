package thaw.function.constraint;

import java.util.regex.Pattern;

/** A demand of the service model on a text, in AWS's words. */
public sealed interface Constraint {
  boolean holds(String value);

  String text();

  record Matches(Pattern pattern) implements Constraint {
    @Override
    public boolean holds(String value) {
      try {
        return pattern.matcher(value).matches();
      } catch (StackOverflowError e) {
        return false; // it takes frames for each turn of a repeated group, and no value is so long
      }
    }

    @Override
    public String text() {
      return "Member must satisfy regular expression pattern: " + pattern.pattern();
    }
  }

  record AtMost(int length) implements Constraint {
    @Override
    public boolean holds(String value) {
      return value.length() <= length;
    }

    @Override
    public String text() {
      return "Member must have length less than or equal to " + length;
    }
  }

  record AtLeast(int length) implements Constraint {
    @Override
    public boolean holds(String value) {
      return value.length() >= length;
    }

    @Override
    public String text() {
      return "Member must have length greater than or equal to " + length;
    }
  }

  static Constraint matches(String regex) {
    return new Matches(Pattern.compile(regex));
  }

  static Constraint atLeast(int length) {
    return new AtLeast(length);
  }

  static Constraint atMost(int length) {
    return new AtMost(length);
  }
}
