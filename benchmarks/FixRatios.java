import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What share of a cold start does {@code thaw fix} leave, as the function is deployed and in all, how
 * soon is the first gain proven in either, and how good are the predictions? Runs the command once for each line of a list:
 *
 * <pre>
 * functions/petstore GuiceLazy --memory 256 --budget 6m
 * ../my-functions    GetPet    --safe
 * </pre>
 *
 * <p>A step counts as well predicted when the median of what it gained on top of the steps before it
 * lies within 25 % of the predicted interval. Its own tree of results is kept, one folder a line.
 *
 * <p>Run with {@code benchmarks/run FixRatios LIST FOLDER}; both may lie anywhere. Lines whose result
 * is in the folder are not run again.
 */
public final class FixRatios {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FixRatios() {}

  public static void main(String[] arguments) throws Exception {
    Path list = Path.of(arguments[0]);
    Path out = Files.createDirectories(Path.of(arguments[1]));
    Path root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
    int predicted = 0;
    int right = 0;
    List<String> table = new ArrayList<>();
    for (String line : Files.readAllLines(list)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Path result = out.resolve(line.strip().replaceAll("[^A-Za-z0-9.-]+", "_"));
      if (Files.notExists(result.resolve("fix.json"))) {
        run(root, Arrays.asList(line.strip().split("\\s+")), result);
      }
      if (Files.notExists(result.resolve("fix.json"))) {
        table.add(line + "\n  no result: " + last(result.resolve("log")));
        continue;
      }
      JsonNode fix = JSON.readTree(result.resolve("fix.json").toFile());
      table.add(
          "%s\n  %,.0f -> %,.0f ms, %.3f; CPU %.2f; as it is deployed %.3f; first gain after %s, as deployed after %s, whole %s"
              .formatted(
                  line,
                  fix.at("/base/totalMillis/p50").asDouble(),
                  fix.at("/result/totalMillis/p50").asDouble(),
                  fix.at("/result/ratio").asDouble(),
                  fix.at("/result/cpuMillis/p50").asDouble() / fix.at("/base/cpuMillis/p50").asDouble(),
                  fix.at("/deployed/totalMillis/p50").asDouble(Double.NaN)
                      / fix.at("/base/totalMillis/p50").asDouble(),
                  time(result, "best so far"),
                  time(result, "best so far as it is deployed"),
                  time(result, "")));
      for (JsonNode step : fix.path("steps")) {
        table.add("    " + text(step));
        if (step.path("kept").asBoolean()) {
          predicted++;
          right += Predictions.predicted(step).isMedianWithin() ? 1 : 0;
        }
      }
    }
    table.forEach(System.out::println);
    System.out.printf("%d of %d kept steps came within 25 %% of the predicted interval%n", right, predicted);
  }

  private static void run(Path root, List<String> words, Path result) throws Exception {
    Files.createDirectories(result);
    List<String> command = new ArrayList<>(List.of(root.resolve("thaw").toString(), "fix", words.getFirst()));
    command.addAll(List.of("--function", words.get(1)));
    command.addAll(words.subList(2, words.size()));
    command.addAll(List.of("--out", result.toString()));
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    StringBuilder log = new StringBuilder();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String said; (said = reader.readLine()) != null; ) {
        log.append(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).append(" s ").append(said).append('\n');
      }
    }
    int exit = process.waitFor();
    log.append(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).append(" s exit ").append(exit).append('\n');
    Files.writeString(result.resolve("log"), log);
  }

  private static String text(JsonNode step) {
    JsonNode measured = step.path("measuredMillis");
    return String.format(
        Locale.ROOT,
        "%-28s predicted %,.0f to %,.0f, measured %s%s",
        step.path("id").asText(),
        step.path("predictedMillis").path(0).asDouble(),
        step.path("predictedMillis").path(1).asDouble(),
        measured.size() == 3
            ? String.format(
                Locale.ROOT,
                "%,.0f (%,.0f to %,.0f)",
                measured.path(1).asDouble(),
                measured.path(0).asDouble(),
                measured.path(2).asDouble())
            : "-",
        step.path("kept").asBoolean()
            ? Predictions.predicted(step).isMedianWithin() ? ", kept" : ", kept, not as predicted"
            : ", not kept: " + step.path("reason").asText());
  }

  /** Of the first line that begins so; of the last line of all where it is empty. */
  private static String time(Path result, String begin) throws Exception {
    if (Files.notExists(result.resolve("log"))) {
      return "-";
    }
    List<String> lines = Files.readAllLines(result.resolve("log"));
    return (begin.isEmpty()
            ? lines.reversed().stream()
            : lines.stream().filter(line -> line.contains(" s " + begin)))
        .findFirst()
        .map(line -> line.substring(0, line.indexOf(" s ") + 2))
        .orElse("-");
  }

  private static String last(Path log) throws Exception {
    return Files.exists(log) ? Files.readAllLines(log).stream().reduce("", (one, other) -> other) : "-";
  }
}
