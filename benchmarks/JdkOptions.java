import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Workspace;
import thaw.environment.Environment;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.experiment.ColdStart;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.Variant;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapstart.FunctionArchives;
import thaw.stats.MedianInterval;

/**
 * Does any option of the JVM make a start from an AOT cache cheaper? Lists them by {@code
 * -XX:+PrintFlagsFinal}, and changes them: a switch is turned, a number halved and doubled. The figure is CPU time: it
 * depends least on other programs. The cache was trained without the change.
 *
 * <ol>
 *   <li>{@code alone}: each on one function, which shows what does not start at all, or not from this cache, and what costs much;
 *   <li>{@code groups}: starts of ten functions with a dozen of the others each, chosen at random, so that each option is in many starts;
 *   <li>{@code again}: the best of them alone, in turn with no change, on all functions; a further run takes the next best;
 *   <li>{@code table}: writes the rows of a page.
 * </ol>
 *
 * <p>Left out are options of other collectors, of C2 and of JVMCI, none of which runs on Lambda; those that write
 * or check something; and those whose value is a text, 0 or -1, where there is nothing to halve. Every start is in {@code
 * FOLDER/starts.tsv} before the next one.
 *
 * <p>Run with {@code benchmarks/run JdkOptions alone|groups|again|table FOLDER [ROUNDS [FUNCTION]]}.
 */
public final class JdkOptions {
  private static final int MEMORY = 1769;
  private static final int EVERY = 8;
  private static final int GROUP = 12;
  private static final int BEST = 8;
  private static final double COSTLY = 1.25;
  private static final String FIRST = "HelloWorld";
  private static final String NONE = "-";
  private static final String FAILED = "fails";
  private static final List<Double> ONCE = List.of(1.0);

  private static final Map<String, List<String>> FUNCTIONS =
      Map.of(
          "petstore", List.of("HelloWorld", "SdkV1Client", "SdkV2UrlConnection", "GuiceLazy", "Dagger"),
          "product", List.of("UrlConnection", "CrtAsync"),
          "frameworks", List.of("SpringBoot", "Micronaut", "Quarkus"));

