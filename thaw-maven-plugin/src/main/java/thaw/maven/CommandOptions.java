package thaw.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of a command in the order in which they were added. What is not set is left out. */
final class CommandOptions {
  private final List<String> words = new ArrayList<>();

  CommandOptions value(String option, @Nullable Object value) {
    if (value != null && !value.toString().isBlank()) {
      words.add(option + "=" + value);
    }
    return this;
  }

  CommandOptions values(String option, List<String> values) {
    values.forEach(each -> value(option, each));
    return this;
  }

  CommandOptions pairs(String option, Map<String, String> values) {
    values.forEach((name, value) -> words.add(option + "=" + name + "=" + value));
    return this;
  }

  CommandOptions flag(String option, boolean wanted) {
    if (wanted) {
      words.add(option);
    }
    return this;
  }

  CommandOptions words(List<String> others) {
    words.addAll(others);
    return this;
  }

  List<String> all() {
    return List.copyOf(words);
  }
}
