import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.experiment.gate.GateRule;
import thaw.files.Trees;

/**
 * Does the gate of {@code thaw bench} alarm for a commit against itself, while a second program uses
 * one core? Really measures a function of 1024 MB that uses Jackson, Gson and Guava in init against
 * itself ({@code --against}) many times, and counts. The starts of each comparison are then compared once
 * more by the gate's own rule, with the CPU time of one side times 1.05 and times 1.10: these are the
 * planted slow-downs.
 *
 * <p>Promised, of 100 comparisons: at most one alarm, 5 % found in at least 70, 10 % found in at least
 * 95, and none takes more than three minutes. What others than the second program do to this machine is
 * in the times, too. With fewer comparisons the promise is not judged.
 *
 * <p>Run with {@code benchmarks/run GateSelf --out FOLDER [--comparisons N]}. Each comparison is kept in
 * a folder of its own below FOLDER; a second run counts those that are there and takes what is missing.
 */
public final class GateSelf {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ALL = 100;
  private static final int MOST_ALARMS = 1;
  private static final double MOST_SECONDS = 180;
  private static final double[] PLANTED = {1.05, 1.1};
  private static final int[] LEAST_FOUND = {70, 95};
  private static final String VARIANT = "Orders0";

  private final Path out;

  private GateSelf(Path out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    int comparisons = given.contains("--comparisons") ? Integer.parseInt(given.get(given.indexOf("--comparisons") + 1)) : ALL;
    Path out = Files.createDirectories(Path.of(given.get(given.indexOf("--out") + 1)).toAbsolutePath());
    GateSelf benchmark = new GateSelf(out);
    Thread second = new Thread(GateSelf::useOneCore, "second program");
    second.setDaemon(true);
    try (Lab lab = new Lab()) {
      Path application = OrdersApplication.in(lab, 1);
      second.start();
      for (int number = 1; number <= comparisons; number++) {
        if (!Files.exists(benchmark.folder(number).resolve("gate.json"))) {
          benchmark.compare(application, number);
        }
      }
    }
    System.exit(benchmark.judged() ? 0 : 1);
  }

  private static void useOneCore() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private Path folder(int number) {
    return out.resolve("comparison-%03d".formatted(number));
  }

  /** What a killed comparison has left goes: two looks at the same starts would alarm more often. */
  private void compare(Path application, int number) throws Exception {
    Path begun = out.resolve("begun");
    Trees.delete(begun);
    Path log = out.resolve("log");
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("thaw.program")).resolve("../../../thaw").normalize().toString(),
                "bench", application.toString(), "--against", application.toString(), "--out", begun.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = process.waitFor();
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (!Files.exists(begun.resolve("gate.json"))) {
      throw new IOException("exit code " + code + ": " + Files.readString(log));
    }
    Files.writeString(begun.resolve("seconds"), "%.1f".formatted(seconds));
    Files.move(begun, folder(number), StandardCopyOption.ATOMIC_MOVE);
    row("%3d".formatted(number), read(folder(number)));
  }

  /**
   * @param found by each of {@link #PLANTED}
   */
  private record Comparison(
      boolean alarm, boolean open, double ratio, int starts, double seconds, double otherCpus, List<Boolean> found) {}

  private static Comparison read(Path folder) throws IOException {
    JsonNode gate = JSON.readTree(folder.resolve("gate.json").toFile());
    double ratio = 0;
    for (JsonNode verdict : gate.path("verdicts")) {
      ratio = verdict.path("measure").asText().equals("cpu") ? verdict.path("ratio").asDouble() : ratio;
    }
    Map<String, GateStarts> starts = GateStarts.read(folder);
    GateStarts before = required(starts, VARIANT + " (base)");
    GateStarts after = required(starts, VARIANT);
    List<Boolean> found = new ArrayList<>();
    for (double planted : PLANTED) {
      found.add(before.isOver(after, GateRule.USUAL, GateRule.USUAL.miss(1), planted));
    }
    return new Comparison(
        gate.path("over").asBoolean(), gate.path("open").asBoolean(), ratio, after.count(),
        Double.parseDouble(Files.readString(folder.resolve("seconds"))), otherCpus(folder), found);
  }

  private static double otherCpus(Path folder) throws IOException {
    return JSON.readTree(folder.resolve("baseline.json").toFile()).path("otherCpus").asDouble(Double.NaN);
  }

  private static GateStarts required(Map<String, GateStarts> starts, String name) throws IOException {
    GateStarts found = starts.get(name);
    if (found == null) {
      throw new IOException("no starts of " + name + ": " + starts.keySet());
    }
    return found;
  }

  private static void row(String number, Comparison each) {
    System.out.printf("%s  CPU x %.3f, %d starts of each, %.0f s, others used %.2f CPUs%s%s, +5 %% %s, +10 %% %s%n",
        number, each.ratio(), each.starts(), each.seconds(), each.otherCpus(), each.alarm() ? ", ALARM" : "",
        each.open() ? ", open" : "", each.found().get(0) ? "found" : "missed", each.found().get(1) ? "found" : "missed");
  }

  private boolean judged() throws IOException {
    List<Comparison> all = new ArrayList<>();
    for (int number = 1; Files.exists(folder(number)); number++) {
      all.add(read(folder(number)));
    }
    long alarms = all.stream().filter(Comparison::alarm).count();
    List<Double> seconds = all.stream().map(Comparison::seconds).toList();
    boolean kept = alarms <= MOST_ALARMS && Lab.quantiles(seconds).max() <= MOST_SECONDS;
    System.out.printf("%d comparisons: %d alarms, %d open, %.0f s each (%.0f to %.0f), CPU x %.3f to %.3f%n",
        all.size(), alarms, all.stream().filter(Comparison::open).count(), Lab.quantiles(seconds).median(),
        Lab.quantiles(seconds).min(), Lab.quantiles(seconds).max(),
        all.stream().mapToDouble(Comparison::ratio).min().orElse(0), all.stream().mapToDouble(Comparison::ratio).max().orElse(0));
    for (int i = 0; i < PLANTED.length; i++) {
      int which = i;
      long found = all.stream().filter(each -> each.found().get(which)).count();
      System.out.printf("CPU x %.2f found in %d of %d, promised %d of %d%n", PLANTED[i], found, all.size(), LEAST_FOUND[i], ALL);
      kept &= found >= LEAST_FOUND[i];
    }
    if (all.size() < ALL) {
      System.out.printf("not judged: fewer than %d; run it again with the same --out%n", ALL);
      return true;
    }
    System.out.println(kept ? "kept" : "BROKEN");
    return kept;
  }
}
