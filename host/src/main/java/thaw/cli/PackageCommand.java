package thaw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.fix.FixAgain;
import thaw.app.fix.FixEvents;
import thaw.app.fix.FixKept;
import thaw.app.packaging.PackageComparison;
import thaw.app.packaging.PackageTarget;
import thaw.app.packaging.PackageWay;
import thaw.app.packaging.Packaging;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Progress;
import thaw.app.shared.Unwinding;
import thaw.app.workspace.Workspace;
import thaw.cli.option.ArchitectureOptions;
import thaw.cli.option.FunctionOption;
import thaw.cli.option.ImageOptions;
import thaw.cli.option.SourceOptions;
import thaw.deployment.PackageManifest;
import thaw.experiment.Experiment;
import thaw.experiment.Plan;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Trees;

/** {@code thaw package}: the function as AWS takes it, with a class archive of its own. */
@Command(
    name = "package",
    description =
        "Makes a deployment package with a JVM and a class archive of its own, and a template for"
            + " sam deploy.",
    mixinStandardHelpOptions = true)
final class PackageCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--to",
      paramLabel = "WAY",
      description =
          "provided: a zip for the runtime provided.al2023, with a JVM and an AOT cache; managed: a"
              + " zip for the managed runtime, with what thaw fix has kept and that takes; image: a"
              + " container image with a JVM and an AOT cache; runtime: an image of a customer-managed"
              + " runtime, and a zip with an AOT cache for it.")
  private @Nullable PackageWay way;

  @Option(
      names = "--compare",
      description =
          "Make every package, and measure its cold starts beside those of the function as it is;"
              + " nothing is kept but the report.")
  private boolean compare;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts of each, with --compare. Default: ${DEFAULT-VALUE}.")
  private int runs = Plan.DEFAULT_RUNS;

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON|@FILE|-",
      description = "Event that trains the class archive; repeatable. Default: as of thaw invoke.")
  private List<String> given = List.of();

  @Option(
      names = "--fix",
      paramLabel = "DIR",
      description = "With what thaw fix has kept in this folder of results.")
  private @Nullable Path fix;

  @Mixin private ImageOptions image = new ImageOptions();

  @Mixin private ArchitectureOptions architecture = new ArchitectureOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Default: thaw-package; with --compare thaw-compare.")
  private @Nullable Path out;

  @Override
  public Integer call() throws InterruptedException {
    choice.check();
    Path target = out != null ? out : Path.of(compare ? "thaw-compare" : "thaw-package");
    check(target);
    Application application = source.read();
    Optional<FixAgain> kept =
        Optional.ofNullable(fix)
            .map(folder ->
                new FixAgain(folder, FixKept.read(folder), Optional.empty(), choice.jvm().jdk()));
    FunctionDefinition function =
        kept.isPresent() && choice.name() == null
            ? choice.of(application, kept.get().kept().function())
            : choice.of(application, source);
    kept.ifPresent(again -> again.function(application, List.of(function.logicalId())));
    Progress progress = Progress.standard();
    FixEvents events = FixEvents.of(application, function, given, progress);
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    Optional<String> template = template();
    try (Unwinding _ = new Unwinding();
        Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(choice.jvm());
      workspace.letReach(source.reachesHost());
      workspace.startServices(application);
      Path staged = Files.createTempDirectory("thaw-package-");
      try {
        PackageTarget machine =
            architecture.target(way, image.ask().base().isPresent(), workspace.jdks());
        Packaging packaging =
            new Packaging(
                workspace, application, source, choice.jvm(), events, template, machine, progress);
        if (way == null) {
          PackageComparison comparison =
              new PackageComparison(
                  workspace, application, packaging, image, runs, target, progress);
          System.out.print(
              comparison.report(
                  workspace.specify(function, choice.jvm()),
                  packaging.plan(function, kept),
                  staged));
          System.out.println("Report: " + target.resolve("report.html"));
          return ExitCode.DONE;
        }
        Path made = Files.createDirectory(staged.resolve("made"));
        Packaging.Made result =
            packaging.made(way, packaging.plan(function, kept), image, staged, made);
        place(made, target);
        System.out.print(result.summary());
        System.out.println(
            "Package: "
                + target
                + (machine.isHere() || way == PackageWay.MANAGED
                    ? "; thaw invoke " + target + " starts it"
                    : "; it starts on " + machine.architecture() + " alone"));
        return ExitCode.DONE;
      } finally {
        Trees.delete(staged);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not make the package: " + e, e);
    }
  }

  private void check(Path target) {
    if (compare == (way != null)) {
      throw new UserMistake(
          compare ? "--compare makes every package" : "no way to AWS is named",
          compare
              ? "leave out --to"
              : "use --to provided, --to runtime, --to image or --to managed; --compare tells which");
    }
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 10");
    }
    image.ask();
    image.runtimeName();
    architecture.check(way, image.ask().base().isPresent());
    if (compare) {
      Experiment.requireWritable(target);
    } else {
      requireOwn(target);
    }
  }

  /** A folder with something else in it stays. */
  private static void requireOwn(Path out) {
    if (!Files.exists(out)) {
      return;
    }
    try (Stream<Path> entries = Files.isDirectory(out) ? Files.list(out) : Stream.of(out)) {
      if (entries.findAny().isPresent() && Files.notExists(out.resolve(PackageManifest.NAME))) {
        throw new UserMistake(
            out + " is there and was not made by thaw package", "name another folder: --out DIR");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + out + ": " + e, e);
    }
  }

  /** Whole, or not at all. */
  private static void place(Path made, Path out) throws IOException {
    Path target = out.toAbsolutePath().normalize();
    Files.createDirectories(target.getParent());
    Path beside = Files.createTempDirectory(target.getParent(), ".thaw-package-");
    try {
      Path copy = beside.resolve("made");
      copyTree(made, copy);
      if (Files.exists(target)) {
        Files.move(target, beside.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Trees.delete(beside);
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path each : tree.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  private Optional<String> template() {
    return ApplicationReader.template(source.source())
        .map(file -> {
          try {
            return Files.readString(file, StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException("could not read " + file + ": " + e, e);
          }
        });
  }
}
