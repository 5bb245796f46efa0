import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.ImageRewrite;
import thaw.snapshot.ParkedCriu;
import thaw.snapshot.RestoreOptions;

/**
 * What do the rewritten memory and the waiting CRIU bring? A plain JVM that listens and holds a
 * connection, with so much random heap, is dumped once and restored in namespaces of its own: as
 * CRIU does it, rewritten, and rewritten with a CRIU that waits; interleaved in one run. Needs root
 * and {@code ./thaw setup}.
 *
 * <p>"restore" is from starting CRIU (or the message to it) to its end (or its answer); "answer"
 * until the restored program has noticed that its connection is gone, made a new one and said so.
 *
 * <p>Run with {@code benchmarks/run SnapshotRestore [rounds] [heap MiB ...]}.
 */
public final class SnapshotRestore {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PROGRAM =
      """
      import java.net.*; import java.nio.file.*; import java.util.*;
      public class Program {
        public static void main(String[] arguments) throws Exception {
          byte[][] heap = new byte[Integer.parseInt(arguments[0])][];
          Random random = new Random(1);
          for (int i = 0; i < heap.length; i++) { heap[i] = new byte[1 << 20]; random.nextBytes(heap[i]); }
          System.gc();
          thaw.sandbox.kernel.Loopback.raise();
          ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          Socket held = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket accepted = server.accept();
          Files.writeString(Path.of("ready.new"), "" + ProcessHandle.current().pid());
          Files.move(Path.of("ready.new"), Path.of("ready"));
          try { held.getInputStream().read(); } catch (java.io.IOException e) { }
          new Socket(server.getInetAddress(), server.getLocalPort());
          server.accept();
          Files.writeString(Path.of("answer"), "");
          Thread.sleep(100_000);
        }
      }
      """;

  /** One way to restore, and what it took, in ms. */
  private record Way(String name, boolean rewritten, boolean waiting) {}

