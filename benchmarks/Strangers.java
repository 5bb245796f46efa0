import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * Does {@code thaw fix} work on functions that others have written? Runs it on each function of
 * strangers.txt, and writes the figures of all runs and what they say beside the goals into
 * docs/measured/strangers.md.
 *
 * <p>Run with {@code benchmarks/run Strangers FOLDER [--only NAME]... [--budget 8m] [--safe]
 * [--reviewed] [--runtime-25] [--snap-start] [--write]}. FOLDER has the clones, as owner/name; it
 * says how to get those that are not there. NAME is a part of a line. The switches choose the
 * searches: with safe steps, those and the reviewed ones (what is done where none is chosen), with
 * the newest runtime, and with SnapStart. The result of each is kept in FOLDER/.strangers: the same
 * command goes on with those that have none. With {@code --write} nothing is measured.
 *
 * <p>Of a template with SnapStart a copy without it is searched, beside it in the clone: so all
 * functions start plainly, and SnapStart is a step like any other.
 */
public final class Strangers {
  private static final MeasuredPage PAGE = new MeasuredPage("strangers.md", "Strangers");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double SOON_SECONDS = 90;
  private static final double WHOLE_SECONDS = 480;

  /** What the search says where no fact stood in the way of a remedy that it did not offer. */
  private static final String NO_FACT = "its conditions do not hold here";

  private static final Pattern SNAP_START =
      Pattern.compile("(?m)^[ \\t]*SnapStart:[ \\t]*(#.*)?\\r?\\n[ \\t]*ApplyOn:.*\\r?\\n");

  private static final Pattern SAID = Pattern.compile("(\\d+(?:\\.\\d)?) s (.*)");

  /** Searches of one function, by what they may try. */
  private enum Kind {
    SAFE("safe", "--safe", "safe steps"),
    REVIEWED("reviewed", "", "safe and reviewed steps"),
    RUNTIME(
        "runtime-25",
        Stream.of(Family.values())
            .filter(family -> family.kind() != RemedyKind.DIFFERENT)
            .map(Family::id)
            .collect(Collectors.joining(",", "--only ", ",runtime-25")),
        "these, where the runtime may move"),
    SNAP_START(
        "snap-start",
        "--only snap-start,prime-classes,prime-CLIENT,sdk-warm-up,first-request,first-binding,static-NAME,sdk-v2",
        "with SnapStart");

    private final String id;
    private final List<String> options;
    private final String words;

    Kind(String id, String options, String words) {
      this.id = id;
      this.options = options.isEmpty() ? List.of() : List.of(options.split(" "));
      this.words = words;
    }
  }

  /** What is left of a search. */
  private record Run(Stranger stranger, Kind kind, Path folder) {
    boolean isDone() {
      return Files.exists(folder.resolve("ended"));
    }

    Optional<JsonNode> fix() throws IOException {
      Path file = folder.resolve("fix.json");
      return Files.exists(file) ? Optional.of(JSON.readTree(file.toFile())) : Optional.empty();
    }

    /** Returns what the command said, each line behind the seconds since it began. */
    List<String> said() throws IOException {
      Path log = folder.resolve("said");
      return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }
  }

  private final Path folder;
  private final Path root;

  private Strangers(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    this.root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
  }

