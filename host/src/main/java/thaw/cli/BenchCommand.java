package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import thaw.app.bench.BenchObserver;
import thaw.app.bench.LambdaBench;
import thaw.app.bench.LocalFunction;
import thaw.app.choice.DataChoice;
import thaw.app.fix.FixAgain;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.cli.option.BudgetOption;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.LambdaOptions;
import thaw.cli.option.SourceOptions;
import thaw.cli.option.TimeoutOption;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.ClientKind;
import thaw.experiment.Budget;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Plan;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.experiment.matrix.VariantMatrix;
import thaw.experiment.matrix.VariantsFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.lambda.Access;
import thaw.lambda.FunctionName;
import thaw.problem.UserMistake;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;
import thaw.report.bench.TerminalReport;
import thaw.service.Seed;

/** {@code thaw bench}: cold starts by the hundred, variant against variant. */
@Command(
    name = "bench",
    description = "Measures cold starts, variant against variant.",
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts of each variant. Default: ${DEFAULT-VALUE}.")
  private int runs = Plan.DEFAULT_RUNS;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for results.jsonl, summary.json and report.html. Default: ${DEFAULT-VALUE}."
              + " The same command continues an interrupted measurement in it.")
  private Path out = Path.of("thaw-results");

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description = "Only this variant or function; repeatable. The first one is the baseline.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      split = ",",
      description = "Memory sizes in place of the configured one: 256,512.")
  private List<Integer> memory = new ArrayList<>();

  @Option(
      names = "--jdk",
      paramLabel = "VERSION|DIR",
      split = ",",
      description = "JDKs in place of the one that the runtime names: 17,25.")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--snap-start",
      paramLabel = "none|aot|appcds|snapshot|snapshot+priming",
      split = ",",
      description =
          "How to start, in place of what each function's SnapStart asks for; several are compared.")
  private List<String> snapStart = new ArrayList<>();

  @Option(
      names = "--runtime",
      paramLabel = "official|thaw",
      split = ",",
      description =
          "Client of the Runtime API: AWS's own, or Thaw's lean one; several are compared."
              + " Default: official.")
  private List<String> clients = new ArrayList<>();

  @Option(
      names = "--variants",
      paramLabel = "FILE",
      description = "YAML file with a matrix of variants.")
  private @Nullable Path variantsFile;

  @Option(
      names = "--with",
      paramLabel = "RESULT",
      description =
          "A folder that thaw fix has written: measures its function again, as it is and with what"
              + " was kept.")
  private @Nullable Path with;

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private BudgetOption budget = new BudgetOption();

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--expect-status",
      paramLabel = "STATUS",
      split = ",",
      description =
          "Statuses that a function behind an API may answer: 200, 404. Exit code 1 for any other."
              + " Default: counts statuses of 400 or more and warns of them.")
  private List<Integer> statuses = new ArrayList<>();

  @Option(
      names = "--page-cache",
      paramLabel = "warm|cold",
      description = "State of the page cache before each start. Default: warm.")
  private Plan.PageCacheState pageCache = Plan.PageCacheState.WARM;

  @Mixin private LambdaOptions on = new LambdaOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 30");
    }
    if (spec != null && on.isGiven(spec.commandLine().getParseResult())) {
      return onLambda();
    }
    List<MemorySize> sizes = memory.stream().map(MemorySize::new).toList();
    List<SnapStart> starts = snapStart.stream().map(SnapStart::of).toList();
    List<ClientKind> kinds = clients.stream().map(ClientKind::of).toList();
    timeout.limit();
    event.check();
    Optional<FixAgain> again = Optional.ofNullable(with).map(this::again);
    Application read = data.filled(source.read());
    Application application =
        read.withFunctions(read.functions().stream().map(timeout::of).toList());
    Optional.ofNullable(source.function(null)).ifPresent(names::add);
    Optional<Budget> limits = budget.of(application);
    Progress progress = Progress.standard();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    List<VariantMatrix> matrices =
        matrices(application, progress).stream()
            .map(matrix -> matrix.with(sizes, jdks, starts, kinds))
            .toList();
    Seed seed = data.seed(application);
    List<DataChoice.Step> before = data.before(application, progress::line);
    source.sayDefaults(application.functions(), progress);
    Experiment.requireWritable(out);
    try (Workspace workspace = Workspace.open(progress)) {
      jdks.forEach(workspace::jdk); // before anything is built
      workspace.letReach(source.reachesHost());
      workspace.startServices(application, seed);
      Beforehand.run(before, workspace, progress);
      Variants variants =
          new Variants(workspace, application, events(application, progress), progress);
      List<Variant> chosen =
          again.isPresent()
              ? again(again.get(), workspace, application, progress)
              : variants.of(matrices, names);
      Optional<Budget> checked = budget.concerning(limits, chosen, progress);
      Plan plan =
          new Plan(title(application), chosen, runs, data.order(1), pageCache)
              .with(new Plan.Given(data.digest(application, before), statuses));
      progress.line("");
      ExperimentResult result;
      int total = chosen.size() * runs;
      try (BenchObserver observer = new BenchObserver(progress, total, out)) {
        result = new Experiment(plan, workspace.instance(), out, observer).run();
      }
      result = result.warned(variants.leftOut());
      if (checked.isPresent()) {
        result = result.withBudget(checked.get().check(chosen, result));
      }
      SummaryJson.write(result, out.resolve("summary.json"));
      HtmlReport.write(result, out.resolve("report.html"));
      System.out.print(TerminalReport.render(result, Progress.columns(), Progress.isTerminal()));
      System.out.println("Report: " + out.resolve("report.html"));
      boolean anySuccess =
          result.variants().stream().anyMatch(v -> v.failures() < v.samples().size());
      boolean over = result.budget().isPresent() && result.budget().get().isOver();
      boolean otherwise = !statuses.isEmpty() && result.answeredOtherwise(statuses);
      boolean all = variants.leftOut().isEmpty();
      return anySuccess && all && !over && !otherwise ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
    }
  }

  private int onLambda() throws InterruptedException {
    Progress progress = Progress.standard();
    FunctionName function = on.function(source);
    Access access = on.access(source, function, System.getenv());
    Optional<LocalFunction> local = on.local().map(this::local);
    return new LambdaBench(access, function, on.publish(), event, runs, out, local, progress).run();
  }

  /** What is measured here beside a deployed function. */
  private LocalFunction local(String folder) {
    if (names.size() > 1) {
      throw new UserMistake("one function runs here beside that on AWS", "name one with --variant");
    }
    timeout.limit();
    return new LocalFunction(
        source.readFrom(folder),
        names.isEmpty() ? null : names.getFirst(),
        timeout,
        data,
        source.reachesHost(),
        jdks,
        snapStart.stream().map(SnapStart::of).toList(),
        clients.stream().map(ClientKind::of).toList());
  }

  private FixAgain again(Path result) {
    if (variantsFile != null || !snapStart.isEmpty() || !clients.isEmpty()) {
      throw new UserMistake(
          "--with takes what to compare from its result",
          "leave out --variants, --snap-start and --runtime");
    }
    return FixAgain.of(result, memory.stream().map(MemorySize::new).toList(), jdks);
  }

  private List<Variant> again(
      FixAgain again, Workspace workspace, Application application, Progress progress)
      throws InterruptedException {
    FunctionDefinition function = again.function(application, names);
    byte[] given = event.isGiven() ? event.of(application, function, progress::line) : null;
    return again.variants(workspace, application, source, function, given, progress);
  }

  /** Each function's once: where it comes from is said once. */
  private Function<FunctionDefinition, byte[]> events(Application application, Progress progress) {
    Map<String, byte[]> known = new HashMap<>();
    return function ->
        known.computeIfAbsent(
            function.logicalId(), _ -> event.of(application, function, progress::line));
  }

  private List<VariantMatrix> matrices(Application application, Progress progress) {
    return variantsFile != null
        ? VariantsFile.read(variantsFile)
        : List.of(VariantMatrix.ofFunctions(javaFunctions(application, progress)));
  }

  /** A template may hold functions in other languages: they are no reason to measure nothing. */
  private static List<String> javaFunctions(Application application, Progress progress) {
    List<String> names = new ArrayList<>();
    for (FunctionDefinition function : application.functions()) {
      if (function.runtime().startsWith("java")
          || function.isImage()
          || function.customerRuntime().isPresent()
          || StagedPackage.isOne(function.code())) {
        names.add(function.logicalId());
      } else {
        progress.line(
            "warning: " + function.logicalId() + " is left out: runtime " + function.runtime());
      }
    }
    if (names.isEmpty()) {
      throw new UserMistake(
          "the template has no function with a Java runtime", "set Runtime: java21, for example");
    }
    return names;
  }

  private static String title(Application application) {
    Path name = application.root().toAbsolutePath().normalize().getFileName();
    return Optional.ofNullable(name).map(Path::toString).orElse("functions");
  }
}