  private record Took(List<Double> restore, List<Double> answer, List<Double> privateMiB) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("as shipped", false, false),
          new Way("as shipped, waiting", false, true),
          new Way("rewritten", true, false),
          new Way("rewritten, waiting", true, true));

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    List<String> heaps = new ArrayList<>(List.of(arguments).subList(Math.min(1, arguments.length), arguments.length));
    if (heaps.isEmpty()) {
      heaps.addAll(List.of("10", "50", "100"));
    }
    String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
    CriuCommand criu = new CriuFolder(Path.of(cache, "thaw/criu")).find(System.getenv()).orElseThrow();
    // On tmpfs: there CRIU keeps what it learned of the kernel, or each restore takes 40 ms more.
    Path run = Files.createTempDirectory(Path.of("/dev/shm"), "thaw-restore-");
    Path work = Files.createTempDirectory("thaw-restore-");
    try {
      for (String heap : heaps) {
        Path folder = Files.createDirectory(work.resolve(heap));
        dump(criu, folder, run, heap);
        long start = System.nanoTime();
        System.out.println(
            ImageRewrite.rewrite(
                folder.resolve("images"),
                folder.resolve("rewritten"),
                folder.resolve("memory"),
                folder.resolve("memory").toString()));
        System.out.printf("heap %s MiB, %d rounds, CRIU %s, rewrite took %.0f ms; ms, p50 / p90 / max%n",
            heap, rounds, criu.version().text(), millis(start));
        measure(criu, folder, run, rounds);
      }
    } finally {
      delete(work);
      delete(run);
    }
  }

  private static void measure(CriuCommand criu, Path folder, Path run, int rounds) throws Exception {
    Map<Way, Took> all = new LinkedHashMap<>();
    WAYS.forEach(way -> all.put(way, new Took(new ArrayList<>(), new ArrayList<>(), new ArrayList<>())));
    Random random = new Random(1);
    for (int i = -2; i < rounds; i++) {
      List<Way> order = new ArrayList<>(WAYS);
      Collections.shuffle(order, random);
      for (Way way : order) {
        Took took = i < 0 ? new Took(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()) : all.get(way);
        restore(criu, folder, run, way, took);
      }
    }
    all.forEach((way, took) ->
        System.out.printf("  %-20s restore %s   answer %s   private %.1f MiB%n",
            way.name(), described(took.restore()), described(took.answer()), quantile(took.privateMiB(), 0.5)));
  }

  private static void restore(CriuCommand criu, Path folder, Path run, Way way, Took took) throws Exception {
    Path answer = folder.resolve("answer");
    Files.deleteIfExists(answer);
    Path config = Files.writeString(folder.resolve("criu.conf"), "work-dir " + folder + "\n");
    RestoreOptions options =
        new RestoreOptions(folder.resolve(way.rewritten() ? "rewritten" : "images"), config, 0, List.of());
    Map<String, String> environment = Map.of("PATH", System.getenv("PATH"), "XDG_RUNTIME_DIR", "/run");
    try (Box box = Box.open(folder, run);
        ParkedCriu parked = way.waiting()
            ? ParkedCriu.start(box.enter, criu, environment, folder.resolve("criu.out"), List.of())
            : null) {
      TimeUnit.MILLISECONDS.sleep(200); // parked, and quiet
      long start = System.nanoTime();
      boolean success;
      if (parked != null) {
        success = parked.restore(options, PATIENCE).success();
      } else {
        success = box.start(criu.restore(options, folder)).waitFor() == 0;
      }
      double restored = millis(start);
      while (!Files.exists(answer)) {
        if (!success || millis(start) > PATIENCE.toMillis()) {
          throw new IllegalStateException(way + ": " + Files.readString(folder.resolve("restore.log")));
        }
        TimeUnit.MICROSECONDS.sleep(100);
      }
      took.restore().add(restored);
      took.answer().add(millis(start));
      took.privateMiB().add(box.privateMiB());
    }
  }

  private static void dump(CriuCommand criu, Path folder, Path run, String heap) throws Exception {
    Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    String classPath = System.getProperty("java.class.path");
    ToolProvider.findFirst("javac").orElseThrow()
        .run(System.out, System.err, "-cp", classPath, "-d", folder.toString(), source.toString());
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    try (Box box = Box.open(folder, run)) {
      Process started = box.start(List.of("sh", "-c",
          "echo 298 > /proc/sys/kernel/ns_last_pid; cd \"$0\"; exec setsid --fork \"$@\" < /dev/null > out 2>&1",
          folder.toString(), java, "-XX:-UsePerfData", "-XX:+UseSerialGC", "-Xmx512m",
          "--enable-native-access=ALL-UNNAMED", "-cp", folder + ":" + classPath, "Program", heap));
      started.waitFor();
      Path ready = folder.resolve("ready");
      long start = System.nanoTime();
      while (!Files.exists(ready)) {
        if (millis(start) > PATIENCE.toMillis()) {
          throw new IllegalStateException(Files.readString(folder.resolve("out")));
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
      Path images = Files.createDirectory(folder.resolve("images"));
      if (box.start(criu.dump(Long.parseLong(Files.readString(ready)), images)).waitFor() != 0) {
        throw new IllegalStateException(Files.readString(images.resolve("dump.log")));
      }
    }
  }

  /** Namespaces with the loopback interface up, as a pool would hold them. */
  private static final class Box implements AutoCloseable {
    private final Process process;
    private final long init;
    private final List<String> enter;

    private Box(Process process, long init) {
      this.process = process;
      this.init = init;
      this.enter = List.of("nsenter", "-t", Long.toString(init), "--pid", "--mount", "--net");
    }

    static Box open(Path folder, Path run) throws Exception {
      Path ready = folder.resolve("box");
      Files.deleteIfExists(ready);
      String raise = "ip link set lo up && mount --bind '" + run + "' /run && echo > '" + ready + "' && ";
      Process process = new ProcessBuilder("unshare", "--mount", "--pid", "--fork", "--kill-child", "--net",
          "--mount-proc", "--propagation", "private", "sh", "-c", raise + "exec sleep infinity").inheritIO().start();
      while (!Files.exists(ready)) {
        if (!process.isAlive()) {
          throw new IllegalStateException("no namespaces; root and iproute2 are needed");
        }
        TimeUnit.MILLISECONDS.sleep(2);
      }
      return new Box(process, process.children().findFirst().orElseThrow().pid());
    }

    Process start(List<String> command) throws IOException {
      List<String> all = new ArrayList<>(enter);
      all.addAll(command);
      return new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Of the restored JVM, which has become a child of the box's first process, or of CRIU. */
    double privateMiB() throws IOException {
      double kib = 0;
      for (ProcessHandle handle : ProcessHandle.allProcesses().toList()) {
        Path proc = Path.of("/proc/" + handle.pid());
        try {
          if (Files.readSymbolicLink(proc.resolve("ns/pid")).equals(Files.readSymbolicLink(Path.of("/proc/" + init + "/ns/pid")))
              && Files.readString(proc.resolve("comm")).strip().equals("java")) {
            for (String line : Files.readAllLines(proc.resolve("smaps_rollup"))) {
              if (line.startsWith("Private_Dirty:")) {
                kib += Double.parseDouble(line.split("\\s+")[1]);
              }
            }
          }
        } catch (IOException e) {
          continue; // it has ended meanwhile
        }
      }
      return kib / 1024;
    }

    @Override
    public void close() {
      ProcessHandle.of(init).ifPresent(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.onExit().join();
    }
  }

  private static double millis(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static String described(List<Double> values) {
    return "%5.1f / %5.1f / %5.1f".formatted(quantile(values, 0.5), quantile(values, 0.9), quantile(values, 1));
  }

  private static double quantile(List<Double> values, double level) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(level * sorted.size())));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
