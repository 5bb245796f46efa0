import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Can functions that others have written be packaged, and does each start from its archive? Makes
 * the packages of each function of strangers.txt by each way, starts them with an archive that has
 * to be mapped ({@code -XX:AOTMode=on}), and writes what came of it into docs/measured/packages.md.
 *
 * <p>Run with {@code benchmarks/run Packages FOLDER [--only NAME]... [--way WAY]... [--measure]
 * [--write]}. FOLDER has the clones, as owner/name; benchmarks/run Strangers says how to get them.
 * NAME is a part of owner/name/source and function. The result of each is kept in FOLDER/.packages:
 * the same command goes on with those that have none. {@code --measure} measures cold starts of the
 * zip for provided.al2023 beside those of the plain zip on the same JDK, in turn in one run, on a
 * machine that does nothing else. With {@code --write} nothing is made or measured.
 */
public final class Packages {
  private static final MeasuredPage PAGE = new MeasuredPage("packages.md", "Packages");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> WAYS = List.of("provided", "image", "runtime");

  /** In place of the size. */
  private static final String NOT_TRIED = "not tried";

  /** The setting of the goal. */
  private static final String MEMORY = "512";

  private static final String JDK = "25";
  private static final String RUNS = "6";

  private static final Pattern MEGABYTES =
      Pattern.compile("(?m)^\\w+: .*?(\\d+\\.\\d) MB (?:zipped|compressed)");

  /** Beside these a start from the archive says nothing of it. */
  private static final Pattern WITHOUT =
      Pattern.compile("(?m)^.*(?:without its class archive|\\[aot\\]|specified AOT cache).*$");

  /** The function and its data, for any command; a package has a JDK of its own. */
  private static List<String> chosen(Stranger stranger) {
    List<String> options = new ArrayList<>(stranger.options());
    int jdk = options.indexOf("--jdk");
    if (jdk >= 0) {
      options.subList(jdk, jdk + 2).clear();
    }
    List<String> words = new ArrayList<>(List.of(stranger.choice(), stranger.function()));
    words.addAll(List.of("--memory", MEMORY, "--jdk", JDK));
    words.addAll(options);
    return words;
  }

