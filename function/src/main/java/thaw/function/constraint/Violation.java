package thaw.function.constraint;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A value that does not fit the service model.
 *
 * @param path members from the outside inwards, as the model names them
 * @param value as AWS's messages show it, in front of the path
 * @param constraint in AWS's words
 */
public record Violation(List<String> path, String value, String constraint) {
  public Violation {
    path = List.copyOf(path);
  }

  /** Returns AWS's words for one violation. */
  public String text() {
    return "Value%s at '%s' failed to satisfy constraint: %s".formatted(value, shown(), constraint);
  }

  private String shown() {
    return path.stream()
        .map(name -> name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1))
        .collect(Collectors.joining("."));
  }

  /** Returns AWS's words for all that does not fit at once. */
  public static String all(List<String> texts) {
    return "%d validation error%s detected: %s"
        .formatted(texts.size(), texts.size() == 1 ? "" : "s", String.join("; ", texts));
  }
}
