import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How good are the predictions of {@code thaw fix}, as they were and with the rules of today? Replays the numbers of
 * past searches, of all steps that were tried: those that were kept are the luckier half of the trials.
 *
 * <ul>
 *   <li>{@code take FOLDER RULES} adds what {@code benchmarks/run Strangers} has in FOLDER to predictions.tsv: numbers only. RULES
 *       says by which rules that program has predicted, for a result does not: those of today are {@link #RULES}.
 *   <li>{@code show} prints the tables, with {@code --write} into the page.
 * </ul>
 *
 * <p>Run with {@code benchmarks/run Predictions take FOLDER RULES|show [--write]}.
 */
public final class Predictions {
  private static final ObjectMapper JSON = new ObjectMapper();
  /** To be raised when a rule changes that {@link Row#today} then replays. */
  private static final int RULES = 2;

  private static final Path TABLE = Path.of("benchmarks/predictions.tsv");
  private static final String HEAD =
      "# kind, function, MB, JDK, ms as it is, step, kept, predicted low and high, gain low, median and high, CPU gain, rules";

  private Predictions() {}

  /** One step that was tried. */
  private record Row(
      String kind, String function, int memory, int jdk, double base, String step, boolean kept,
      Predicted predicted, double cpuGain, int rules) {
    static Row read(String line) {
      String[] words = line.split("\t");
      return new Row(
          words[0], words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]), Double.parseDouble(words[4]),
          words[5], words[6].equals("kept"),
          new Predicted(
              Double.parseDouble(words[7]), Double.parseDouble(words[8]), Double.parseDouble(words[9]),
              Double.parseDouble(words[10]), Double.parseDouble(words[11])),
          Double.parseDouble(words[12]), Integer.parseInt(words[13]));
    }

    String line() {
      return String.join(
          "\t", kind, function, "" + memory, "" + jdk, number(base), step, kept ? "kept" : "-",
          number(predicted.low()), number(predicted.high()), number(predicted.gainLow()), number(predicted.gain()),
          number(predicted.gainHigh()), number(cpuGain), "" + rules);
    }

    /** It is then the same result, and its rules are known. */
    boolean hasNumbersOf(Row other) {
      return line().substring(0, line().lastIndexOf('\t')).equals(other.line().substring(0, other.line().lastIndexOf('\t')));
    }

    /** The family: ids name clients, fields and sizes. */
    String family() {
      return step.startsWith("prime-") && !step.equals("prime-classes") ? "prime-CLIENT"
          : step.startsWith("client-settings-") && !step.equals("client-settings-http") ? "client-settings-CLIENT"
          : step.startsWith("static-") ? "static-NAME"
          : step.equals("class-archive") ? step + (jdk < 25 ? ", AppCDS" : ", AOT cache")
          : step;
    }

    /**
     * With the rule of today, where it can be had from the numbers of the old one. That of AppCDS was 0.85 and 1.15 of
     * class loading, and the JIT's share in the upper end; now 0.69 of the loading counts. Loading of classes that
     * the runtime's own archive has is not known here, so small functions stay too high. What a client's search
     * costs has no lower end any more.
     */
    Row today() {
      Predicted old = predicted;
      if (rules == RULES) {
        return this;
      }
      return switch (family()) {
        case "class-archive, AppCDS" -> with(0.69 * old.low(), 0.69 * old.high());
        case "client-settings-CLIENT" -> with(0, old.high());
        default -> this;
      };
    }

    private Row with(double low, double high) {
      return new Row(
          kind, function, memory, jdk, base, step, kept,
          new Predicted(low, high, predicted.gainLow(), predicted.gain(), predicted.gainHigh()), cpuGain, RULES);
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "take" -> take(Path.of(arguments[1]).resolve(".strangers"), Integer.parseInt(arguments[2]));
      case "show" -> show(arguments.length > 1);
      default -> throw new IllegalArgumentException("take FOLDER RULES or show [--write]");
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.exists(TABLE)
        ? Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#")).map(Row::read).toList()
        : List.of();
  }

  private static void take(Path folder, int rules) throws IOException {
    Map<String, Row> all = new TreeMap<>();
    rows().forEach(row -> all.put(key(row), row));
    try (Stream<Path> files = Files.find(folder, 3, (file, _) -> file.endsWith("fix.json"))) {
      for (Path file : files.sorted().toList()) {
        JsonNode fix = JSON.readTree(file.toFile());
        for (JsonNode step : fix.path("steps")) {
          if (step.path("measuredMillis").isArray()) {
            Row row = row(folder.relativize(file), fix, step, rules);
            all.merge(key(row), row, (known, read) -> known.hasNumbersOf(read) ? known : read);
          }
        }
      }
    }
    List<String> lines = new ArrayList<>(List.of(HEAD));
    all.values().forEach(row -> lines.add(row.line()));
    Files.write(TABLE, lines);
    System.out.println(all.size() + " steps");
  }

  private static String key(Row row) {
    return String.join("\t", row.kind(), row.function(), row.step());
  }

  private static Row row(Path file, JsonNode fix, JsonNode step, int rules) {
    return new Row(
        file.getName(0).toString(),
        file.getName(1).toString(),
        fix.path("memoryMiB").asInt(),
        Integer.parseInt(fix.path("jdk").asText().replaceAll("^\\S+ (\\d+).*$", "$1")),
        fix.at("/base/totalMillis/p50").asDouble(),
        step.path("id").asText(),
        step.path("kept").asBoolean(),
        predicted(step),
        step.path("measuredCpuMillis").path(1).asDouble(),
        rules);
  }

  static Predicted predicted(JsonNode step) {
    return new Predicted(
        step.path("predictedMillis").path(0).asDouble(),
        step.path("predictedMillis").path(1).asDouble(),
        step.path("measuredMillis").path(0).asDouble(),
        step.path("measuredMillis").path(1).asDouble(),
        step.path("measuredMillis").path(2).asDouble());
  }

  // ---- the page ----

  private static void show(boolean writes) throws IOException {
    List<Row> rows = rows();
    List<String> judged = judged(rows);
    List<String> families = families(rows);
    judged.forEach(System.out::println);
    families.forEach(System.out::println);
    if (writes) {
      MeasuredPage page = new MeasuredPage("fix-predictions.md", "Predictions");
      page.write("judged", judged);
      page.write("families", families);
    }
  }

  private static List<String> judged(List<Row> rows) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "| steps | median within 25 % | as many if all were right | right | wrong | inconclusive |",
                "| --- | --- | --- | --- | --- | --- |"));
    verdicts(lines, "kept", rows, Row::kept, Function.identity());
    verdicts(lines, "kept, rules of today", rows, Row::kept, Row::today);
    verdicts(lines, "all that were tried", rows, _ -> true, Function.identity());
    verdicts(lines, "all that were tried, rules of today", rows, _ -> true, Row::today);
    return lines;
  }

  private static void verdicts(
      List<String> lines, String what, List<Row> rows, Predicate<Row> which, Function<Row, Row> rule) {
    List<Predicted> steps = rows.stream().filter(which).map(rule).map(Row::predicted).toList();
    lines.add(
        String.format(
            Locale.ROOT,
            "| %s | %d of %d | %.0f | %d | %d | %d |",
            what,
            steps.stream().filter(Predicted::isMedianWithin).count(),
            steps.size(),
            steps.stream().mapToDouble(Predicted::chanceOfRight).sum(),
            count(steps, Predicted.Verdict.RIGHT),
            count(steps, Predicted.Verdict.WRONG),
            count(steps, Predicted.Verdict.OPEN)));
  }

  private static long count(List<Predicted> steps, Predicted.Verdict verdict) {
    return steps.stream().filter(step -> step.verdict() == verdict).count();
  }

  /** What single starts cannot tell of small gains, all steps of a family together can. */
  private static List<String> families(List<Row> rows) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "| family | steps | right, wrong | predicted, sum | predicted today, sum | gained, sum | CPU, sum |",
                "| --- | --- | --- | --- | --- | --- | --- |"));
    Map<String, List<Row>> families = rows.stream().collect(Collectors.groupingBy(Row::family, TreeMap::new, Collectors.toList()));
    families.forEach((name, steps) -> {
      List<Predicted> old = steps.stream().map(Row::predicted).toList();
      List<Predicted> today = steps.stream().map(Row::today).map(Row::predicted).toList();
      double gained = old.stream().mapToDouble(Predicted::gain).sum();
      double off = 1.96 * Math.sqrt(old.stream().mapToDouble(each -> each.deviation() * each.deviation()).sum());
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s`%s | %d | %d, %d | %s | %s | %,.0f (%,.0f to %,.0f) | %,.0f |",
              name.replaceFirst(",.*", ""),
              name.contains(",") ? name.substring(name.indexOf(',')) : "",
              steps.size(),
              count(today, Predicted.Verdict.RIGHT),
              count(today, Predicted.Verdict.WRONG),
              sum(old),
              sum(today),
              gained, gained - off, gained + off,
              steps.stream().mapToDouble(Row::cpuGain).sum()));
    });
    return lines;
  }

  private static String sum(List<Predicted> steps) {
    return String.format(
        Locale.ROOT,
        "%,.0f to %,.0f",
        steps.stream().mapToDouble(Predicted::low).sum(),
        steps.stream().mapToDouble(Predicted::high).sum());
  }
}
