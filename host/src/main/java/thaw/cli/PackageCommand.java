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
import thaw.deployment.PackageManifest;
import thaw.function.Application;
import thaw.function.ApplicationReader;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.sandbox.Trees;

/** {@code thaw package}: the function as AWS takes it, with a class archive of its own. */
@Command(
    name = "package",
    description =
        "Makes a deployment package with a JVM and a class archive of its own, and a template for"
            + " sam deploy.",
    mixinStandardHelpOptions = true)
final class PackageCommand implements Callable<Integer> {
  /** The way to AWS. */
  enum Way {
    PROVIDED,
    MANAGED,
    IMAGE,
    RUNTIME
  }

  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--to",
      paramLabel = "WAY",
      required = true,
      description =
          "provided: a zip for the runtime provided.al2023, with a JVM and an AOT cache; managed: a"
              + " zip for the managed runtime, with what thaw fix has kept and that takes; image: a"
              + " container image with a JVM and an AOT cache; runtime: an image of a customer-managed"
              + " runtime, and a zip with an AOT cache for it.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private Way way;

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

  @Option(names = "--out", paramLabel = "DIR", description = "Default: thaw-package.")
  private Path out = Path.of("thaw-package");

  @Override
  public Integer call() throws InterruptedException {
    choice.check();
    requireOwn();
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
        Path made = Files.createDirectory(staged.resolve("made"));
        Packaging packaging =
            new Packaging(workspace, application, source, choice.jvm(), events, template, progress);
        PackagePlan plan = packaging.plan(function, kept);
        String summary =
            switch (way) {
              case PROVIDED -> packaging.provided(plan, staged, made);
              case MANAGED -> packaging.managed(plan, made);
              case IMAGE -> packaging.image(plan, image.ask(), staged, made);
              case RUNTIME ->
                  packaging.onRuntime(plan, image.runtimeName(), image.ask().form(), staged, made);
            };
        place(made);
        System.out.print(summary);
        System.out.println("Package: " + out + "; thaw invoke " + out + " starts it");
        return ExitCode.DONE;
      } finally {
        Trees.delete(staged);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not make the package: " + e, e);
    }
  }

  /** A folder with something else in it stays. */
  private void requireOwn() {
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
  private void place(Path made) throws IOException {
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
