package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.app.build.FunctionProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectCopy;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Variant;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;

/**
 * A result of {@code thaw fix}, measured again: the function as it is, and with what was kept, both
 * built from a copy of the project as it is now.
 *
 * @param result the folder
 * @param memory in place of that of the result
 * @param jdk likewise
 */
public record FixAgain(
    Path result, FixKept kept, Optional<MemorySize> memory, Optional<String> jdk) {
  public static FixAgain of(Path result, List<MemorySize> memory, List<String> jdks) {
    FixKept kept = FixKept.read(result);
    if (memory.size() > 1 || jdks.size() > 1) {
      throw new UserMistake(
          "--with compares a function with itself, at one memory size and on one JDK",
          "give one --memory and one --jdk");
    }
    return new FixAgain(result, kept, memory.stream().findFirst(), jdks.stream().findFirst());
  }

  /** The same, trained and measured with these events. */
  public FixAgain trainedBy(List<byte[]> events) {
    return new FixAgain(result, kept.trainedBy(events), memory, jdk);
  }

  /**
   * @param named functions that the command names; none, or that of the result
   */
  public FunctionDefinition function(Application application, List<String> named) {
    FunctionDefinition function = FunctionChoice.chosen(application, kept.function());
    for (String name : named) {
      if (!application.named(name).equals(Optional.of(function))) {
        throw new UserMistake(
            result + " is a result for " + function.shown() + ", not for " + name,
            "leave " + name + " out, or run thaw fix for it");
      }
    }
    return function;
  }

  /**
   * Requires that what was kept still fits the project, before anything of it is built.
   *
   * @throws UserMistake when it does not
   */
  public void requireFitting(Application application, FunctionDefinition function) {
    rest(ProjectCopy.originalOf(application, project(function)));
  }

  /**
   * @param event in place of those of the result
   */
  public List<Variant> variants(
      Workspace workspace,
      Application application,
      SourceChoice source,
      FunctionDefinition function,
      byte @Nullable [] event,
      Progress progress)
      throws InterruptedException {
    if (isApplied(ProjectCopy.originalOf(application, project(function)))) {
      throw new UserMistake(
          result + " is applied to the project: there is nothing to compare",
          "measure the function alone (leave --with out), or take it back: thaw fix --undo --out "
              + Text.quoted(result.toString()));
    }
    if (event != null) {
      return trainedBy(List.of(event))
          .variants(workspace, application, source, function, null, progress);
    }
    List<byte[]> events = kept.events();
    return inCopy(
        workspace,
        application,
        source,
        function,
        progress,
        (drafted, rest) -> {
          List<Variant> variants = new ArrayList<>();
          variants.add(variant("as it is", drafted.with(Draft.UNCHANGED, events), events, ""));
          progress.line("making " + function.shown() + " with " + result + " ...");
          Draft deployed = rest.deployedLike(Draft.UNCHANGED);
          boolean isAll = deployed.equals(rest);
          if (!isAll && !deployed.remedies().isEmpty()) {
            variants.add(variant(" as deployed", deployed, drafted));
          }
          variants.add(variant(isAll ? "" : " in a package", rest, drafted));
          return variants;
        });
  }

  /**
   * @param where it is meant to start, after the result's name
   */
  private Variant variant(String where, Draft draft, DraftedFunction drafted)
      throws InterruptedException {
    return variant(
        "with " + name() + where,
        drafted.with(draft, kept.events()),
        kept.events(),
        draft.remedies().stream().map(Remedy::id).collect(Collectors.joining(", ")));
  }

  /**
   * Makes the function with what was kept, of which the project may have the edits already; its
   * parts outlive the copy that it is built in.
   */
  public EnvironmentSpec made(
      Workspace workspace,
      Application application,
      SourceChoice source,
      FunctionDefinition function,
      Progress progress)
      throws InterruptedException {
    return inCopy(
        workspace,
        application,
        source,
        function,
        progress,
        (drafted, rest) -> drafted.with(rest, kept.events()));
  }

  private interface Making<T> {
    /**
     * @param rest what was kept, as far as the project does not have it
     */
    T from(DraftedFunction drafted, Draft rest) throws InterruptedException;
  }

  private <T> T inCopy(
      Workspace workspace,
      Application application,
      SourceChoice source,
      FunctionDefinition function,
      Progress progress,
      Making<T> making)
      throws InterruptedException {
    Optional<FunctionProject> project = project(function);
    Draft rest = rest(ProjectCopy.originalOf(application, project));
    try (ProjectCopy copy = ProjectCopy.of(application, project, result)) {
      FunctionDefinition copied =
          (project.isPresent() && function.code() instanceof CodeSource.Project
                  ? FunctionChoice.chosen(
                      source.readAt(copy.inCopy(source.source())), function.logicalId())
                  : function)
              .with()
              .memory(memory.orElse(kept.memory()))
              .timeout(function.timeout())
              .runtime(function.runtime())
              .build();
      FixBuilds builds =
          new FixBuilds(
              copy,
              copied.code(),
              JavaRuntimes.feature(function.runtime()),
              // Only the project's own build makes an archive.
              project
                  .filter(each -> each.archive().isPresent())
                  .map(each -> each.movedTo(copy.inCopy(each.path()))),
              FixState.in(copy.beside("state")),
              OwnTests.SKIPPED, // the search has run them
              progress);
      try {
        return making.from(
            new DraftedFunction(
                workspace,
                new Variants(workspace, application, _ -> kept.events().getFirst(), progress),
                copy,
                copied,
                builds,
                JvmChoice.on(jdk.or(kept.jvm()::jdk), kept.jvm().client()),
                progress),
            rest);
      } catch (UserMistake e) {
        throw keepingLog(e, builds.log());
      }
    }
  }

  /** What a build has said goes with the copy: where a message names it, the result keeps it. */
  private UserMistake keepingLog(UserMistake mistake, Path log) {
    if (!mistake.remedy().contains(log.toString())) {
      return mistake;
    }
    Path other = result.resolve(log.getFileName());
    try {
      Files.copy(log, other, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      return mistake;
    }
    return new UserMistake(
        String.valueOf(mistake.getMessage()),
        mistake.remedy().replace(log.toString(), other.toString()));
  }

  private String name() {
    return "" + result.toAbsolutePath().normalize().getFileName();
  }

  private static Variant variant(
      String name, EnvironmentSpec spec, List<byte[]> events, String steps) {
    String facts =
        "%s, %d MB, %s%s"
            .formatted(
                spec.function().handler(),
                spec.function().memory().mebibytes(),
                spec.program().label(),
                steps.isEmpty() ? "" : ", " + steps);
    return new Variant(name, facts, spec, events.getFirst());
  }

  private Optional<FunctionProject> project(FunctionDefinition function) {
    boolean changesFiles =
        kept.kept().remedies().stream().anyMatch(each -> !each.change().files().isEmpty());
    return FunctionProject.of(function).filter(each -> each.archive().isEmpty() || changesFiles);
  }

  private boolean isApplied(Path root) {
    return new FixTree(result)
        .hasApplied(
            kept.kept().remedies().stream()
                .flatMap(each -> each.change().files().stream())
                .map(root::resolve)
                .toList());
  }

  /**
   * Returns what was kept, as far as the project does not have it: no edit is made twice.
   *
   * @param root of the project as it is now
   */
  private Draft rest(Path root) {
    Draft all = kept.kept();
    if (isApplied(root)) {
      return new Draft(all.remedies().stream().map(FixAgain::withoutEdits).toList());
    }
    for (Remedy remedy : all.remedies()) {
      for (Path file : remedy.change().files()) {
        if (!all.creates(file) && !Files.isRegularFile(root.resolve(file))) {
          throw changed("there is no " + file);
        }
      }
      if (!remedy.change().files().isEmpty() && !all.fits(file -> text(root, file))) {
        throw changed(
            "the lines that it changes are others now: "
                + remedy.change().files().stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(", ")));
      }
    }
    return all;
  }

  /** The handler stays another one: not every template can be changed by a patch. */
  private static Remedy withoutEdits(Remedy remedy) {
    Change change = remedy.change();
    return new Remedy(
        remedy.id(),
        remedy.kind(),
        remedy.finding(),
        remedy.what(),
        remedy.predicted(),
        switch (change) {
          case Change.Sources(_, Optional<String> handler) ->
              new Change.Sources(List.of(), handler);
          case Change.Runtime(int feature, _) -> new Change.Runtime(feature);
          default -> change;
        });
  }

  private static String text(Path root, Path file) {
    try {
      Path found = root.resolve(file);
      return Files.exists(found) ? Files.readString(found, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  private UserMistake changed(String why) {
    return new UserMistake(
        "the project has changed since " + result + " was made: " + why,
        "run thaw fix again, or leave its result out (thaw package --fix none)");
  }
}
