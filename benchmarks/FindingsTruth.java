import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.explanation.WhyJson;

/**
 * How often are the findings of {@code thaw why} right? Runs the command on functions whose truth is
 * known (findings-truth.txt) and judges every finding: true, false, or harmful, which is a remedy that
 * keeps what must be made anew for each request. Tells as well what was not found, and whether the
 * largest cost of own code was named.
 *
 * <p>Promised: 9 of 10 findings are true, none is harmful, the largest own cost is always named.
 *
 * <p>Run with {@code benchmarks/run FindingsTruth [--only REGEX] [--runs N] [--out FOLDER] [--write]}.
 * The regular expression is found in {@code planted HashInInit}. The folder keeps all reports: functions
 * that are there already are judged and not run again. With --write the table goes to docs/findings.md; it
 * is one of all functions, so that --only does not go with it.
 */
public final class FindingsTruth {
  private static final double LEAST_TRUE = 0.9;
  private static final String BEGIN = "<!-- benchmarks/run FindingsTruth --write -->";
  private static final String END = "<!-- end -->";

  /** @param ids one of them, at a place that contains the text; - where there is none */
  private record Expected(List<String> ids, String place) {
    boolean fits(Finding finding) {
      return ids.contains(finding.id())
          && (place.equals("-") ? finding.place().isEmpty() : finding.place().contains(place));
    }
  }

  private record Function(
      String sample, String name, List<String> options,
      List<Expected> must, List<Expected> may, List<String> keep, List<String> own) {
    String title() {
      return String.join(" ", sample, name, String.join(" ", options)).strip();
    }
  }

  private static final class Tally {
    private int right;
    private int wrong;
    private int harmful;
    private int missed;
  }

  private final Path root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
  private final Path out;
  private final String runs;
  private final Map<String, Tally> tallies = new TreeMap<>();
  private final List<String> lines = new ArrayList<>();
  private int functions;
  private int named;
  private int withOwnCost;

  private FindingsTruth(Path out, String runs) {
    this.out = out;
    this.runs = runs;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    Path out = given.contains("--out") ? Path.of(value(given, "--out", "")) : Files.createTempDirectory("thaw-findings-");
    FindingsTruth benchmark = new FindingsTruth(out, value(given, "--runs", "3"));
    Pattern only = Pattern.compile(value(given, "--only", ""));
    if (given.contains("--write") && given.contains("--only")) {
      System.err.println("--write is for the table of all functions: leave out --only");
      System.exit(2);
    }
    HttpServer peer = peer();
    try {
      for (Function function : benchmark.truth()) {
        if (only.matcher(function.title()).find()) {
          benchmark.judge(function, peer.getAddress().getPort());
        }
      }
    } finally {
      peer.stop(0);
    }
    String table = benchmark.table();
    System.out.println(table);
    if (given.contains("--write")) {
      benchmark.write(table);
    }
    System.exit(benchmark.kept() ? 0 : 1);
  }

  private static String value(List<String> given, String option, String otherwise) {
    return given.contains(option) ? given.get(given.indexOf(option) + 1) : otherwise;
  }

