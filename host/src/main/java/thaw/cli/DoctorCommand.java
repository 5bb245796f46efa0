package thaw.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.shared.Folders;
import thaw.app.shared.ProgramVersion;
import thaw.app.workspace.Caches;
import thaw.app.workspace.Workspace;
import thaw.function.packaging.CacheSection;
import thaw.presentation.text.Terminal;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.sandbox.Capability;
import thaw.sandbox.FuseLibrary;
import thaw.sandbox.PerformanceEvents;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.CriuProbe;
import thaw.store.Store;
import thaw.store.StoreUnavailable;

/** {@code thaw doctor}: what this host permits, and for what is missing its cost and its remedy. */
@Command(
    name = "doctor",
    description =
        "Shows what this host permits, what is missing, what that costs and how to get it.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  private static final double MIB = 1024.0 * 1024;

  /** Where a detail begins that has no room beside its name. */
  private static final int DETAIL = 10;

  private static final List<Integer> MANAGED = List.of(11, 17, 21, 25);

  /** Parts of the cache folder, in this order. */
  private static final Map<String, String> CACHES = new LinkedHashMap<>();

  static {
    CACHES.put("functions", "exploded packages and layers");
    CACHES.put("builds", "what builds have said, and copies of projects that cannot be written");
    CACHES.put("archives", "class archives");
    CACHES.put("function-archives", "class archives of functions");
    CACHES.put("snapshots", "snapshots, with what functions had in memory (--prune removes them)");
    CACHES.put("criu", "CRIU");
    CACHES.put("services", "downloaded services");
  }

  @Option(
      names = "--prune",
      description = "Removes all snapshots and class archives, and does nothing else.")
  private boolean prune;

  @Mixin private JsonOption json = new JsonOption();

  /**
   * The report on this host, for other programs.
   *
   * @param cacheBytes by the part of the cache folder
   */
  private record Document(
      String format,
      String version,
      String os,
      int cpus,
      boolean root,
      String cgroup,
      List<Capability> capabilities,
      List<JdkDocument> jdks,
      String cache,
      Map<String, Long> cacheBytes) {}

  private record JdkDocument(int feature, String label, String home) {}

  @Override
  public Integer call() throws IOException {
    PrintStream out = System.out;
    if (prune) {
      long bytes = Caches.removeStarts(Folders.cache(System.getenv()));
      out.printf("removed snapshots and class archives: %,.1f MiB%n", bytes / MIB);
      return ExitCode.DONE;
    }
    SandboxHost host = SandboxHost.probe();
    Jdks jdks = Jdks.find(System.getenv(), Path.of(System.getProperty("user.home")));
    List<Capability> all = new ArrayList<>(host.capabilities());
    all.addAll(snapshots(host.isRootOfMachine()));
    all.add(PerformanceEvents.capability(host.observable().isObservable()));
    all.add(FuseLibrary.capability(host.hasMountNamespaces()));
    all.add(store());
    all.add(jdkVersions(jdks));
    if (json.isAsked()) {
      json.print(document(host, all, jdks));
      return ExitCode.DONE;
    }
    out.println(
        "thaw "
            + ProgramVersion.read()
            + " on "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " CPUs, "
            + (host.isRootUser() ? "as root" : "not as root")
            + ", cgroup "
            + host.cgroupLayout());
    out.println();
    print(all, Terminal.columns(), out);
    out.println();
    out.println("JDKs that can run functions:");
    for (Jdk jdk : jdks.all()) {
      out.printf("  %-3d %-36s %s%n", jdk.feature(), jdk.label(), jdk.home());
    }
    out.println();
    printCaches(Folders.cache(System.getenv()), out);
    return ExitCode.DONE;
  }

  private static Document document(SandboxHost host, List<Capability> all, Jdks jdks) {
    Path cache = Folders.cache(System.getenv());
    Map<String, Long> bytes = new LinkedHashMap<>();
    CACHES.forEach((folder, _) -> bytes.put(folder, CacheSection.bytes(cache.resolve(folder))));
    return new Document(
        "thaw-doctor-1",
        ProgramVersion.read(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        host.isRootUser(),
        host.cgroupLayout(),
        all,
        jdks.all().stream()
            .map(jdk -> new JdkDocument(jdk.feature(), jdk.label(), jdk.home().toString()))
            .toList(),
        cache.toString(),
        bytes);
  }

  /** A remedy that several have is said with the last of them. */
  static void print(List<Capability> all, int columns, PrintStream out) {
    int width = all.stream().mapToInt(each -> each.name().length()).max().orElse(0);
    for (int i = 0; i < all.size(); i++) {
      Capability each = all.get(i);
      String name = "%s %-".concat(width + "s  ").formatted(mark(each), each.name());
      if (name.length() + each.detail().length() <= columns) {
        out.println(name + each.detail());
      } else {
        out.println(name.stripTrailing());
        Text.wrap(" ".repeat(DETAIL), each.detail(), columns).forEach(out::println);
      }
      if (each.available()) {
        continue;
      }
      boolean saidBelow =
          all.subList(i + 1, all.size()).stream()
              .anyMatch(later -> !later.available() && later.remedy().equals(each.remedy()));
      Text.wrap("    cost:   ", each.cost(), columns).forEach(out::println);
      String remedy = saidBelow ? "the same as below" : each.remedy();
      Text.wrap("    remedy: ", remedy, columns).forEach(out::println);
    }
  }

  /** Root has both ways, others the one in a user namespace. */
  private static List<Capability> snapshots(boolean root) throws IOException {
    Capability own;
    try (Workspace workspace = Workspace.open(TerminalProgress.standard())) {
      own = workspace.criu().capability(!root);
    }
    CriuFolder folder = new CriuFolder(Folders.cache(System.getenv()).resolve("criu"));
    return root
        ? List.of(own, new CriuProbe(folder, System.getenv()).capability(true))
        : List.of(own);
  }

  private static void printCaches(Path cache, PrintStream out) {
    out.printf(
        "Caches in %s (packages and archives that were not used for %d days are removed):%n",
        cache, Caches.KEPT.toDays());
    CACHES.forEach((folder, what) ->
        out.printf("  %,9.1f MiB  %s%n", CacheSection.bytes(cache.resolve(folder)) / MIB, what));
  }

  private static String mark(Capability capability) {
    return capability.available() ? "[ok]     " : "[missing]";
  }

  /** The launcher trains its AOT cache with this command, so that {@code run} has these classes. */
  private static Capability store() {
    String name = "embedded store";
    try (Store store = Store.open(Optional.empty())) {
      store.change(transaction -> transaction.put("doctor", "try", new byte[] {1}));
      return new Capability(name, true, "SQLite, in memory or with --data", "", "");
    } catch (UserMistake | StoreUnavailable | LinkageError e) {
      return new Capability(
          name,
          false,
          String.valueOf(e.getMessage()),
          "thaw run cannot start",
          "use Linux on x86_64 or aarch64, and build Thaw anew");
    }
  }

  private static Capability jdkVersions(Jdks jdks) {
    List<Integer> missing =
        MANAGED.stream().filter(feature -> jdks.ofFeature(feature).isEmpty()).toList();
    if (missing.isEmpty()) {
      return new Capability("JDKs of the managed runtimes", true, "11, 17, 21, 25", "", "");
    }
    String list = String.join(", ", missing.stream().map(String::valueOf).toList());
    return new Capability(
        "JDKs of the managed runtimes",
        false,
        "no JDK " + list,
        "functions with these runtimes run on the nearest JDK, and start as that one does",
        Jdks.remedy("JDK " + list));
  }
}
