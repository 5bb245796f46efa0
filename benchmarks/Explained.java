import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.PhaseName;
import thaw.function.Application;
import thaw.function.template.resource.ApplicationReader;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.explanation.WhyJson;

/**
 * Does {@code thaw why} explain every sample function? Runs the command, as a user does, on each
 * Java function of functions/ with JDK 17 and 25 at 256, 1024 and 1769 MB, and reads its why.json.
 *
 * <p>Promised: at least 0.95 of every phase is explained, and where a cold start takes 2 s or less, the
 * report is there within 30 s. The latter is for an idle machine and a built sample; it is told, and
 * counts as broken only with {@code --strict}. Vague rows, those that name no reason, are told when
 * they take more than 3 % of a phase; shares are of the time in which the host let the function run.
 *
 * <p>Run with {@code benchmarks/run Explained [--quick] [--strict] [--runs N] [--only REGEX] [--out
 * FOLDER]}. Quick: each function once, the six combinations in turn. The regular expression is found in
 * {@code petstore GuiceLazy 17 256}. The folder keeps all reports.
 */
public final class Explained {
  private static final List<String> SAMPLES =
      List.of("petstore", "product", "freeze-thaw", "known-costs", "seven-mistakes", "frameworks");
  private static final List<Integer> JDKS = List.of(17, 25);
  private static final List<Integer> MEMORY = List.of(256, 1024, 1769);
  private static final double LEAST_EXPLAINED = 0.95;
  private static final double VAGUE = 0.03;
  private static final double REPORT_SECONDS = 30;
  private static final double COLD_START_MILLIS = 2000;
  private static final int LARGEST = 5;

  private final Path root =
      Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
  private final Path out;
  private final List<String> options;
  private final List<String> failed = new ArrayList<>();
  private final List<String> unexplained = new ArrayList<>();
  private final List<String> vague = new ArrayList<>();
  private final List<Took> commands = new ArrayList<>();

  private record Case(String sample, FunctionDefinition function, int jdk, int memory) {
    String name() {
      return String.join(" ", sample, function.logicalId(), "" + jdk, "" + memory);
    }
  }

  private record Took(String name, double seconds, double coldStartMillis) {}

  private Explained(Path out, List<String> options) {
    this.out = out;
    this.options = options;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    Path out =
        given.contains("--out")
            ? Path.of(given.get(given.indexOf("--out") + 1))
            : Files.createTempDirectory("thaw-explained-");
    List<String> options =
        given.contains("--runs")
            ? List.of("--runs", given.get(given.indexOf("--runs") + 1))
            : List.of();
    String only = given.contains("--only") ? given.get(given.indexOf("--only") + 1) : "";
    HttpServer peer = peer();
    Explained benchmark = new Explained(out, options);
    try {
      for (Case one : benchmark.cases(given.contains("--quick"))) {
        if (java.util.regex.Pattern.compile(only).matcher(one.name()).find()) {
          benchmark.explain(one, peer.getAddress().getPort());
        }
      }
    } finally {
      peer.stop(0);
    }
    System.exit(benchmark.kept(given.contains("--strict")) ? 0 : 1);
  }

  /** What known-costs/peer.py is: answers after as many milliseconds as it is asked for. */
  private static HttpServer peer() throws IOException {
    HttpServer peer =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    peer.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    peer.createContext("/", exchange -> {
      String query = exchange.getRequestURI().getQuery();
      try {
        TimeUnit.MILLISECONDS.sleep(query == null ? 0 : Long.parseLong(query.replaceAll("\\D", "")));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    peer.start();
    return peer;
  }

  private List<Case> cases(boolean quick) {
    List<Case> cases = new ArrayList<>();
    int turn = 0;
    for (String sample : SAMPLES) {
      Application application =
          ApplicationReader.read(root.resolve("functions").resolve(sample), ReadOptions.defaults());
      for (FunctionDefinition function : application.functions()) {
        int combination = 0;
        for (int jdk : JDKS) {
          for (int memory : MEMORY) {
            if (!quick || combination == turn % (JDKS.size() * MEMORY.size())) {
              cases.add(new Case(sample, function, jdk, memory));
            }
            combination++;
          }
        }
        turn++;
      }
    }
    return cases;
  }

  private void explain(Case one, int peer) throws IOException, InterruptedException {
    Path folder = out.resolve(one.name().replace(' ', '-'));
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(List.of(
        root.resolve("thaw").toString(), "why", root.resolve("functions").resolve(one.sample()).toString(),
        "--function", one.function().logicalId(), "--jdk", "" + one.jdk(), "--memory", "" + one.memory(),
        "--out", folder.toString()));
    command.addAll(options);
    if (one.sample().equals("known-costs")) {
      command.addAll(List.of("--parameter", "Peer=127.0.0.1:" + peer));
    }
    if (one.sample().equals("seven-mistakes")) {
      command.addAll(List.of("--parameter", "ConfigPeer=127.0.0.1:" + peer));
    }
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile()).start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroy(); // as Ctrl-C: it cleans up
      process.waitFor();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    Path json = folder.resolve("why.json");
    if (process.exitValue() != 0 || !Files.exists(json)) {
      List<String> lines = Files.readAllLines(folder.resolve("output"));
      failed.add(one.name() + ": exit " + process.exitValue() + ", " + String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size())));
      System.out.println(failed.getLast());
      return;
    }
    Explanation explanation = WhyJson.read(json);
    commands.add(new Took(one.name(), seconds, explanation.total().wallMillis()));
    System.out.println(line(one, explanation, seconds));
    judge(one, explanation);
  }

