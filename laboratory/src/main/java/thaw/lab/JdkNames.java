package thaw.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels of JDKs as short as they stay different from one another: {@code JDK 17} for {@code Debian
 * 17.0.15+6-Debian-1deb12u1} where there is only one 17.
 */
final class JdkNames {
  /** Vendor, feature version, the rest of the version's numbers, build. */
  private static final Pattern LABEL = Pattern.compile("(.+?) (\\d+)([.\\d]*)(\\+\\d+)?.*");

  /** Shortest first. */
  private static final List<Function<Matcher, String>> FORMS =
      List.of(
          parts -> "JDK " + parts.group(2),
          parts -> parts.group(1) + " " + parts.group(2),
          parts -> "JDK " + parts.group(2) + parts.group(3),
          parts -> parts.group(1) + " " + parts.group(2) + parts.group(3));

  private final Map<String, String> names;

  private JdkNames(Map<String, String> names) {
    this.names = names;
  }

  /**
   * @param labels as {@code thaw.sandbox.jdk.Jdk} gives them
   */
  static JdkNames of(List<String> labels) {
    List<String> different = labels.stream().distinct().toList();
    Map<String, String> names = new LinkedHashMap<>();
    List<String> shortest = shortest(different);
    // The longest first: one label may be the beginning of another.
    different.stream()
        .sorted(Comparator.comparingInt(label -> -label.length()))
        .forEach(label -> names.put(label, shortest.get(different.indexOf(label))));
    return new JdkNames(names);
  }

  private static List<String> shortest(List<String> labels) {
    for (Function<Matcher, String> form : FORMS) {
      List<String> candidates = new ArrayList<>();
      for (String label : labels) {
        Matcher parts = LABEL.matcher(label);
        candidates.add(parts.matches() ? form.apply(parts) : label);
      }
      if (new HashSet<>(candidates).size() == labels.size()) {
        return candidates;
      }
    }
    return labels;
  }

  /** Returns a text, whatever it is, with these labels in it shortened. */
  String in(String text) {
    String shortened = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      shortened = shortened.replace(name.getKey(), name.getValue());
    }
    return shortened;
  }
}
