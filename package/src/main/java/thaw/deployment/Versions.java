package thaw.deployment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of versions: {@code 25.0.3} of {@code Temurin 25.0.3+9}. */
final class Versions {
  private static final Pattern NUMBERS = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)*");

  /** Missing numbers are zeros: 25 is 25.0.0. */
  static final Comparator<String> BY_NUMBER =
      (one, other) -> {
        List<Integer> left = numbers(one);
        List<Integer> right = numbers(other);
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
          int order = Integer.compare(at(left, i), at(right, i));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  private Versions() {}

  /** Returns the first version in a text, without its build. */
  static Optional<String> in(String text) {
    Matcher matcher = NUMBERS.matcher(text);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  /** Returns the same of a JDK: what follows the fourth number is the vendor's. */
  static Optional<String> ofJdk(String text) {
    return in(text).map(version -> version.replaceFirst("^((?:\\d+\\.){3}\\d+)\\..*", "$1"));
  }

  private static int at(List<Integer> numbers, int index) {
    return index < numbers.size() ? numbers.get(index) : 0;
  }

  private static List<Integer> numbers(String version) {
    List<Integer> numbers = new ArrayList<>();
    for (String each : version.split("\\.")) {
      numbers.add(Integer.parseInt(each));
    }
    return numbers;
  }
}
