package thaw.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.packaging.ComparisonResult;
import thaw.app.packaging.OutdatedJob;
import thaw.app.packaging.PackageJob;
import thaw.app.packaging.PackageRequest;
import thaw.app.packaging.PackageResult;
import thaw.app.packaging.PackageWay;
import thaw.app.shared.Progress;
import thaw.experiment.Plan;
import thaw.explanation.TrainingReport;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;
import thaw.report.bench.TerminalReport;

/** {@code thaw package}: the function as AWS takes it, with a class archive of its own. */
@Command(
    name = "package",
    description =
        "Makes a deployment package with a JVM and a class archive of its own, and a template for"
            + " sam deploy.",
    mixinStandardHelpOptions = true)
final class PackageCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1e6;

  /** In place of a folder of results. */
  private static final Path NONE = Path.of("none");

  @Mixin private InvokedFunctionOptions invoked = new InvokedFunctionOptions();

  @Mixin private StdinOption stdin = new StdinOption();

  @Option(
      names = "--to",
      paramLabel = "WAY",
      description =
          "provided: a zip for the runtime provided.al2023, with a JVM and an AOT cache; managed: a"
              + " zip for the managed runtime, with those kept remedies that work there; image: a"
              + " container image with a JVM and an AOT cache; runtime: an image of a"
              + " customer-managed runtime, and a zip with an AOT cache for it; worker: an image"
              + " with Thaw and all functions, for thaw deploy.")
  private @Nullable PackageWay way;

  @Option(
      names = "--compare",
      description =
          "Makes every package, and measures its cold starts beside those of the function as it is;"
              + " only the report is kept.")
  private boolean compare;

  @Option(
      names = "--outdated",
      description =
          "Only says which patches of JDK, runtime client and base image the package in SOURCE"
              + " lacks, by dated data that came with Thaw; exit code 1 when there are some.")
  private boolean outdated;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts of each, with --compare. Default: ${DEFAULT-VALUE}.")
  private int runs = Plan.DEFAULT_RUNS;

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON|@FILE|-",
      description =
          "Event that trains the class archive; repeatable. Default: the one that thaw invoke would"
              + " take.")
  private List<String> given = List.of();

  @Mixin private TrainingOption training = new TrainingOption();

  @Option(
      names = "--fix",
      paramLabel = "DIR",
      description =
          "Folder that thaw fix has written: the package gets the remedies that it has kept. Default:"
              + " the newest result for the function beside the working folder's files; none leaves"
              + " them out.")
  private @Nullable Path fix;

  @Mixin private ImageOptions image = new ImageOptions();

  @Mixin private ArchitectureOptions architecture = new ArchitectureOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the package. Default: thaw-package; with --compare thaw-compare.")
  private @Nullable Path out;

  @Override
  public Integer call() throws InterruptedException {
    if (outdated) {
      if (compare || way != null) {
        throw new UserMistake(
            "--outdated makes no package", "leave out --to and --compare, or --outdated");
      }
      OutdatedJob.Result result = OutdatedJob.of(invoked.source().source());
      result.lines().forEach(System.out::println);
      return result.outdated() ? ExitCode.ANSWER_IS_NO : ExitCode.DONE;
    }
    stdin.follow("package", given.contains("-"));
    if (compare == (way != null)) {
      throw new UserMistake(
          compare ? "--compare makes every package" : "--to is missing",
          compare
              ? "leave out --to"
              : "use --to provided, --to runtime, --to image or --to managed; --compare tells"
                  + " which");
    }
    PackageRequest request =
        new PackageRequest(
            invoked.source(),
            invoked.function(),
            Optional.ofNullable(way),
            runs,
            given,
            invoked.data(),
            training.choice(),
            Optional.ofNullable(fix).filter(each -> !each.equals(NONE)),
            fix == null ? Optional.of(Path.of("")) : Optional.empty(),
            image.choice(),
            architecture.choice(),
            out != null ? out : Path.of(compare ? "thaw-compare" : "thaw-package"));
    Progress progress = TerminalProgress.standard();
    System.out.print(
        compare
            ? text(PackageJob.compare(request, new BenchTerminal(progress, false)))
            : text(PackageJob.make(request, progress), way));
    return ExitCode.DONE;
  }

  private static String text(PackageResult made, @Nullable PackageWay way) {
    if (way == PackageWay.WORKER) {
      return made.summary()
          + "Package: "
          + made.folder()
          + "; thaw deploy puts its image into a cluster"
          + System.lineSeparator();
    }
    String coverage =
        made.coverage().stream()
            .flatMap(each -> TrainingReport.lines(each).stream())
            .map(line -> line + System.lineSeparator())
            .collect(Collectors.joining());
    return made.summary()
        + coverage
        + "Package: "
        + made.folder()
        + made.started()
            .map(command -> "; " + command + " starts it")
            .orElse("; it starts on " + made.architecture() + " alone")
        + System.lineSeparator();
  }

  private static String text(ComparisonResult compared) {
    StringBuilder text =
        new StringBuilder(
            TerminalReport.render(
                compared.experiment(), Terminal.columns(), Terminal.hasColours()));
    text.append("sizes, compressed:\n");
    compared
        .sizes()
        .forEach(
            (name, bytes) -> text.append("  %-16s %7.1f MB%n".formatted(name, bytes / MEGABYTE)));
    return text.append("Report: " + compared.page() + System.lineSeparator()).toString();
  }
}
