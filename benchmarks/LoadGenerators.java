import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.files.Trees;

/**
 * How well do load generators keep a schedule? Each sends at constant rates to a server in C on the
 * same machine that notes when requests arrive ({@code arrivals.c}; needs gcc). Its log against the
 * ideal schedule says how late requests left, whatever a generator says of itself. Generators take
 * turns in random order. Those that are not on the PATH are left out: oha, k6.
 *
 * <p>Then a server that stops for 1 s every 10 s: what p99 do thaw, oha with its correction, and
 * wrk, a closed-loop client, report, and what does arithmetic say?
 *
 * <p>Promised: 100 % of the schedule sent at each rate; median lag at most a fifth of oha's; what
 * thaw says of its lag agrees with the server's log.
 *
 * <p>Run with {@code benchmarks/run LoadGenerators [rounds] [seconds] [rate,rate,...]}.
 */
public final class LoadGenerators {
  private static final double MOST_OF_OHA = 0.2;
  private static final int LOW_RATE = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path work;
  private final int seconds;

  private LoadGenerators(Path work, int seconds) {
    this.work = work;
    this.seconds = seconds;
  }

  /** What the server saw of one run. */
  private record Seen(long[] arrivals, String output) {}

  /** Shares and lags of all rounds. */
  private static final class Tally {
    private final List<Double> sent = new ArrayList<>();
    private final List<Double> p50 = new ArrayList<>();
    private final List<Double> p90 = new ArrayList<>();
    private final List<Double> p99 = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    String rates = arguments.length > 2 ? arguments[2] : "100,1000,5000,20000";
    Path work = Files.createTempDirectory("thaw-load-benchmark-");
    boolean kept = true;
    try {
      LoadGenerators lab = new LoadGenerators(work, seconds);
      lab.compile();
      for (String rate : rates.split(",")) {
        kept &= lab.compare(Integer.parseInt(rate), rounds);
      }
      lab.stalls();
    } finally {
      Trees.delete(work);
    }
    System.exit(kept ? 0 : 1);
  }

  private void compile() throws Exception {
    Path source = Path.of(System.getProperty("thaw.program"), "../../../benchmarks/arrivals.c").normalize();
    run(List.of("gcc", "-O2", "-o", work.resolve("arrivals").toString(), source.toString()));
  }

  private boolean compare(int rate, int rounds) throws Exception {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    Random random = new Random(1);
    for (int round = 0; round < rounds; round++) {
      List<String> order = new ArrayList<>(List.of("thaw", "oha", "k6"));
      order.removeIf(name -> !name.equals("thaw") && !isThere(name));
      Collections.shuffle(order, random);
      for (String name : order) {
        Tally tally = tallies.computeIfAbsent(name, _ -> new Tally());
        // At a low rate a server sleeps, and its own awakening would be counted as the generator's lag.
        Seen seen = observe(rate <= LOW_RATE ? List.of("awake") : List.of(), port -> command(name, port, rate));
        add(tally, seen.arrivals(), rate);
        if (name.equals("thaw")) {
          tally.notes.add(ownWord());
        }
      }
    }
    System.out.printf(Locale.ROOT, "%,d requests a second for %d s, median of %d rounds; lag at the server, us%n", rate, seconds, rounds);
    tallies.forEach((name, tally) -> System.out.printf(Locale.ROOT,
        "  %-5s sent %6.2f %%  p50 %7.0f  p90 %7.0f  p99 %8.0f%s%n", name, 100 * median(tally.sent),
        median(tally.p50), median(tally.p90), median(tally.p99),
        tally.notes.isEmpty() ? "" : "   it says: " + String.join(" | ", tally.notes)));
    Tally thaw = tallies.get("thaw");
    boolean kept = median(thaw.sent) >= 0.9999;
    if (tallies.containsKey("oha")) {
      double share = median(thaw.p50) / median(tallies.get("oha").p50);
      kept &= share <= MOST_OF_OHA;
      System.out.printf(Locale.ROOT, "  median lag / oha's: %.2f, promised %.1f%n", share, MOST_OF_OHA);
    }
    System.out.println(kept ? "  kept" : "  BROKEN");
    return kept;
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private List<String> command(String name, int port, int rate) {
    String url = "http://127.0.0.1:" + port + "/";
    try {
      return switch (name) {
        case "thaw" -> List.of(Path.of(System.getProperty("thaw.program"), "../../../thaw").normalize().toString(),
            "load", url, "--rate", "" + rate, "--duration", seconds + "s", "--out", work.resolve("out").toString());
        case "oha" -> List.of("oha", "--no-tui", "-q", "" + rate, "-z", seconds + "s", "-c", "50", url);
        default -> List.of("k6", "run", "--quiet", Files.writeString(work.resolve("k6.js"),
            """
            import http from 'k6/http';
            export const options = { discardResponseBodies: true, scenarios: { load: { executor: 'constant-arrival-rate',
              rate: %d, timeUnit: '1s', duration: '%ds', preAllocatedVUs: 50, maxVUs: 500 } } };
            export default function () { http.get('%s'); }
            """.formatted(rate, seconds, url)).toString());
      };
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private interface Command {
    List<String> at(int port);
  }

  private Seen observe(List<String> stall, Command command) throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path log = work.resolve("arrivals.log");
    Files.deleteIfExists(log);
    List<String> server = new ArrayList<>(List.of(work.resolve("arrivals").toString(), "" + port, log.toString()));
    server.addAll(stall);
    Process process = new ProcessBuilder(server).inheritIO().start();
    try {
      awaitListening(port);
      String output = run(command.at(port));
      process.destroy();
      process.waitFor(10, TimeUnit.SECONDS);
      LongBuffer longs = ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.nativeOrder()).asLongBuffer();
      long[] arrivals = new long[longs.remaining()];
      longs.get(arrivals);
      return new Seen(arrivals, output);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void awaitListening(int port) throws Exception {
    for (int i = 0; i < 1000; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        Thread.sleep(5);
      }
    }
    throw new IOException("the server does not listen");
  }

  private String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(work.resolve("err").toFile())).start();
    String output = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return output;
  }

