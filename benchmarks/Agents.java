import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What does an agent add to a start, what does a class archive take of that, and which form of
 * archive works with it? Starts a program without and with each agent, without an archive and with
 * those that the JDK makes, in turn, and writes CPU times and what became of each archive into
 * docs/measured/agents.md.
 *
 * <p>Run with {@code benchmarks/run Agents CLASSPATH MAIN NAME=AGENT.jar...}. MAIN has to end by
 * itself; variables for the agents (where they send to) come from the environment.
 */
public final class Agents {
  private static final MeasuredPage PAGE = new MeasuredPage("agents.md", "Agents");
  private static final int RUNS = 5;
  private static final int PATIENCE_SECONDS = 90;

  private static final List<String> AS_ON_LAMBDA =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final List<String> WITH_AGENT =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent");

  private static final Pattern TIMES = Pattern.compile("(?m)^thaw-cpu (\\S+) (\\S+)$");

  /** A start that has ended. */
  private record Start(int exit, String said, double cpuMillis) {}

  private final String classPath;
  private final String main;
  private final Path scratch = Files.createTempDirectory("thaw-agents-");
  private final String java = Path.of(System.getProperty("java.home"), "bin/java").toString();

  private Agents(String classPath, String main) throws IOException {
    this.classPath = classPath;
    this.main = main;
  }

  public static void main(String[] arguments) throws Exception {
    Agents agents = new Agents(arguments[0], arguments[1]);
    Map<String, Path> jars = new LinkedHashMap<>();
    for (String each : List.of(arguments).subList(2, arguments.length)) {
      jars.put(
          each.substring(0, each.indexOf('=')),
          Path.of(each.substring(each.indexOf('=') + 1)).toAbsolutePath());
    }
    try {
      PAGE.write("agents", agents.measured(jars));
    } finally {
      try (Stream<Path> files = Files.list(agents.scratch)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(agents.scratch);
    }
  }

  private List<String> measured(Map<String, Path> jars) throws Exception {
    Path plainCache = scratch.resolve("plain.aot");
    start(List.of("-XX:AOTCacheOutput=" + plainCache));
    Map<String, List<String>> ways = new LinkedHashMap<>();
    ways.put("", List.of());
    ways.put("/archived", List.of("-XX:AOTCache=" + plainCache));
    Map<String, String> aot = new LinkedHashMap<>();
    Map<String, String> cds = new LinkedHashMap<>();
    for (Map.Entry<String, Path> each : jars.entrySet()) {
      String agent = "-javaagent:" + each.getValue();
      Path made = scratch.resolve(each.getKey() + ".aot");
      Start create = start(List.of(agent, "-XX:AOTCacheOutput=" + made));
      aot.put(each.getKey(), Files.exists(made) ? used(agent, made) : cause(create));
      Path archive = scratch.resolve(each.getKey() + ".jsa");
      List<String> with = new ArrayList<>(WITH_AGENT);
      with.add(agent);
      List<String> writing = new ArrayList<>(with);
      writing.add("-XX:ArchiveClassesAtExit=" + archive);
      Start training = start(writing);
      ways.put(each.getKey(), List.of(agent));
      if (Files.exists(archive)) {
        with.add("-XX:SharedArchiveFile=" + archive);
        ways.put(each.getKey() + "/archived", with);
        cds.put(each.getKey(), classes(with));
      } else {
        cds.put(each.getKey(), cause(training));
      }
    }
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int run = 0; run < RUNS; run++) {
      for (Map.Entry<String, List<String>> way : ways.entrySet()) {
        times
            .computeIfAbsent(way.getKey(), _ -> new ArrayList<>())
            .add(start(way.getValue()).cpuMillis());
      }
    }
    List<String> rows = new ArrayList<>();
    rows.add("| agent | no archive, ms | archive, ms | AOT cache | AppCDS archive |");
    rows.add("| --- | --- | --- | --- | --- |");
    rows.add("| none | %s | %s | used | - |".formatted(median(times, ""), median(times, "/archived")));
    for (String name : jars.keySet()) {
      rows.add(
          "| %s | %s | %s | %s | %s |"
              .formatted(
                  name,
                  median(times, name),
                  median(times, name + "/archived"),
                  aot.get(name),
                  cds.get(name)));
    }
    return rows;
  }

  /** Returns whether a start with the agent maps the AOT cache. */
  private String used(String agent, Path cache) throws Exception {
    Path log = scratch.resolve("aot-loads");
    Start start =
        start(
            List.of(
                agent,
                "-XX:AOTCache=" + cache,
                "-XX:AOTMode=on",
                "-Xlog:class+load:file=" + log + "::filecount=0"));
    if (start.exit() != 0) {
      return "made, and refused: " + cause(start);
    }
    List<String> loads = Files.readAllLines(log);
    return "%,d of %,d classes"
        .formatted(
            loads.stream().filter(line -> line.contains("shared objects file")).count(), loads.size());
  }

  /** Returns how many classes of a start are from the archive itself, and which are not. */
  private String classes(List<String> options) throws Exception {
    Path log = scratch.resolve("loads");
    List<String> logging = new ArrayList<>(options);
    logging.add("-Xlog:class+load:file=" + log + "::filecount=0");
    Start start = start(logging);
    List<String> loads = Files.readAllLines(log);
    long archived = loads.stream().filter(line -> line.endsWith("file (top)")).count();
    return "%,d of %,d classes%s"
        .formatted(
            archived,
            loads.size(),
            start.said().contains("bootstrap classpath has been appended")
                ? ", none of the program: the agent adds to the boot class path"
                : "");
  }

  private static String cause(Start start) {
    List<String> lines =
        start.said().lines().filter(line -> !line.contains("Skipping")).toList();
    return Stream.of("SIG", "cannot be used", "rror", "status =")
        .flatMap(word -> lines.stream().filter(line -> line.contains(word)))
        .findFirst()
        .map(line -> line.replaceFirst("^[#\\s]*(\\[[^]]*])*\\s*", "").replaceFirst(" at pc=.*", ""))
        .orElse("it ended with " + start.exit());
  }

  private static String median(Map<String, List<Double>> times, String way) {
    List<Double> all = times.getOrDefault(way, List.of()).stream().sorted().toList();
    return all.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT, "%,.0f (%,.0f to %,.0f)", all.get(all.size() / 2), all.getFirst(), all.getLast());
  }

  private Start start(List<String> options) throws Exception {
    Path said = scratch.resolve("said");
    // The shell tells the CPU time of what it has waited for.
    List<String> command =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='thaw-cpu %U %S'; time \"$@\"", "bash", java));
    command.addAll(AS_ON_LAMBDA);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    Process process =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.waitFor();
    }
    String text = Files.readString(said);
    Matcher times = TIMES.matcher(text);
    double seconds =
        times.find() ? Double.parseDouble(times.group(1)) + Double.parseDouble(times.group(2)) : 0;
    return new Start(process.exitValue(), text, seconds * 1000);
  }
}