  public static void main(String[] arguments) throws Exception {
    Strangers strangers = new Strangers(Path.of(arguments[0]));
    List<String> only = new ArrayList<>();
    Set<Kind> kinds = new TreeSet<>();
    String budget = "8m";
    boolean writes = false;
    for (int i = 1; i < arguments.length; i++) {
      String word = arguments[i];
      switch (word) {
        case "--only" -> only.add(arguments[++i]);
        case "--budget" -> budget = arguments[++i];
        case "--write" -> writes = true;
        default ->
            kinds.add(
                Stream.of(Kind.values())
                    .filter(each -> word.equals("--" + each.id))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(word)));
      }
    }
    List<Stranger> all = Stranger.all();
    if (!writes) {
      List<Stranger> chosen =
          all.stream()
              .filter(each -> only.isEmpty() || only.stream().anyMatch(each.name()::contains))
              .toList();
      for (Kind kind : kinds.isEmpty() ? Set.of(Kind.REVIEWED) : kinds) {
        for (Stranger stranger : chosen) {
          strangers.search(strangers.run(stranger, kind), budget);
        }
      }
    }
    strangers.write(all);
  }

  private Run run(Stranger stranger, Kind kind) {
    return new Run(stranger, kind, folder.resolve(".strangers").resolve(kind.id).resolve(Stranger.file(stranger.name() + " " + stranger.memory())));
  }

  // ---- searches ----

  private void search(Run run, String budget) throws IOException, InterruptedException {
    if (run.isDone()) {
      return;
    }
    Stranger stranger = run.stranger();
    Path clone = folder.resolve(stranger.repository());
    if (!isThere(stranger, clone)) {
      return;
    }
    Files.createDirectories(run.folder());
    if (!isBuilt(stranger, clone.resolve(stranger.source()), run.folder())) {
      return;
    }
    List<String> command = new ArrayList<>();
    Path source = withoutSnapStart(clone.resolve(stranger.source()).normalize());
    command.addAll(List.of(root.resolve("thaw").toString(), "fix", source.toString()));
    command.addAll(List.of(stranger.choice(), stranger.function()));
    command.addAll(List.of("--memory", "" + stranger.memory(), "--budget", budget));
    command.addAll(run.kind().options);
    command.addAll(stranger.options());
    command.addAll(List.of("--out", run.folder().toString()));
    System.out.println(run.kind().id + ": " + stranger.name() + ", " + stranger.memory() + " MB");
    Path log = run.folder().resolve("said");
    double before = seconds(run.said());
    int exit = ran(command, log, before);
    Files.writeString(run.folder().resolve("ended"), exit + "\n");
  }

  private static boolean isThere(Stranger stranger, Path clone) throws IOException, InterruptedException {
    if (!Files.isDirectory(clone)) {
      System.out.printf(
          "missing: git clone https://github.com/%s %s && git -C %s checkout %s%n",
          stranger.repository(), clone, clone, stranger.commit());
      return false;
    }
    Process git = new ProcessBuilder("git", "-C", clone.toString(), "rev-parse", "--short=10", "HEAD").start();
    String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    git.waitFor();
    if (!commit.equals(stranger.commit())) {
      System.out.println("beware: " + stranger.repository() + " is at " + commit + ", not at " + stranger.commit());
    }
    return true;
  }

  /** Returns the template, or the folder of it, or the copy that has all of it but SnapStart. */
  private static Path withoutSnapStart(Path source) throws IOException {
    Path template = source;
    for (String name : List.of("template.yaml", "template.yml")) {
      if (Files.exists(source.resolve(name))) {
        template = source.resolve(name);
      }
    }
    if (!Files.isRegularFile(template) || !template.toString().matches(".*\\.ya?ml")) {
      return source;
    }
    String text = Files.readString(template);
    String plain = SNAP_START.matcher(text).replaceAll("");
    if (plain.equals(text)) {
      return source;
    }
    Path copy = template.resolveSibling("template-without-snap-start.yaml");
    if (!Files.exists(copy) || !Files.readString(copy).equals(plain)) {
      Files.writeString(copy, plain);
    }
    return copy;
  }

  /** A jar or zip that the template names has to be there; {@code thaw fix} builds the rest itself. */
  private static boolean isBuilt(Stranger stranger, Path source, Path result) throws IOException, InterruptedException {
    Path module = source;
    while (!Files.exists(module.resolve("pom.xml"))) {
      Path above = module.toAbsolutePath().getParent();
      if (above == null || Files.exists(module.resolve(".git"))) {
        return true;
      }
      module = above;
    }
    if (Files.isDirectory(module.resolve("target"))) {
      return true;
    }
    System.out.println("building " + module);
    Path log = result.resolve("build");
    List<String> maven =
        List.of("mvn", "-q", "-B", "-DskipTests", "-f", module.resolve("pom.xml").toString(), "package");
    List<String> onThisJdk = new ArrayList<>(List.of("env", "JAVA_HOME=" + System.getProperty("java.home")));
    onThisJdk.addAll(maven);
    boolean isBuilt = ran(onThisJdk, log, 0) == 0 || ran(maven, log, 0) == 0; // older plug-ins know no new JDK
    if (!isBuilt) {
      System.out.println("not built, see " + log);
    }
    return isBuilt;
  }

  /** Runs a command, and adds what it says to a file, each line with the seconds so far. */
  private static int ran(List<String> command, Path log, double before) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    List<String> lines = Files.exists(log) ? new ArrayList<>(Files.readAllLines(log)) : new ArrayList<>();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String said; (said = reader.readLine()) != null; ) {
        lines.add(line(before, began, said));
        Files.write(log, lines);
      }
    }
    int exit = process.waitFor();
    lines.add(line(before, began, "exit " + exit));
    Files.write(log, lines);
    return exit;
  }

  private static String line(double before, long began, String said) {
    double seconds = before + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) / 1000.0;
    return String.format(Locale.ROOT, "%.1f s %s", seconds, said);
  }

  // ---- what came of them ----

  /** Returns the seconds of the last line. */
  private static double seconds(List<String> said) {
    return said.isEmpty() ? 0 : seconds(said.getLast());
  }

  private static double seconds(String line) {
    Matcher matcher = SAID.matcher(line);
    return matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
  }

  private static Optional<Double> firstGain(List<String> said) {
    return said.stream().filter(line -> line.contains(" s best so far")).findFirst().map(Strangers::seconds);
  }

  private static Stream<JsonNode> kept(JsonNode fix) {
    return Stream.of(fix.path("steps")).flatMap(Strangers::each).filter(step -> step.path("kept").asBoolean());
  }

  private static Stream<JsonNode> each(JsonNode array) {
    List<JsonNode> all = new ArrayList<>();
    array.forEach(all::add);
    return all.stream();
  }

  /** Returns whether a step changes source, build or template: the managed runtime has it, too. */
  private static boolean changesFiles(JsonNode step) {
    return step.path("gainsIn").asText().equals("managed");
  }

  private static boolean isSo(JsonNode step, Predicted.Verdict verdict) {
    return Predictions.predicted(step).verdict() == verdict;
  }

  private static String notAsPredicted(JsonNode step) {
    return switch (Predictions.predicted(step).verdict()) {
      case RIGHT -> "";
      case WRONG -> " (not as predicted)";
      case OPEN -> " (inconclusive)";
    };
  }

  /** Returns what became of the remedies of each finding. */
  private static Map<String, List<JsonNode>> findings(JsonNode fix) {
    return each(fix.path("considered"))
        .filter(row -> !row.path("finding").asText().isEmpty())
        .collect(
            Collectors.groupingBy(
                row -> row.path("finding").asText() + " " + row.path("place").asText(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private static boolean isAnswered(List<JsonNode> rows) {
    return rows.stream()
        .allMatch(row -> !row.path("reason").asText().isBlank() && !row.path("reason").asText().startsWith(NO_FACT));
  }

  private static boolean isProven(JsonNode fix) {
    return fix.path("result").path("gainMillis").path(0).asDouble() > 0
        || fix.path("result").path("gainCpuMillis").path(0).asDouble() > 0;
  }

  private static String row(Run run, JsonNode fix) throws IOException {
    Stranger stranger = run.stranger();
    double base = fix.at("/base/totalMillis/p50").asDouble();
    Map<String, List<JsonNode>> findings = findings(fix);
    long answered = findings.values().stream().filter(Strangers::isAnswered).count();
    List<String> said = run.said();
    return String.format(
            Locale.ROOT,
            "%s\t%s\t%s, %,d\t%,.0f\t%s\t%s\t%s\t%d of %d\t%s\t%,.0f",
            stranger.name(),
            stranger.group(),
            fix.path("jdk").asText().replaceAll("^\\S+ (\\d+).*?( in place of JDK \\d+)?$", "$1$2"),
            stranger.memory(),
            base,
            fix.has("deployed")
                ? figures(fix.path("deployed")) + (fix.at("/deployed/gains").asBoolean() ? "" : ", not proven")
                : "-",
            figures(fix.path("result")) + (isProven(fix) ? "" : ", not proven") + (fix.path("confirmed").asBoolean() ? "" : ", not confirmed"),
            kept(fix).map(Strangers::text).collect(Collectors.joining("; ")),
            answered,
            findings.size(),
            firstGain(said).map(seconds -> String.format(Locale.ROOT, "%,.0f", seconds)).orElse("-"),
            seconds(said));
  }

  private static String figures(JsonNode figures) {
    return String.format(
        Locale.ROOT, "%,.0f, %.2f", figures.at("/totalMillis/p50").asDouble(), figures.path("ratio").asDouble());
  }

  private static String text(JsonNode step) {
    return String.format(
        Locale.ROOT,
        "%s %,.0f to %,.0f: %,.0f%s",
        step.path("id").asText(),
        step.path("predictedMillis").path(0).asDouble(),
        step.path("predictedMillis").path(1).asDouble(),
        step.path("measuredMillis").path(1).asDouble(),
        notAsPredicted(step));
  }

  // ---- the page ----

  private record Result(Run run, JsonNode fix) {
    int jdk() {
      return Integer.parseInt(fix.path("jdk").asText().replaceAll("^\\S+ (\\d+).*$", "$1"));
    }

    double ratio() {
      return fix.at("/result/ratio").asDouble();
    }

    Optional<Double> managed() {
      return fix.has("deployed") ? Optional.of(fix.at("/deployed/ratio").asDouble()) : Optional.empty();
    }
  }

  private void write(List<Stranger> all) throws IOException {
    List<Result> results = new ArrayList<>();
    List<String> without = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (Stranger stranger : all) {
        Run run = run(stranger, kind);
        Optional<JsonNode> fix = run.fix();
        fix.ifPresent(found -> results.add(new Result(run, found)));
        if (fix.isEmpty() && run.isDone()) {
          List<String> said = run.said();
          without.add(
              "- %s, %s: %s"
                  .formatted(
                      stranger.name(),
                      kind.words,
                      said.stream()
                          .filter(line -> line.contains(" s thaw: "))
                          .findFirst()
                          .orElse(said.size() > 1 ? said.get(said.size() - 2) : "nothing was said")
                          .replaceFirst("^\\S+ s (thaw: )?", "")
                          .replace(folder + "/", "")));
        }
      }
    }
    PAGE.write("goals", goals(all, results));
    PAGE.write("groups", groups(results));
    List<String> rows =
        new ArrayList<>(
            List.of(
                "search\tfunction\tgroup\tJDK, MB\tas it is, ms\tas it is deployed, ms and ratio\tin a package, ms and ratio\tkept, predicted and measured ms\tanswered\tfirst gain, s\twhole, s"));
    for (Kind kind : Kind.values()) {
      for (Result result : results) {
        if (result.run().kind() == kind) {
          rows.add(kind.words + "\t" + row(result.run(), result.fix()));
        }
      }
    }
    PAGE.writeTable(rows);
    PAGE.write("without", without.isEmpty() ? List.of("All that were searched have a result.") : without);
    System.out.println(String.join("\n", goals(all, results)));
  }

  private static List<String> goals(List<Stranger> all, List<Result> results) {
    List<String> lines = new ArrayList<>(List.of("| what | goal | reached |", "| --- | --- | --- |"));
    long repositories = all.stream().map(Stranger::repository).distinct().count();
    lines.add("| functions, repositories | 24, 12 | %d, %d |".formatted(all.size(), repositories));
    ratio(lines, "safe steps, JDK 25", 0.42, of(results, Kind.SAFE, each -> each.jdk() == 25), Result::ratio);
    ratio(lines, "safe steps, JDK 17", 0.60, of(results, Kind.SAFE, each -> each.jdk() == 17), Result::ratio);
    ratio(lines, "reviewed steps, JDK 25", 0.33, of(results, Kind.REVIEWED, each -> each.jdk() == 25), Result::ratio);
    ratio(lines, "of `java17` and `java21`, where the runtime may move", 0.33,
        of(results, Kind.RUNTIME, each -> Set.of(17, 21).contains(each.run().stranger().jdk())), Result::ratio);
    ratio(lines, "with SnapStart", 0.08, of(results, Kind.SNAP_START, _ -> true), Result::ratio);
    List<Result> reviewed = of(results, Kind.REVIEWED, _ -> true);
    if (!reviewed.isEmpty()) {
      lines.add(
          "| median of the ratios that the managed runtime has of reviewed steps | - | %s |"
              .formatted(median(reviewed.stream().flatMap(each -> each.managed().stream()).toList())));
      lines.add(
          "| functions that are slower with what was kept | 0 | %d |"
              .formatted(reviewed.stream().filter(each -> each.ratio() > 1).count()));
      lines.add(
          "| functions with a kept change of source, build or template | half | %d of %d |"
              .formatted(
                  reviewed.stream().filter(each -> kept(each.fix()).anyMatch(Strangers::changesFiles)).count(),
                  reviewed.size()));
      List<List<JsonNode>> findings = reviewed.stream().flatMap(each -> findings(each.fix()).values().stream()).toList();
      lines.add(
          "| findings with a remedy that have a result or a *why not* | all | %d of %d |"
              .formatted(findings.stream().filter(Strangers::isAnswered).count(), findings.size()));
      List<JsonNode> steps = reviewed.stream().flatMap(each -> kept(each.fix())).toList();
      lines.add(
          "| kept steps within 25 %% of what was predicted, of those that the interval decides; of all | 8 of 10 | %d of %d; %d of %d |"
              .formatted(
                  steps.stream().filter(step -> isSo(step, Predicted.Verdict.RIGHT)).count(),
                  steps.stream().filter(step -> !isSo(step, Predicted.Verdict.OPEN)).count(),
                  steps.stream().filter(step -> Predictions.predicted(step).isMedianWithin()).count(),
                  steps.size()));
      lines.add(
          "| first gain within 90 s | all | %d of %d |".formatted(count(reviewed, said -> firstGain(said).orElse(SOON_SECONDS + 1) <= SOON_SECONDS), reviewed.size()));
      lines.add(
          "| the whole within 8 minutes | 20 of 24 | %d of %d |".formatted(count(reviewed, said -> seconds(said) <= WHOLE_SECONDS), reviewed.size()));
    }
    return lines;
  }

  private static long count(List<Result> results, Predicate<List<String>> isSo) {
    return results.stream()
        .filter(each -> {
          try {
            return isSo.test(each.run().said());
          } catch (IOException e) {
            return false;
          }
        })
        .count();
  }

  private static List<Result> of(List<Result> results, Kind kind, Predicate<Result> isMeant) {
    return results.stream().filter(each -> each.run().kind() == kind && isMeant.test(each)).toList();
  }

  private static void ratio(
      List<String> lines, String what, double goal, List<Result> results, Function<Result, Double> ratio) {
    if (!results.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT, "| median ratio, %s | %.2f | %s |", what, goal, median(results.stream().map(ratio).toList())));
    }
  }

  private static String median(List<Double> values) {
    if (values.isEmpty()) {
      return "-";
    }
    List<Double> sorted = values.stream().sorted().toList();
    double upper = sorted.get(sorted.size() / 2);
    double median = sorted.size() % 2 == 1 ? upper : (upper + sorted.get(sorted.size() / 2 - 1)) / 2;
    return String.format(Locale.ROOT, "%.2f (%d, %.2f to %.2f)", median, sorted.size(), sorted.getFirst(), sorted.getLast());
  }

  private static List<String> groups(List<Result> results) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "| group | " + Stream.of(Kind.values()).map(kind -> kind.words).collect(Collectors.joining(" | ")) + " | as deployed, reviewed |",
                "| --- |" + " --- |".repeat(Kind.values().length + 1)));
    Set<String> groups = new LinkedHashSet<>();
    results.forEach(each -> groups.add(each.run().stranger().group()));
    for (String group : groups) {
      Predicate<Result> isOfIt = each -> each.run().stranger().group().equals(group);
      lines.add(
          "| %s | %s | %s |"
              .formatted(
                  group,
                  Stream.of(Kind.values())
                      .map(kind -> median(of(results, kind, isOfIt).stream().map(Result::ratio).toList()))
                      .collect(Collectors.joining(" | ")),
                  median(of(results, Kind.REVIEWED, isOfIt).stream().flatMap(each -> each.managed().stream()).toList())));
    }
    return lines;
  }

  /** Replaces the part of the page between two comments. */
}