  /** What known-costs/peer.py is: answers after as many milliseconds as it is asked for. */
  private static HttpServer peer() throws IOException {
    HttpServer peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    peer.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    peer.createContext("/", exchange -> {
      String query = exchange.getRequestURI().getQuery();
      try {
        TimeUnit.MILLISECONDS.sleep(query == null ? 100 : Long.parseLong(query.replaceAll("\\D", "")));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    peer.start();
    return peer;
  }

  private List<Function> truth() throws IOException {
    List<Function> found = new ArrayList<>();
    List<Expected> everywhere = new ArrayList<>();
    boolean general = false;
    for (String line : Files.readAllLines(root.resolve("benchmarks/findings-truth.txt"))) {
      List<String> words = List.of(line.strip().split(" +"));
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        general = words.equals(List.of("everywhere"));
        if (!general) {
          found.add(new Function(words.get(0), words.get(1), words.subList(2, words.size()),
              new ArrayList<>(), new ArrayList<>(everywhere), new ArrayList<>(), new ArrayList<>()));
        }
      } else if (general) {
        everywhere.add(expected(words));
      } else {
        Function last = found.getLast();
        switch (words.getFirst()) {
          case "must" -> last.must().add(expected(words));
          case "may" -> last.may().add(expected(words));
          case "keep" -> last.keep().add(words.get(1));
          case "own" -> last.own().add(words.get(1));
          default -> throw new IOException("not understood: " + line);
        }
      }
    }
    return found;
  }

  private static Expected expected(List<String> words) {
    return new Expected(List.of(words.get(1).split("\\|")), words.size() > 2 ? words.get(2) : "");
  }

  private void judge(Function function, int peer) throws IOException, InterruptedException {
    Path folder = out.resolve(function.title().replaceAll("[^A-Za-z0-9]+", "-"));
    Path json = folder.resolve("why.json");
    if (!Files.exists(json)) {
      explain(function, folder, peer);
    }
    if (!Files.exists(json)) {
      System.out.println(function.title() + ": no explanation, see " + folder.resolve("output"));
      return;
    }
    functions++;
    Explanation explanation = WhyJson.read(json);
    List<String> wrong = new ArrayList<>();
    for (Finding finding : explanation.findings()) {
      Tally tally = tallies.computeIfAbsent(finding.id(), id -> new Tally());
      boolean isTrue = function.must().stream().anyMatch(each -> each.fits(finding))
          || function.may().stream().anyMatch(each -> each.fits(finding));
      boolean keeps = finding.id().equals("work-in-handler") && finding.remedy().contains("keep it");
      boolean harmful = keeps && function.keep().stream().noneMatch(call -> finding.title().startsWith(call + " "));
      tally.right += isTrue && !harmful ? 1 : 0;
      tally.wrong += isTrue || harmful ? 0 : 1;
      tally.harmful += harmful ? 1 : 0;
      if (!isTrue || harmful) {
        wrong.add((harmful ? "HARMFUL " : "false ") + finding.id() + " at " + finding.place() + ": " + finding.title());
      }
    }
    for (Expected each : function.must()) {
      if (explanation.findings().stream().noneMatch(each::fits)) {
        tallies.computeIfAbsent(each.ids().getFirst(), id -> new Tally()).missed++;
        wrong.add("missed " + each.ids() + " at " + each.place());
      }
    }
    for (String own : function.own().stream().filter(place -> !place.equals("-")).toList()) {
      withOwnCost++;
      boolean isNamed = explanation.findings().stream().anyMatch(finding -> finding.place().contains(own) || finding.evidence().contains(own));
      named += isNamed ? 1 : 0;
      if (!isNamed) {
        wrong.add("largest own cost not named: " + own);
      }
    }
    System.out.printf(Locale.ROOT, "%-50s %6.0f ms, %d findings%s%n", function.title(), explanation.total().wallMillis(),
        explanation.findings().size(), wrong.isEmpty() ? "" : "\n    " + String.join("\n    ", wrong));
  }

  private void explain(Function function, Path folder, int peer) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(List.of(
        root.resolve("thaw").toString(), "why", root.resolve("functions").resolve(function.sample()).toString(),
        "--function", function.name(), "--runs", runs, "--out", folder.toString()));
    command.addAll(function.options());
    String parameter = Map.of("known-costs", "Peer", "planted", "Peer", "seven-mistakes", "ConfigPeer")
        .getOrDefault(function.sample(), "");
    if (!parameter.isEmpty()) {
      command.addAll(List.of("--parameter", parameter + "=127.0.0.1:" + peer));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile()).start();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroy(); // as Ctrl-C: it cleans up
      process.waitFor();
    }
  }

  private int sum(java.util.function.ToIntFunction<Tally> what) {
    return tallies.values().stream().mapToInt(what).sum();
  }

  private String table() {
    int right = sum(tally -> tally.right);
    int told = right + sum(tally -> tally.wrong) + sum(tally -> tally.harmful);
    lines.clear();
    lines.add(String.format(Locale.ROOT, "%d functions, %d findings: %d true, %d false, %d harmful; %d causes missed; the largest own cost named in %d of %d.",
        functions, told, right, sum(tally -> tally.wrong), sum(tally -> tally.harmful), sum(tally -> tally.missed), named, withOwnCost));
    lines.add("");
    lines.add("| finding | true | false | harmful | missed |");
    lines.add("|---|---|---|---|---|");
    tallies.forEach((id, tally) -> {
      if (tally.wrong + tally.harmful + tally.missed > 0) {
        lines.add("| `" + id + "` | " + tally.right + " | " + tally.wrong + " | " + tally.harmful + " | " + tally.missed + " |");
      }
    });
    return String.join("\n", lines);
  }

  private void write(String table) throws IOException {
    Path page = root.resolve("docs/findings.md");
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    Files.writeString(page, text.substring(0, begin) + "\n" + table + "\n" + text.substring(text.indexOf(END, begin)));
  }

  private boolean kept() {
    int right = sum(tally -> tally.right);
    int told = right + sum(tally -> tally.wrong) + sum(tally -> tally.harmful);
    return told > 0 && right >= LEAST_TRUE * told && sum(tally -> tally.harmful) == 0 && named == withOwnCost;
  }
}
