import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.snapstart.FunctionArchives;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.environment.InvocationResult;
import thaw.environment.launch.RuntimeProgram;
import thaw.snapstart.Snapshots;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.CriuProbe;
import thaw.snapshot.SnapshotStore;

/**
 * What does a snapshot bring, and does it hold? A Map-to-Map function with a heap of random bytes
 * whose checksum each invocation compares. In one run:
 *
 * <ol>
 *   <li>interleaved, start to response: cold with the JDK's default CDS archive, cold as {@code thaw
 *       run} starts it, and restored with a small and with a large heap;
 *   <li>16 clones at once: private memory of each, and time until the last has answered;
 *   <li>restores in a row, and 50 at once: failures, and what is left behind;
 *   <li>invocations with forced collections on each collector: wrong checksums.
 * </ol>
 *
 * <p>Run with {@code benchmarks/run SnapshotGain [rounds] [restores in a row] [invocations in all]}.
 * Needs root and {@code ./thaw setup}.
 */
public final class SnapshotGain {
  private static final String SOURCE =
      """
      import java.util.*;
      public class Kept {
        static final byte[][] HEAP;
        static final long SUM;
        static {
          Random random = new Random(1);
          HEAP = new byte[256 * Integer.getInteger("heap.mib")][4096];
          for (byte[] part : HEAP) random.nextBytes(part);
          SUM = sum();
        }
        static long sum() {
          java.util.zip.CRC32C sum = new java.util.zip.CRC32C();
          for (byte[] part : HEAP) sum.update(part);
          return sum.getValue();
        }
        public Map<String, Object> handle(Map<String, Object> event) {
          if (!event.containsKey("collect")) return Map.of("name", event.get("name"));
          byte[][] garbage = new byte[500][];
          for (int i = 0; i < garbage.length; i++) garbage[i] = new byte[4000];
          System.gc();
          return Map.of("whole", sum() == SUM);
        }
      }
      """;

  private static final String HELLO = "{\"name\":\"hello\",\"count\":1}";
  private static final int SMALL = 8;
  private static final int LARGE = 168;
  private static final int TOGETHER = 16;
  private static final int BURST = 50;
  private static final List<String> COLLECTORS =
      List.of("-XX:+UseSerialGC", "-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseZGC");

  private final Lab lab;
  private final Jdk jdk = Lab.jdk(25);
  private final Path code;
  private final Snapshots snapshots;
  private boolean kept = true;

  private SnapshotGain(Lab lab) throws IOException {
    this.lab = lab;
    this.code = compile();
    Path home = Path.of(System.getProperty("user.home"), ".cache/thaw/criu");
    CriuCommand criu =
        new CriuProbe(new CriuFolder(home), System.getenv())
            .working(true)
            .orElseThrow(() -> new IllegalStateException("no CRIU that works: run ./thaw setup as root"));
    this.snapshots =
        new Snapshots(
            lab.instance, Optional.of(criu), new SnapshotStore(lab.work.resolve("snapshots")),
            new FunctionArchives(lab.instance, new SnapshotStore(lab.work.resolve("function-archives"))),
            System.out::println);
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    int row = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
    int soak = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000;
    boolean kept;
    try (Lab lab = new Lab()) {
      SnapshotGain benchmark = new SnapshotGain(lab);
      benchmark.starts(rounds);
      benchmark.together();
      benchmark.inARow(row);
      benchmark.burst();
      benchmark.soak(soak);
      kept = benchmark.kept;
    }
    System.exit(kept ? 0 : 1);
  }

  private void promise(String what, double value, double limit, String unit) {
    kept &= value <= limit;
    System.out.printf("  %s %s: %.2f%s, promised at most %.2f%s%n",
        value <= limit ? "kept  " : "BROKEN", what, value, unit, limit, unit);
  }