  /** The ideal schedule begins where no request would have arrived before it was due. */
  private void add(Tally tally, long[] arrivals, int rate) {
    Arrays.sort(arrivals);
    long begin = Long.MAX_VALUE;
    for (int i = 0; i < arrivals.length; i++) {
      begin = Math.min(begin, arrivals[i] - due(i, rate));
    }
    long end = begin + TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MILLISECONDS.toNanos(100);
    double[] lags = new double[arrivals.length];
    int inTime = 0;
    for (int i = 0; i < arrivals.length; i++) {
      lags[i] = (arrivals[i] - begin - due(i, rate)) / 1e3;
      inTime += arrivals[i] <= end ? 1 : 0;
    }
    Arrays.sort(lags);
    tally.sent.add(Math.min(1, inTime / (double) (rate * seconds)));
    tally.p50.add(at(lags, 0.5));
    tally.p90.add(at(lags, 0.9));
    tally.p99.add(at(lags, 0.99));
  }

  private static long due(int i, int rate) {
    return (long) (i * 1e9 / rate);
  }

  private static double at(double[] sorted, double share) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length))];
  }

  private static double median(List<Double> values) {
    return at(values.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.5 - 1e-9);
  }

  private JsonNode own() throws IOException {
    return JSON.readTree(work.resolve("out/load.json").toFile()).path("runs").path(0);
  }

  private String ownWord() throws IOException {
    JsonNode run = own();
    return String.format(Locale.ROOT, "send lag p50 %.0f us, p99 %.0f us, response p99 %.0f us%s",
        1e3 * quantile(run, "send", "p50"), 1e3 * quantile(run, "send", "p99"), 1e3 * quantile(run, "response", "p99"),
        run.path("valid").asBoolean() ? "" : ", INVALID");
  }

  private static double quantile(JsonNode run, String of, String name) {
    return run.path("totals").path(of).path(name).asDouble(Double.NaN);
  }

  private void stalls() throws Exception {
    int rate = 1000;
    int length = 30;
    List<String> stall = List.of("1000", "10000");
    System.out.printf(Locale.ROOT, "a server that stops for 1 s every 10 s, %,d requests a second for %d s%n", rate, length);
    System.out.printf(Locale.ROOT, "  arithmetic    p99 %7.0f ms: of each 10 s, the requests of 1 s wait 0..1 s%n", 900.0);
    LoadGenerators longer = new LoadGenerators(work, length);
    longer.observe(stall, port -> longer.command("thaw", port, rate));
    System.out.printf(Locale.ROOT, "  thaw          p99 %7.0f ms%n", quantile(own(), "response", "p99"));
    if (isThere("oha")) {
      List<String> scheduled = List.of("oha", "--no-tui", "-q", "" + rate, "-z", length + "s", "-c", "50");
      List<String> corrected = new ArrayList<>(scheduled);
      corrected.add("--latency-correction");
      List<String> closed = List.of("oha", "--no-tui", "-z", length + "s", "-c", "10");
      for (Map.Entry<String, List<String>> each : Map.of("oha corrected", corrected, "oha", scheduled, "oha, closed", closed).entrySet()) {
        Seen seen = longer.observe(stall, port -> {
          List<String> command = new ArrayList<>(each.getValue());
          command.add("http://127.0.0.1:" + port + "/");
          return command;
        });
        System.out.printf("  %-13s p99 %s%n", each.getKey(), found(seen.output(), "99.00% in ([0-9.]+ \\w+)"));
      }
    }
    if (isThere("wrk")) {
      Seen seen = longer.observe(stall, port -> List.of("wrk", "-t1", "-c10", "-d" + length + "s", "--latency", "http://127.0.0.1:" + port + "/"));
      System.out.printf("  wrk           p99 %s: closed, adds what it thinks it has omitted%n", found(seen.output(), "99%\\s+([0-9.]+\\w+)"));
    }
  }

  private static String found(String output, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(output);
    return matcher.find() ? matcher.group(1) : "not found in: " + output;
  }
}
