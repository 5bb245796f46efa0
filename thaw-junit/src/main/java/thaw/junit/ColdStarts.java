package thaw.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;
import thaw.program.ThawException;

/**
 * Measured cold starts of a function, as medians. CPU time, classes and memory hardly depend on
 * what else this machine does, so they can hold a budget; wall time does, and only informs.
 *
 * @param function its name
 * @param samples how many there are
 * @param failures how many failed, which are not among them
 * @param totalMillis wall time from the start to the response, in milliseconds
 * @param cpuMillis CPU time of all threads in milliseconds; absent where the machine does not tell
 * @param loadedClasses classes that the JVM has loaded; absent where it does not tell
 * @param memoryMiB the most memory used, in MiB; absent where the machine does not tell
 */
public record ColdStarts(
    String function,
    int samples,
    int failures,
    double totalMillis,
    OptionalDouble cpuMillis,
    OptionalDouble loadedClasses,
    OptionalDouble memoryMiB) {

  static ColdStarts of(String function, String document) {
    Map<String, @Nullable Object> variant =
        HandlerJson.list(HandlerJson.object(document).get("variants")).stream()
            .map(HandlerJson::object)
            .findFirst()
            .orElseThrow(() ->
                new ThawException(
                    "thaw bench has measured nothing of " + function,
                    "run it by hand: thaw bench"));
    return new ColdStarts(
        function,
        (int) number(variant.get("samples")).orElse(0),
        (int) number(variant.get("failures")).orElse(0),
        median(variant, "totalMillis").orElse(0),
        median(variant, "cpuMillis"),
        median(variant, "loadedClasses"),
        median(variant, "maxMemoryMiB"));
  }

  private static OptionalDouble median(Map<String, @Nullable Object> variant, String measure) {
    return number(HandlerJson.object(variant.get(measure)).get("p50"));
  }

  private static OptionalDouble number(@Nullable Object value) {
    return value instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  /**
   * All medians are within the budget, and no start failed.
   *
   * @throws AssertionError that names each figure that is over its limit
   * @throws ThawException when a figure with a limit could not be measured here
   */
  public ColdStarts assertWithin(ColdStartBudget budget) {
    List<String> over = new ArrayList<>();
    if (failures > 0) {
      over.add(failures + " of " + (failures + samples) + " starts failed");
    }
    compare(over, "CPU time", "ms", cpuMillis, budget.cpuMillis());
    compare(over, "loaded classes", "", loadedClasses, budget.loadedClasses());
    compare(over, "memory", "MiB", memoryMiB, budget.memoryMiB());
    if (!over.isEmpty()) {
      throw new AssertionError(
          function + " is over its budget: " + String.join("; ", over) + " (" + this + ")");
    }
    return this;
  }

  private void compare(
      List<String> over, String what, String unit, OptionalDouble actual, OptionalDouble limit) {
    if (limit.isEmpty()) {
      return;
    }
    if (actual.isEmpty()) {
      throw new ThawException(
          "the " + what + " of " + function + " could not be measured here",
          "thaw doctor says what this machine lacks; or take the limit out of the budget");
    }
    if (actual.getAsDouble() > limit.getAsDouble()) {
      over.add(
          "%s %s is over %s"
              .formatted(
                  what, words(actual.getAsDouble(), unit), words(limit.getAsDouble(), unit)));
    }
  }

  private static String words(double value, String unit) {
    return String.format(java.util.Locale.ROOT, "%.0f %s", value, unit).strip();
  }

  /** All medians with their units and the number of samples. */
  @Override
  public String toString() {
    return "medians of %d cold starts: CPU time %s, loaded classes %s, memory %s, wall time %s"
        .formatted(
            samples,
            told(cpuMillis, "ms"),
            told(loadedClasses, ""),
            told(memoryMiB, "MiB"),
            words(totalMillis, "ms"));
  }

  private static String told(OptionalDouble value, String unit) {
    return value.isPresent() ? words(value.getAsDouble(), unit) : "not known";
  }
}