  private void starts(int rounds) throws Exception {
    Map<String, EnvironmentSpec> variants = new LinkedHashMap<>();
    variants.put("cold, default CDS", spec(SMALL, false));
    variants.put("cold, as thaw run", spec(SMALL, true));
    variants.put("restored, " + SMALL + " MiB", published(SMALL));
    variants.put("restored, " + LARGE + " MiB", published(LARGE));
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    Map<String, Long> memory = new LinkedHashMap<>();
    Random random = new Random(1);
    for (int i = -2; i < rounds; i++) {
      List<String> order = new ArrayList<>(variants.keySet());
      Collections.shuffle(order, random);
      for (String name : order) {
        try (Environment environment = started(variants.get(name))) {
          InvocationResult result = environment.invoke(Invocation.of(HELLO.getBytes(StandardCharsets.UTF_8)));
          requireSuccess(result);
          if (i >= 0) {
            millis.computeIfAbsent(name, _ -> new ArrayList<>())
                .add(result.startToResponse().orElseThrow().toNanos() / 1e6);
            memory.put(name, residentKib().getFirst() / 1024);
          }
        }
      }
    }
    System.out.printf("%s, start to response of a Map-to-Map function at 1769 MB, %d rounds%n", jdk.label(), rounds);
    millis.forEach((name, each) -> System.out.printf(
        "  %-18s %s, p99 %.1f ms, resident %d MiB%n", name, Lab.describe(each), Lab.quantiles(each).at(0.99), memory.get(name)));
    double plain = median(millis, "cold, default CDS");
    double small = median(millis, "restored, " + SMALL + " MiB");
    promise("restored to cold", small / plain, 0.1, "");
    promise("restored (on an idle machine)", small, 40, " ms");
    promise("large to small heap", median(millis, "restored, " + LARGE + " MiB") / small, 1.3, "");
  }

  private static double median(Map<String, List<Double>> millis, String name) {
    return Lab.quantiles(millis.get(name)).median();
  }