  private static String line(Case one, Explanation explanation, double seconds) {
    List<Phase> phases = explanation.phases();
    Phase least = phases.stream().min(Comparator.comparingDouble(Phase::explainedRatio)).orElseThrow();
    StringBuilder line = new StringBuilder(String.format(
        Locale.ROOT, "%-40s %6.0f ms, host %5.0f, CPU %5.0f, explained %.3f, least %.3f in %s; %.1f s;",
        one.name(), explanation.total().wallMillis(), hostMillis(phases), explanation.total().cpuMillis(),
        explanation.total().explainedRatio(), least.explainedRatio(), least.name().label(), seconds));
    record Row(Phase phase, CauseShare share) {}
    phases.stream()
        .filter(phase -> phase.name() != PhaseName.LATER_INVOCATIONS)
        .flatMap(phase -> phase.causes().stream().map(share -> new Row(phase, share)))
        .filter(row -> row.share().cause() != Cause.HOST_CONTENTION)
        .sorted(Comparator.comparingDouble((Row row) -> row.share().millis()).reversed())
        .limit(LARGEST)
        .forEach(row -> line.append(String.format(
            Locale.ROOT, " %s/%s %.0f (%s)", row.phase().name().label(), row.share().cause().label(),
            row.share().millis(), row.share().owners().isEmpty() ? "-" : row.share().owners().getFirst().library())));
    return line.toString();
  }

  private static double hostMillis(List<Phase> phases) {
    return phases.stream()
        .filter(phase -> phase.name() != PhaseName.LATER_INVOCATIONS)
        .mapToDouble(phase -> millis(phase, Cause.HOST_CONTENTION)).sum();
  }

  private static double millis(Phase phase, Cause cause) {
    return phase.causes().stream().filter(share -> share.cause() == cause).mapToDouble(CauseShare::millis).sum();
  }

  private void judge(Case one, Explanation explanation) {
    for (Phase phase : explanation.phases()) {
      double ran = phase.wallMillis() - millis(phase, Cause.HOST_CONTENTION);
      double ratio = ran <= 0 ? 1 : 1 - millis(phase, Cause.UNEXPLAINED) / ran;
      if (ratio < LEAST_EXPLAINED) {
        unexplained.add(String.format(Locale.ROOT, "%s, %s: %.3f %s", one.name(), phase.name().label(), ratio, owners(phase, Cause.UNEXPLAINED)));
      }
      for (Cause cause : List.of(Cause.JDK_CODE, Cause.VM_OTHER, Cause.KERNEL_OTHER, Cause.VM_WAIT)) {
        double share = millis(phase, cause) / ran;
        if (phase.name() != PhaseName.LATER_INVOCATIONS && share > VAGUE) {
          vague.add(String.format(Locale.ROOT, "%s, %s: %s %.1f %% (%.1f ms) %s", one.name(), phase.name().label(), cause.label(),
              100 * share, millis(phase, cause), owners(phase, cause)));
        }
      }
      for (CauseShare share : phase.causes()) {
        for (OwnerShare owner : share.owners()) {
          if ((owner.library().isBlank() || owner.library().contains("?") || owner.library().contains("unknown"))
              && owner.millis() / ran > VAGUE / LARGEST) {
            vague.add(String.format(Locale.ROOT, "%s, %s: %s is %s's, %.1f ms", one.name(), phase.name().label(), share.cause().label(),
                owner.library(), owner.millis()));
          }
        }
      }
    }
  }

  private static String owners(Phase phase, Cause cause) {
    return phase.causes().stream().filter(share -> share.cause() == cause)
        .flatMap(share -> share.owners().stream()).limit(3)
        .map(owner -> String.format(Locale.ROOT, "%s %.1f", owner.library(), owner.millis())).toList().toString();
  }

  private boolean kept(boolean strict) {
    System.out.printf("%d explained, reports in %s%n", commands.size(), out);
    failed.forEach(each -> System.out.println("  FAILED " + each));
    vague.forEach(each -> System.out.println("  vague  " + each));
    unexplained.forEach(each -> System.out.println("  BROKEN " + each));
    if (unexplained.isEmpty() && !commands.isEmpty()) {
      System.out.printf("  kept   at least %.2f explained in every phase%n", LEAST_EXPLAINED);
    }
    commands.stream().max(Comparator.comparingDouble(Took::seconds))
        .ifPresent(slowest -> System.out.printf("  slowest command: %s, %.1f s%n", slowest.name(), slowest.seconds()));
    List<Took> late = commands.stream()
        .filter(each -> each.coldStartMillis() <= COLD_START_MILLIS && each.seconds() > REPORT_SECONDS).toList();
    late.forEach(each -> System.out.printf("  late   %s: %.1f s%n", each.name(), each.seconds()));
    return failed.isEmpty() && unexplained.isEmpty() && (late.isEmpty() || !strict);
  }
}