  /** A program that has ended. */
  private record Said(int exit, String text) {
    /** Returns the last line of the kind that names a cause. */
    String cause() {
      return text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("Remedy:"))
          .reduce((_, last) -> last)
          .orElse("it said nothing");
    }
  }

  private final Path folder;
  private final Path thaw;

  private Packages(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    this.thaw = Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize();
  }

  public static void main(String[] arguments) throws Exception {
    Packages packages = new Packages(Path.of(arguments[0]));
    List<String> only = new ArrayList<>();
    List<String> ways = new ArrayList<>();
    boolean measures = false;
    boolean writes = false;
    for (int i = 1; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--only" -> only.add(arguments[++i]);
        case "--way" -> ways.add(arguments[++i]);
        case "--measure" -> measures = true;
        case "--write" -> writes = true;
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    List<Stranger> all = Stranger.all();
    List<Stranger> chosen =
        all.stream()
            .filter(each -> only.isEmpty() || only.stream().anyMatch(each.name()::contains))
            .filter(each -> Files.isDirectory(packages.folder.resolve(each.repository())))
            .toList();
    for (Stranger stranger : writes ? List.<Stranger>of() : chosen) {
      for (String way : ways.isEmpty() ? WAYS : ways) {
        packages.tryOut(stranger, way);
      }
      if (measures) {
        packages.measure(stranger);
      }
    }
    packages.write(all);
  }

  private Path result(Stranger stranger, String way) {
    return folder.resolve(".packages").resolve(Stranger.file(stranger.name())).resolve(way);
  }

  // ---- packages ----

  private void tryOut(Stranger stranger, String way) throws IOException, InterruptedException {
    Path result = result(stranger, way);
    if (Files.exists(result.resolve("ended"))) {
      return;
    }
    System.out.println(way + ": " + stranger.name());
    Files.createDirectories(result);
    Path made = result.resolve("package");
    Said packaged = packaged(stranger, way, made, result.resolve("packaged"));
    String ended;
    if (packaged.exit() == 0) {
      Path strict = result.resolve("strict.json");
      Files.writeString(strict, "{\"Parameters\": {\"THAW_JVM_OPTIONS\": \"-XX:AOTMode=on\"}}\n");
      List<String> start = new ArrayList<>();
      start.addAll(List.of(thaw.toString(), "invoke", made.toString()));
      start.addAll(List.of("--env-vars", strict.toString()));
      start.addAll(parameters(stranger)); // as its README.md says
      Said started =
          ran(
              start,
              result.resolve("started"));
      Matcher without = WITHOUT.matcher(started.text());
      Matcher megabytes = MEGABYTES.matcher(packaged.text());
      // An answer that tells of an error is one, too: a table may be empty here.
      boolean isStarted = started.text().contains("\nEND RequestId: ");
      ended =
          (megabytes.find() ? megabytes.group(1) : "-")
              + (without.find()
                  ? " no " + without.group().strip()
                  : isStarted ? " yes" : " no " + started.cause());
    } else {
      ended = "- no " + packaged.cause();
    }
    keepManifest(made); // a hundred packages would fill the disk
    Files.writeString(result.resolve("ended"), ended + "\n");
    System.out.println("  " + ended);
  }

  private static List<String> parameters(Stranger stranger) {
    int parameter = stranger.options().indexOf("--parameter");
    return parameter < 0 ? List.of() : stranger.options().subList(parameter, parameter + 2);
  }

  private static void keepManifest(Path made) throws IOException {
    if (!Files.isDirectory(made)) {
      return;
    }
    try (Stream<Path> files = Files.walk(made)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(made) && !file.endsWith("manifest.json")) {
          Files.delete(file);
        }
      }
    }
  }

  private Said packaged(Stranger stranger, String way, Path made, Path log)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(thaw.toString(), "package"));
    command.add(source(stranger));
    command.addAll(chosen(stranger));
    command.addAll(List.of("--to", way, "--fix", "none", "--out", made.toString()));
    return ran(command, log);
  }

  private String source(Stranger stranger) {
    return folder.resolve(stranger.repository()).resolve(stranger.source()).normalize().toString();
  }

  // ---- cold starts ----

  private void measure(Stranger stranger) throws IOException, InterruptedException {
    Path made = result(stranger, "provided").resolve("package");
    Path out = folder.resolve(".packages").resolve(Stranger.file(stranger.name())).resolve("bench");
    if (!Files.exists(made.resolve("manifest.json")) || Files.exists(out.resolve("gate.json"))) {
      return;
    }
    System.out.println("measuring " + stranger.name());
    List<String> command = new ArrayList<>(List.of(thaw.toString(), "package", source(stranger)));
    command.addAll(chosen(stranger));
    command.addAll(
        List.of("--compare", "--runs", RUNS, "--fix", "none", "--out", out.toString()));
    ran(command, out.resolveSibling("benched"));
  }

  /** Returns the medians of the plain zip and of the one for provided.al2023, in ms. */
  private Optional<double[]> medians(Stranger stranger) throws IOException {
    Path summary =
        folder.resolve(".packages").resolve(Stranger.file(stranger.name())).resolve("bench/summary.json");
    if (!Files.exists(summary)) {
      return Optional.empty();
    }
    double plain = 0;
    double provided = 0;
    for (JsonNode variant : JSON.readTree(summary.toFile()).path("variants")) {
      double median = variant.at("/totalMillis/p50").asDouble();
      switch (variant.path("name").asText()) {
        case "--to provided" -> provided = median;
        case "plain zip" -> plain = median;
        default -> {} // with SnapStart, or of another way
      }
    }
    return plain > 0 && provided > 0
        ? Optional.of(new double[] {plain, provided})
        : Optional.empty();
  }

  // ---- the page ----

  private void write(List<Stranger> all) throws IOException {
    List<String> rows =
        new ArrayList<>(
            List.of("function\tgroup\tprovided, MB\timage, MB\truntime, MB\tfrom its archive"));
    List<String> measured = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    int tried = 0;
    int whole = 0;
    int byAll = 0;
    for (Stranger stranger : all) {
      List<String> ended = new ArrayList<>();
      for (String way : WAYS) {
        ended.add(ended(stranger, way));
      }
      if (ended.stream().allMatch(NOT_TRIED::equals)) {
        continue;
      }
      tried++;
      byAll += ended.contains(NOT_TRIED) ? 0 : 1;
      boolean isWhole =
          ended.stream().allMatch(each -> each.equals(NOT_TRIED) || each.endsWith(" yes"));
      whole += isWhole ? 1 : 0;
      rows.add(
          "%s\t%s\t%s\t%s"
              .formatted(
                  stranger.name(),
                  stranger.group(),
                  String.join("\t", ended.stream()
                      .map(each -> each.equals(NOT_TRIED) ? each : each.split(" ")[0])
                      .toList()),
                  isWhole ? "all" : told(ended)));
      Optional<double[]> medians = medians(stranger);
      if (medians.isPresent()) {
        double ratio = medians.get()[1] / medians.get()[0];
        ratios.add(ratio);
        measured.add(
            String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %.2f |",
                stranger.name().replace(" ", " `") + "`",
                medians.get()[0],
                medians.get()[1],
                ratio));
      }
    }
    PAGE.writeTable(rows);
    List<String> sums = new ArrayList<>();
    sums.add(
        "Of %d functions, %d start from their archive in every package that was made of them; %d were packaged by all three ways."
            .formatted(tried, whole, byAll));
    if (!ratios.isEmpty()) {
      ratios.sort(null);
      sums.add("");
      sums.add(
          String.format(
              Locale.ROOT,
              "Cold starts of `provided` beside the plain zip, both on JDK %s at %s MB, medians in ms of %s starts; the"
                  + " median of the ratios is **%.2f**.",
              JDK,
              MEMORY,
              RUNS,
              ratios.get(ratios.size() / 2)));
      sums.addAll(List.of("", "| function | plain zip | `provided` | ratio |", "| --- | --- | --- | --- |"));
      sums.addAll(measured);
    }
    PAGE.write("sums", sums);
  }

  /** What came of a package: that of a comparison, which refuses what its archive does not start. */
  private String ended(Stranger stranger, String way) throws IOException {
    Path file = result(stranger, way).resolve("ended");
    if (Files.exists(file)) {
      return Files.readString(file).strip();
    }
    Path said = folder.resolve(".packages").resolve(Stranger.file(stranger.name())).resolve("benched");
    if (medians(stranger).isPresent() && Files.exists(said)) {
      Matcher size =
          Pattern.compile("(?m)^ +--to " + way + " +(\\d+\\.\\d) MB$")
              .matcher(Files.readString(said));
      if (size.find()) {
        return size.group(1) + " yes";
      }
    }
    return NOT_TRIED;
  }

  private static String told(List<String> ended) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WAYS.size(); i++) {
      String each = ended.get(i);
      if (!each.equals(NOT_TRIED) && !each.endsWith(" yes")) {
        words.add(
            "`%s`: %s"
                .formatted(
                    WAYS.get(i),
                    each.replaceFirst("^\\S+ ", "").replace("|", "\\|")));
      }
    }
    return String.join("; ", words);
  }

  private static Said ran(List<String> command, Path log) throws IOException, InterruptedException {
    Files.createDirectories(log.getParent());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile())
            .start();
    int exit = process.waitFor();
    return new Said(exit, Files.readString(log));
  }
}
