import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far does a training by tests reach, and what does recording cost? Tests with thaw-junit record
 * the events of sample functions. {@code thaw package --training} makes an archive by them, and tells which
 * share of the classes it has of the first request of another event ({@code --unseen}): one with
 * another name, further headers and a query, as a real client sends it.
 *
 * <p>The cost: thirty tests of one function, restored once and warm from then on, with and without
 * {@code thaw.record}, one right after the other, and in each round the other one first. Each test
 * sends an event of its own, and so each is written, up to the 24 that a folder takes. The ratio is the
 * median of those of all rounds, so that a round in which other programs were busy does not decide; CPU
 * time, which other programs change little, stands beside wall time.
 *
 * <p>Promised: at least 95 % of the classes for each function, and at most 10 % more time with recording.
 *
 * <p>Run with {@code benchmarks/run TrainingReach [--only REGEX] [--rounds N]}, 0 rounds for no cost; thaw-junit must have been built.
 */
public final class TrainingReach {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double LEAST_SHARE = 0.95;
  private static final double MOST_COST = 1.1;
  private static final int TESTS = 30;

  /**
   * @param name of the sample's folder
   * @param word a pattern of what tests put others in the place of
   */
  private record Sample(String name, String function, String word, List<String> words) {}

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("petstore", "Dagger", "Pepper", List.of("Tom", "Rex")),
          new Sample("product", "UrlConnection", "(?<=/products/)1|(?<=\"id\": \")1", List.of("2", "3")),
          new Sample("frameworks", "SpringBoot", "Pepper", List.of("Tom", "Rex")),
          new Sample("frameworks", "Micronaut", "Pepper", List.of("Tom", "Rex")),
          new Sample("frameworks", "Quarkus", "Pepper", List.of("Tom", "Rex")));

  private final Path root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
  private final Path work;
  private final TestJvm jvm;

  private TrainingReach(Path work) throws IOException {
    this.work = work;
    this.jvm = new TestJvm(work);
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    Pattern only = Pattern.compile(value(given, "--only", ""));
    int rounds = Integer.parseInt(value(given, "--rounds", "11"));
    boolean kept = true;
    try (Lab lab = new Lab()) {
      TrainingReach benchmark = new TrainingReach(lab.work);
      for (Sample sample : SAMPLES) {
        if (only.matcher(sample.function()).find()) {
          kept &= benchmark.covered(sample);
        }
      }
      if (rounds > 0) {
        kept &= benchmark.cost(rounds);
      }
    }
    System.exit(kept ? 0 : 1);
  }

  private boolean covered(Sample sample) throws Exception {
    Path application = root.resolve("functions").resolve(sample.name());
    Path record = work.resolve("training-" + sample.function());
    List<TestJvm.Call> calls = new ArrayList<>();
    for (String word : sample.words()) {
      calls.add(new TestJvm.Call(sample.function(), event(sample, word, false)));
    }
    jvm.run(application, calls, "COLD", List.of("--jdk=25"), Optional.of(record));
    Path out = work.resolve("package-" + sample.function());
    Path log = work.resolve("package.log");
    int code =
        new ProcessBuilder(
                System.getProperty("thaw.home", root.resolve("thaw").toString()), "package", application.toString(),
                "--function", sample.function(), "--jdk", "25", "--training", record.toString(),
                "--unseen", event(sample, "Nobody", true).toString(), "--to", "provided", "--out", out.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("thaw package ended with " + code + ":\n" + Files.readString(log));
    }
    JsonNode requests = JSON.readTree(out.resolve("training.json").toFile()).path("requests");
    double unseen = 1;
    for (JsonNode request : requests) {
      boolean isUnseen = request.path("unseen").asBoolean();
      double share = request.path("share").asDouble();
      unseen = isUnseen ? share : unseen;
      System.out.printf("%-14s %-8s %5d classes, %4d missing, %.1f %%%s%n",
          sample.function(), isUnseen ? "unseen" : "trained", request.path("classes").asInt(), request.path("missing").asInt(), 100 * share,
          request.path("shareLeftOut").isNumber() ? String.format(", left out %.1f %%", 100 * request.path("shareLeftOut").asDouble()) : origins(request));
    }
    boolean reached = unseen >= LEAST_SHARE;
    System.out.printf("%-14s promised at least %.0f %%: %s%n", sample.function(), 100 * LEAST_SHARE, reached ? "kept" : "BROKEN");
    return reached;
  }

  private static String origins(JsonNode request) {
    StringBuilder text = new StringBuilder();
    request.path("origins").forEach(each -> text.append(", ").append(each.path("classes").asInt()).append(' ').append(each.path("name").asText()));
    return text.toString();
  }

  private Path event(Sample sample, String word, boolean isReal) throws IOException {
    Path own = root.resolve("functions").resolve(sample.name()).resolve("events/event.json");
    JsonNode event = JSON.readTree(Files.readString(own).replaceAll(sample.word(), word));
    if (isReal && event instanceof ObjectNode request && request.path("headers") instanceof ObjectNode headers) {
      for (Map.Entry<String, String> each :
          Map.of("Accept-Language", "de-CH,de;q=0.9", "User-Agent", "Mozilla/5.0 (X11; Linux x86_64)", "Cookie", "session=abc").entrySet()) {
        headers.put(each.getKey(), each.getValue());
        request.withObject("/multiValueHeaders").putArray(each.getKey()).add(each.getValue());
      }
      request.putObject("queryStringParameters").put("page", "2");
      request.putObject("multiValueQueryStringParameters").putArray("page").add("2");
    }
    Path file = work.resolve(sample.function() + "-" + word + ".json");
    Files.writeString(file, JSON.writeValueAsString(event));
    return file;
  }

  private boolean cost(int rounds) throws Exception {
    Sample sample = SAMPLES.get(3);
    Path application = root.resolve("functions").resolve(sample.name());
    List<TestJvm.Call> calls = new ArrayList<>();
    for (int i = 0; i < TESTS; i++) {
      calls.add(new TestJvm.Call(sample.function(), event(sample, "Pet" + i, false)));
    }
    List<String> options = List.of("--jdk=25");
    jvm.run(application, calls, "FASTEST", options, Optional.empty()); // makes the snapshots
    List<Double> wall = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    Map<Boolean, List<TestJvm.Run>> runs = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      Map<Boolean, TestJvm.Run> pair = new LinkedHashMap<>();
      for (boolean records : round % 2 == 0 ? List.of(true, false) : List.of(false, true)) {
        Optional<Path> record = records ? Optional.of(work.resolve("cost-" + round)) : Optional.empty();
        TestJvm.Run run = jvm.run(application, calls, "FASTEST", options, record);
        pair.put(records, run);
        runs.computeIfAbsent(records, _ -> new ArrayList<>()).add(run);
      }
      wall.add(pair.get(true).millis() / pair.get(false).millis());
      cpu.add(pair.get(true).cpuMillis() / pair.get(false).cpuMillis());
    }
    runs.forEach((records, all) ->
        System.out.printf("%d tests %-17s wall %s%n%27s CPU %s%n", TESTS, records ? "with recording" : "without recording",
            Lab.describe(all.stream().map(TestJvm.Run::millis).toList()), "", Lab.describe(all.stream().map(TestJvm.Run::cpuMillis).toList())));
    double wallRatio = Lab.quantiles(wall).median();
    double cpuRatio = Lab.quantiles(cpu).median();
    boolean reached = wallRatio <= MOST_COST && cpuRatio <= MOST_COST;
    System.out.printf("with to without, the median of %d pairs: wall %.2f, CPU %.2f; promised at most %.2f: %s%n",
        rounds, wallRatio, cpuRatio, MOST_COST, reached ? "kept" : "BROKEN");
    return reached;
  }

  private static String value(List<String> given, String option, String otherwise) {
    int at = given.indexOf(option);
    return at < 0 ? otherwise : given.get(at + 1);
  }
}
