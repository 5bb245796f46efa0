package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import thaw.app.bench.PodStart;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/**
 * Chooses which cold starts are measured in pods of a cluster, and refuses what cannot be had
 * there.
 */
public final class PodBenchOptions {
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("--jdk", "pods have the JDK of the image: package another one with --jdk"),
          Map.entry("--runtime", "pods have the client of the image: measure it on this machine"),
          Map.entry("--snap-start", "pods take no snapshots: measure it on this machine"),
          Map.entry("--variants", "variants of pods are functions and memory sizes: --memory"),
          Map.entry("--with", "package what thaw fix has written, and name that image"),
          Map.entry("--page-cache", "no pod may drop the page cache of its node"),
          Map.entry(
              "--baseline", "nodes are not the host of a baseline: compare two --out folders"),
          Map.entry("--against", "package both builds, and measure one image after the other"),
          Map.entry("--budget", "budgets are of one host: compare on this machine"),
          Map.entry("--seed", "each pod has its own services, which begin empty"),
          Map.entry("--before", "each pod has its own services, which begin empty"),
          Map.entry("--publish", "that is for --on lambda"),
          Map.entry("--local", "that is for --on lambda"));

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      required = true,
      description = "The worker's image, which thaw package --to worker --registry has pushed.")
  private String image = "";

  @Option(
      names = {"--function", "--variant"},
      paramLabel = "NAME",
      description = "Only this function; repeatable. Default: all of the template.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      split = ",",
      description = "Memory sizes: 256,512. Default: the configured one.")
  private List<Integer> memory = new ArrayList<>();

  @Mixin private MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "Pods at once, at most one on a node. Default: the number of nodes that take pods.")
  private @Nullable Integer parallel;

  @Option(
      names = "--pull-secret",
      paramLabel = "NAME",
      description = "The Secret with which nodes pull the image.")
  private @Nullable String pullSecret;

  @Option(
      names = {
        "--jdk",
        "--runtime",
        "--snap-start",
        "--variants",
        "--with",
        "--page-cache",
        "--baseline",
        "--against",
        "--budget",
        "--seed",
        "--before",
        "--publish",
        "--local"
      },
      hidden = true,
      arity = "0..1",
      description = "Options that do not exist on Kubernetes; each is refused with a reason.")
  private List<String> elsewhere = new ArrayList<>();

  /**
   * @param given all that was typed
   */
  public void check(ParseResult given) {
    for (String typed : elsewhere.isEmpty() ? List.<String>of() : given.originalArgs()) {
      String option = typed.split("=", 2)[0];
      String why = ELSEWHERE.get(option);
      if (why != null) {
        throw new UserMistake(option + " cannot be had with --on kubernetes", why);
      }
    }
    if (parallel != null && parallel < 1) {
      throw new UserMistake("--parallel must be at least 1: " + parallel, "leave it out");
    }
  }

  public int runs() {
    return measurement.runs();
  }

  public Path out() {
    return measurement.out();
  }

  public Optional<Integer> parallel() {
    return Optional.ofNullable(parallel);
  }

  public Optional<String> pullSecret() {
    return Optional.ofNullable(pullSecret);
  }

  /** All that were asked for, with each of the memory sizes. */
  public List<PodStart> starts(SourceChoice source, EventChoice event, Progress progress) {
    event.check();
    Application application = source.read();
    if (!source.hiddenParameters().isEmpty()) {
      throw new UserMistake(
          "whoever may read the pods reads the values of parameters, and these are secrets, by NoEcho or by their name: "
              + String.join(", ", source.hiddenParameters()),
          "leave --parameter out for them: cold starts take the template's Default; NoEcho: false says that a value is no secret");
    }
    return functions(application).stream()
        .map(function ->
            PodStart.of(
                    nameOf(function),
                    image,
                    function,
                    event.of(application, function, progress::line),
                    source.values())
                .keptIn(out()))
        .toList();
  }

  private List<FunctionDefinition> functions(Application application) {
    List<FunctionDefinition> functions =
        names.isEmpty()
            ? application.functions().stream()
                .filter(each -> each.runtime().startsWith("java"))
                .toList()
            : names.stream().map(name -> FunctionChoice.chosen(application, name)).toList();
    if (functions.isEmpty()) {
      throw new UserMistake(
          "the template has no function with a Java runtime", "set Runtime: java25, for example");
    }
    return memory.isEmpty()
        ? functions
        : functions.stream()
            .flatMap(function ->
                memory.stream().map(size -> function.withMemory(MemorySize.onDemand(size))))
            .toList();
  }

  /** Returns the name that {@code thaw bench} gives to such a variant. */
  private String nameOf(FunctionDefinition function) {
    return memory.size() < 2
        ? function.logicalId()
        : function.logicalId() + " " + function.memory().mebibytes() + " MB";
  }
}