  private void together() throws Exception {
    EnvironmentSpec spec = published(LARGE);
    List<Environment> clones = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(TOGETHER)) {
      for (int i = 0; i < TOGETHER; i++) {
        clones.add(Environment.prepareWithLog(lab.instance, spec, line -> {}));
      }
      long begin = System.nanoTime();
      List<Callable<Double>> tasks = clones.stream().map(clone -> (Callable<Double>) () -> {
        require(clone.initialise());
        requireSuccess(clone.invoke(Invocation.of(HELLO.getBytes(StandardCharsets.UTF_8))));
        return (System.nanoTime() - begin) / 1e6;
      }).toList();
      List<Double> answered = new ArrayList<>();
      for (Future<Double> each : threads.invokeAll(tasks)) {
        answered.add(each.get());
      }
      List<Double> megabytes = privateKib().stream().map(kib -> kib / 1024.0).toList();
      System.out.printf("%d clones at once, %d of them found%n", TOGETHER, megabytes.size());
      promise("private memory of the largest", Collections.max(megabytes), 20, " MiB");
      promise("until the last has answered", Collections.max(answered), 400, " ms");
    } finally {
      clones.forEach(Environment::close);
    }
  }

  private void inARow(int count) throws Exception {
    EnvironmentSpec spec = published(SMALL);
    List<Double> millis = new ArrayList<>();
    int failures = 0;
    for (int i = 0; i < count; i++) {
      try (Environment clone = started(spec)) {
        InvocationResult result = clone.invoke(Invocation.of(HELLO.getBytes(StandardCharsets.UTF_8)));
        requireSuccess(result);
        millis.add(result.startToResponse().orElseThrow().toNanos() / 1e6);
      } catch (RuntimeException e) {
        failures++;
        System.out.println("  " + e.getMessage());
      }
    }
    System.out.printf("%d restores in a row: %s%n", count, Lab.describe(millis));
    promise("failures", failures, 0, "");
    promise("processes left", residentKib().size(), 0, "");
  }

  private void burst() throws Exception {
    EnvironmentSpec spec = published(SMALL);
    int failures = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(BURST)) {
      Callable<Boolean> task = () -> {
        try (Environment clone = started(spec)) {
          requireSuccess(clone.invoke(Invocation.of(HELLO.getBytes(StandardCharsets.UTF_8))));
          return true;
        }
      };
      for (Future<Boolean> each : threads.invokeAll(Collections.nCopies(BURST, task))) {
        try {
          each.get();
        } catch (java.util.concurrent.ExecutionException e) {
          failures++;
          System.out.println("  " + e.getCause().getMessage());
        }
      }
    }
    System.out.printf("%d restores at once%n", BURST);
    promise("failures", failures, 0, "");
    promise("processes left", residentKib().size(), 0, "");
  }

  private void soak(int invocations) throws Exception {
    int each = invocations / COLLECTORS.size();
    int clones = 5;
    for (String collector : COLLECTORS) {
      EnvironmentSpec spec = published(SMALL, collector);
      int wrong = 0;
      for (int c = 0; c < clones; c++) {
        try (Environment clone = started(spec)) {
          for (int i = 0; i < each / clones; i++) {
            InvocationResult result = clone.invoke(Invocation.of("{\"collect\":1}".getBytes(StandardCharsets.UTF_8)));
            if (!requireSuccess(result).equals("{\"whole\":true}")) {
              wrong++;
            }
          }
        }
      }
      System.out.printf("%s: %d invocations with a collection each, on %d clones%n", collector, each, clones);
      promise("wrong checksums", wrong, 0, "");
    }
  }

  private Environment started(EnvironmentSpec spec) throws InterruptedException {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    Environment environment = Environment.prepareWithLog(lab.instance, spec, log::add);
    InitOutcome outcome = environment.initialise();
    if (!(outcome instanceof InitOutcome.Ready)) {
      environment.close();
      throw new IllegalStateException(outcome + " " + log);
    }
    return environment;
  }

  private static void require(InitOutcome outcome) {
    if (!(outcome instanceof InitOutcome.Ready)) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  private static String requireSuccess(InvocationResult result) {
    if (result.outcome() instanceof InvocationOutcome.Success(byte[] payload)) {
      return new String(payload, StandardCharsets.UTF_8);
    }
    throw new IllegalStateException("no success: " + result.outcome());
  }

  private EnvironmentSpec published(int heapMib, String... options) throws InterruptedException {
    EnvironmentSpec version = spec(heapMib, true, options).withVersion("1");
    return snapshots.published(version, Environment.newLogStream(version), event -> {});
  }

  private EnvironmentSpec spec(int heapMib, boolean archive, String... options) throws InterruptedException {
    EnvironmentSpec hello = lab.hello(jdk, 1769);
    Optional<RuntimeProgram.ClassArchive> found =
        archive && hello.program() instanceof RuntimeProgram.Java java ? java.archive() : Optional.empty();
    List<String> all = new ArrayList<>(List.of("-Dheap.mib=" + heapMib));
    if (options.length > 0) {
      all.add("-XX:-UseSerialGC"); // the platform's choice
      all.addAll(List.of(options));
    }
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("Kept")
            .name("kept")
            .code(new CodeSource.Folder(code))
            .handler("Kept::handle")
            .runtime("java25")
            .memory(new MemorySize(1769))
            .timeout(Duration.ofSeconds(30))
            .build();
    return EnvironmentSpec.latest(
        function, new DeploymentPackage(code, "", 0), Optional.empty(),
        new RuntimeProgram.Java(jdk, all, lab.client, found), Map.of(), List.of(), "us-east-1");
  }

  private Path compile() throws IOException {
    Path source = Files.writeString(lab.work.resolve("Kept.java"), SOURCE);
    Path classes = Files.createDirectory(lab.work.resolve("kept"));
    int result =
        java.util.spi.ToolProvider.findFirst("javac").orElseThrow().run(
            System.out, System.err, "--release", "17", "-d", classes.toString(), source.toString());
    if (result != 0) {
      throw new IOException("javac ended with " + result);
    }
    return classes;
  }

  private static List<Long> residentKib() throws IOException {
    return ofJvms("Rss:");
  }

  private static List<Long> privateKib() throws IOException {
    return ofJvms("Private_Dirty:", "Private_Clean:");
  }

  /** Of each JVM of a function of ours, in KiB. */
  private static List<Long> ofJvms(String... fields) throws IOException {
    List<Long> all = new ArrayList<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.filter(path -> path.getFileName().toString().matches("\\d+")).toList()) {
        try {
          boolean java = Files.readString(process.resolve("cmdline")).contains("Dheap.mib");
          boolean ours = Files.readString(process.resolve("cgroup")).contains("thaw-" + ProcessHandle.current().pid() + "-");
          if (java && ours) {
            long sum = 0;
            for (String line : Files.readAllLines(process.resolve("smaps_rollup"))) {
              for (String field : fields) {
                sum += line.startsWith(field) ? Long.parseLong(line.replaceAll("\\D+", "")) : 0;
              }
            }
            all.add(sum);
          }
        } catch (IOException e) {
          // it has ended
        }
      }
    }
    return all;
  }
}
