package thaw.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shows what an option's value looks like to a user who gave one of another kind. */
final class OptionExamples {
  /** The examples of options whose values are figures. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("--api-port", "3000"),
          Map.entry("--async-time-scale", "0.001"),
          Map.entry("--concurrency", "10"),
          Map.entry("--connections", "100"),
          Map.entry("--debug-port", "5005"),
          Map.entry("--idle", "300"),
          Map.entry("--memory", "512"),
          Map.entry("--port", "3001"),
          Map.entry("--runs", "5"),
          Map.entry("--seed", "7"),
          Map.entry("--throttle-cpu", "90"),
          Map.entry("--throttle-memory", "98"),
          Map.entry("--timeout", "10"),
          Map.entry("--times", "5"));

  private OptionExamples() {}

  /** Returns the words that an option takes; empty for one that takes others, too. */
  static List<String> words(@Nullable ArgSpec argument) {
    if (argument == null) {
      return List.of();
    }
    Class<?> type = argument.isMultiValue() ? argument.auxiliaryTypes()[0] : argument.type();
    return type.isEnum()
        ? List.of(type.getEnumConstants()).stream()
            .map(each -> each.toString().toLowerCase(Locale.ROOT))
            .toList()
        : List.of();
  }

  /**
   * @return a complete option, or nothing where none is known
   */
  static List<String> of(@Nullable ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return List.of();
    }
    String name = option.longestName();
    List<String> words = words(option);
    if (!words.isEmpty()) {
      return words.stream().map(each -> name + " " + each).toList();
    }
    String value = VALUES.get(name);
    return value == null ? List.of() : List.of(name + " " + value);
  }
}
