package thaw.escape;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a log that one JVM wrote with {@code -XX:+LogCompilation}.
 *
 * @param jvm {@code 25.0.3+9-LTS}
 * @param pid 0 where the log does not say
 * @param startMillis wall clock of the JVM's start
 * @param properties {@code java.home} and others
 * @param arguments of the JVM
 * @param compilations of the optimising compiler, the last one of each method and entry
 * @param lower methods that the simple compiler (C1) has compiled, with the milliseconds after the
 *     JVM's start at which it first did
 * @param onlySimple whether there is no other one, as with {@code -XX:TieredStopAtLevel=1}
 * @param skipped sizes, in bytes, of methods that the analysis of callees did not look into, with
 *     its words; without sizes that several methods in the log have
 * @param whole whether the JVM has ended in the normal way
 */
record CompilationLog(
    String jvm,
    long pid,
    long startMillis,
    Map<String, String> properties,
    String arguments,
    List<Compilation> compilations,
    Map<MethodName, Long> lower,
    boolean onlySimple,
    Map<Integer, String> skipped,
    boolean whole) {
  CompilationLog {
    properties = Map.copyOf(properties);
    compilations = List.copyOf(compilations);
    lower = Map.copyOf(lower);
    skipped = Map.copyOf(skipped);
  }

  /**
   * @throws IOException when it cannot be read
   */
  static CompilationLog read(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      CompilationReader lines = new CompilationReader();
      String line = reader.readLine();
      while (line != null) {
        lines.accept(line);
        line = reader.readLine();
      }
      return lines.log();
    }
  }

  /** Whether a JVM option turns off what is looked for; empty where none does. */
  String turnedOffBy() {
    Map<String, Boolean> on = new HashMap<>();
    List<String> options = List.of("DoEscapeAnalysis", "EliminateAllocations");
    for (String argument : arguments.split("\\s+")) {
      for (String option : options) {
        if (argument.equals("-XX:-" + option) || argument.equals("-XX:+" + option)) {
          on.put(option, argument.startsWith("-XX:+"));
        }
      }
    }
    return options.stream()
        .filter(option -> !on.getOrDefault(option, true))
        .map(option -> "-XX:-" + option)
        .findFirst()
        .orElse("");
  }

  /** The last compilation of each method and kind of entry: the one that runs. */
  static List<Compilation> lasting(List<Compilation> all) {
    Map<String, Compilation> last = new LinkedHashMap<>();
    for (Compilation each : all) {
      last.merge(
          each.method() + (each.atLoop() ? " at loop" : ""),
          each,
          (one, other) -> other.doneMillis() >= one.doneMillis() ? other : one);
    }
    return List.copyOf(last.values());
  }
}