  private static final Pattern FLAG =
      Pattern.compile("^\\s*(\\S+)\\s+(\\S+)\\s+=\\s*(\\S*)\\s+\\{([^}]*)}.*$");

  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(Use)?(G1|Shenandoah|Epsilon|Parallel|Z[A-Z]|ZGC|SerialGC|NUMA|PS[A-Z]).*|.*(JVMCI|FlightRecord|PLAB|WorkStealing|ParGC|MarkS|Adaptive|GenerationSize|Survivor|FreeRatio|StringDedup|GCTime|ConcGC|ExplicitGC|BCEA|DaemonThread).*"
              + "|(TypeProfile|Tier[24]|JavaPriority|SpecTrap|NMT|Per(Bytecode|Method)).*"
              + "|(Print|Trace|Log|Verify|Stress|Abort|Dump|Crash|Replay|Record|Show|Deoptimize|Fuzz|Unlock|Profile|Error|Extended|CI[A-Z]).*"
              + "|.*(Dump|Print|Trace|Verify|Log|Events|Statistics)[A-Z]?.*"
              + "|Tiered(StopAtLevel|Compilation)|Max(HeapSize|RAM)|ActiveProcessorCount|ExitOnOutOfMemoryError|.*Exception|.*OnOutOfMemoryError|AOT(Record|Replay)Training|.*PauseAt.*|SelfDestructTimer");

  private final Path log;
  private final Random random = new Random(25);

  private JdkOptions(Path folder) throws Exception {
    log = Files.createDirectories(folder).resolve("starts.tsv");
    if (Files.notExists(log)) {
      Files.createFile(log);
    }
  }

  /**
   * One start.
   *
   * @param way alone, groups or again
   * @param options that are changed, with blanks between them; {@link #NONE} where none is
   * @param cpuMillis empty where it failed
   */
  private record Start(String way, String function, String options, Optional<Double> cpuMillis) {
    static Start read(String line) {
      String[] words = line.split("\t");
      return new Start(
          words[0], words[1], words[2],
          words[3].equals(FAILED) ? Optional.empty() : Optional.of(Double.valueOf(words[3])));
    }

    String line() {
      return String.join(
          "\t", way, function, options,
          cpuMillis.map(each -> String.format(Locale.ROOT, "%.1f", each)).orElse(FAILED));
    }
  }

  public static void main(String[] arguments) throws Exception {
    JdkOptions benchmark = new JdkOptions(Path.of(arguments[1]));
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
    Predicate<String> all = arguments[0].equals("alone") ? FIRST::equals : _ -> true;
    Predicate<String> wanted = arguments.length > 3 ? arguments[3]::equals : all;
    String way = arguments[0];
    switch (way) {
      case "alone" -> benchmark.measure(way, wanted, options(), 1, rounds);
      case "groups" -> benchmark.measure(way, wanted, benchmark.usable(), GROUP, rounds);
      case "again" -> benchmark.measure(way, wanted, benchmark.best(wanted), 1, rounds);
      case "table" -> benchmark.table();
      default -> throw new IllegalArgumentException("alone, groups, again or table: " + way);
    }
  }

  /** The options with a value that they do not have by themselves. */
  private static List<String> options() throws Exception {
    Process process =
        new ProcessBuilder(
                Lab.jdk(25).java().toString(), "-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:MaxRAM=" + MEMORY + "m", "-XX:+PrintFlagsFinal", "-version")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> options = new ArrayList<>();
    try (BufferedReader reader = process.inputReader()) {
      for (String line; (line = reader.readLine()) != null; ) {
        Matcher flag = FLAG.matcher(line);
        if (flag.matches()
            && !flag.group(4).startsWith("C2")
            && !flag.group(4).startsWith("JVMCI")
            && !ELSEWHERE.matcher(flag.group(2)).matches()) {
          options.addAll(changed(flag.group(1), flag.group(2), flag.group(3)));
        }
      }
    }
    return options;
  }

  private static List<String> changed(String type, String name, String value) {
    if (type.equals("bool")) {
      return List.of("-XX:" + (value.equals("true") ? "-" : "+") + name);
    }
    if (type.startsWith("ccstr") || Double.parseDouble(value) <= 0 || Double.parseDouble(value) > 1e15) {
      return List.of();
    }
    if (type.equals("double")) {
      return List.of("-XX:" + name + "=" + Double.parseDouble(value) / 2, "-XX:" + name + "=" + Double.parseDouble(value) * 2);
    }
    long number = Long.parseLong(value);
    return number == 1
        ? List.of("-XX:" + name + "=0", "-XX:" + name + "=2")
        : List.of("-XX:" + name + "=" + number / 2, "-XX:" + name + "=" + number * 2);
  }

  private void measure(String way, Predicate<String> wanted, List<String> options, int group, int rounds)
      throws Exception {
    Path functions = Path.of(System.getProperty("thaw.program")).resolve("../../../functions").normalize();
    Progress progress = new Progress() {
      @Override
      public void lines(String text) {
        System.err.print(text);
      }
    };
    for (Map.Entry<String, List<String>> each : new TreeMap<>(FUNCTIONS).entrySet()) {
      List<String> named = each.getValue().stream().filter(wanted).toList();
      if (named.isEmpty()) {
        continue;
      }
      SourceChoice source = SourceChoice.of(functions.resolve(each.getKey()));
      DataChoice.Ready data = DataChoice.NONE.ready(source, progress::line);
      try (Workspace workspace = Workspace.open(progress)) {
        List<FunctionDefinition> chosen =
            named.stream().map(name -> FunctionChoice.chosen(data.application(), name)).toList();
        Beforehand.start(data, chosen, workspace, progress);
        for (String name : named) {
          FunctionDefinition function =
              FunctionChoice.chosen(data.application(), name).withMemory(new MemorySize(MEMORY));
          byte[] event =
              EventChoice.usual().candidates(data.application(), function, function.code()).getFirst().event();
          Instant began = Instant.now();
          EnvironmentSpec spec = archived(workspace, function, event);
          ColdStart coldStart = new ColdStart(workspace.instance());
          coldStart.warmUp(new Variant(name, "", spec, event));
          for (int round = 0; round < rounds; round++) {
            round(coldStart, spec, event, way, options, group);
          }
          System.err.println(name + ": " + Duration.between(began, Instant.now()).toSeconds() + " s");
        }
      }
    }
  }

  private static EnvironmentSpec archived(Workspace workspace, FunctionDefinition function, byte[] event)
      throws Exception {
    EnvironmentSpec spec =
        workspace.specify(function, JvmChoice.on(Optional.of("25"), ClientKind.OFFICIAL));
    FunctionArchives.Result made =
        workspace
            .functionArchives()
            .trainedBy(List.of(event))
            .archived(spec, ArchiveFormat.AOT_CACHE, Environment.newLogStream(spec), _ -> {});
    if (made instanceof FunctionArchives.Result.Archived(EnvironmentSpec archived)) {
      return archived;
    }
    throw new IllegalStateException(function.logicalId() + ": " + made);
  }

  private void round(
      ColdStart coldStart, EnvironmentSpec spec, byte[] event, String way, List<String> options, int group)
      throws Exception {
    List<String> left = new ArrayList<>(options);
    Collections.shuffle(left, random);
    int made = 0;
    for (int i = 0; i < left.size(); i += group) {
      if (made++ % EVERY == 0) {
        start(coldStart, spec, event, way, List.of());
      }
      start(coldStart, spec, event, way, left.subList(i, Math.min(left.size(), i + group)));
    }
  }

  private void start(ColdStart coldStart, EnvironmentSpec spec, byte[] event, String way, List<String> options)
      throws Exception {
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    List<String> all = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions"));
    all.addAll(options);
    EnvironmentSpec changed =
        spec.withProgram(new RuntimeProgram.Java(java.jdk(), java.standIn(), all, java.client(), java.archive()));
    Sample sample = coldStart.measure(new Variant("changed", "", changed, event), 1);
    Start made =
        new Start(
            way, spec.function().logicalId(), options.isEmpty() ? NONE : String.join(" ", options),
            sample.failure() == null ? Optional.ofNullable(sample.values().get(Metric.CPU)) : Optional.empty());
    Files.writeString(log, made.line() + "\n", StandardOpenOption.APPEND);
  }

  private List<Start> starts() throws Exception {
    return Files.readAllLines(log).stream().map(Start::read).toList();
  }

  /**
   * Of each option the ratios to the median of all starts of the function in the same run and way: a machine is
   * another one an hour later. A run ends where the next line is of another function.
   */
  private Map<String, List<Double>> ratios(String way, boolean toUnchanged) throws Exception {
    List<List<Start>> runs = new ArrayList<>();
    for (Start start : starts()) {
      if (start.way().equals(way)) {
        if (runs.isEmpty() || !runs.getLast().getFirst().function().equals(start.function())) {
          runs.add(new ArrayList<>());
        }
        runs.getLast().add(start);
      }
    }
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    for (List<Start> run : runs) {
      List<Double> usual =
          run.stream()
              .filter(start -> start.options().equals(NONE) == toUnchanged)
              .flatMap(start -> start.cpuMillis().stream())
              .toList();
      if (usual.isEmpty()) {
        continue;
      }
      double median = Lab.quantiles(usual).median();
      for (Start start : run) {
        if (!start.options().equals(NONE)) {
          for (String option : start.options().split(" ")) {
            ratios.computeIfAbsent(option, _ -> new ArrayList<>())
                .add(start.cpuMillis().map(each -> each / median).orElse(Double.NaN));
          }
        }
      }
    }
    return ratios;
  }

  /** Not a number where most starts failed. */
  private static double median(List<Double> ratios) {
    List<Double> made = ratios.stream().filter(each -> !each.isNaN()).toList();
    return made.size() * 2 <= ratios.size() ? Double.NaN : Lab.quantiles(made).median();
  }

  private List<String> usable() throws Exception {
    Map<String, List<Double>> alone = ratios("alone", true);
    return options().stream()
        .filter(option -> median(alone.getOrDefault(option, ONCE)) < COSTLY)
        .toList();
  }

  /** The best of those that were not tried again on these functions: a further run goes on down the list. */
  private List<String> best(Predicate<String> wanted) throws Exception {
    Map<String, List<Double>> groups = ratios("groups", false);
    Set<String> tried =
        starts().stream()
            .filter(start -> start.way().equals("again") && wanted.test(start.function()))
            .map(Start::options)
            .collect(Collectors.toSet());
    return groups.keySet().stream()
        .filter(option -> !tried.contains(option))
        .sorted(Comparator.comparingDouble(option -> median(groups.get(option))))
        .limit(BEST)
        .toList();
  }

  /** The rows of what was measured again, of what costs much, and of what does not start; the rest in a line. */
  private void table() throws Exception {
    Map<String, List<Double>> alone = ratios("alone", true);
    Map<String, List<Double>> groups = ratios("groups", false);
    Map<String, List<Double>> again = ratios("again", true);
    StringBuilder text = new StringBuilder("| option | alone, one function | in groups | again, alone |\n| --- | --- | --- | --- |\n");
    int others = 0;
    for (String option : Stream.concat(alone.keySet().stream(), again.keySet().stream()).distinct().sorted(Comparator.comparingDouble(each -> median(alone.getOrDefault(each, ONCE)))).toList()) {
      if (again.containsKey(option) || !(median(alone.getOrDefault(option, ONCE)) < COSTLY)) {
        text.append("| `%s` | %s | %s | %s |\n".formatted(
            option, figure(alone.get(option)), figure(groups.get(option)), figure(again.get(option))));
      } else {
        others++;
      }
    }
    System.out.print(text);
    System.out.printf("%d others: %.2f to %.2f alone%n", others,
        alone.values().stream().mapToDouble(JdkOptions::median).filter(each -> each < COSTLY).min().orElse(1), COSTLY);
  }

  private static String figure(@Nullable List<Double> ratios) {
    if (ratios == null) {
      return "";
    }
    double median = median(ratios);
    if (Double.isNaN(median)) {
      return "does not start";
    }
    double[] made = ratios.stream().filter(each -> !each.isNaN()).mapToDouble(Double::doubleValue).toArray();
    MedianInterval interval = MedianInterval.of(made);
    return made.length < 6
        ? String.format(Locale.ROOT, "%.2f", median)
        : String.format(Locale.ROOT, "%.3f (%.2f to %.2f)", median, interval.low(), interval.high());
  }
}
