package thaw.app.fix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.app.build.FunctionProject;
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
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
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
      if (!name.equals(function.logicalId()) && !name.equals(function.name())) {
        throw new UserMistake(
            result + " is a result for " + function.logicalId() + ", not for " + name,
            "leave " + name + " out, or run thaw fix for it");
      }
    }
    return function;
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
    List<byte[]> events = event == null ? kept.events() : List.of(event);
    return inCopy(
        workspace,
        application,
        source,
        function,
        events,
        progress,
        workshop -> {
          List<Variant> variants = new ArrayList<>();
          variants.add(variant("as it is", workshop.spec(Draft.UNCHANGED), events, ""));
          progress.line("making " + function.logicalId() + " with " + result + " ...");
          String steps =
              kept.kept().remedies().stream().map(Remedy::id).collect(Collectors.joining(", "));
          variants.add(variant("with " + name(), workshop.spec(kept.kept()), events, steps));
          return variants;
        });
  }

  /** Makes the function with what was kept; its parts outlive the copy that it is built in. */
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
        kept.events(),
        progress,
        workshop -> workshop.spec(kept.kept()));
  }

  private interface Making<T> {
    T from(FixWorkshop workshop) throws InterruptedException;
  }

  private <T> T inCopy(
      Workspace workspace,
      Application application,
      SourceChoice source,
      FunctionDefinition function,
      List<byte[]> events,
      Progress progress,
      Making<T> making)
      throws InterruptedException {
    boolean changesSources = kept.kept().has(Change.Sources.class);
    Optional<FunctionProject> project =
        FunctionProject.of(function).filter(each -> each.archive().isEmpty() || changesSources);
    try (ProjectCopy copy = ProjectCopy.of(application, project, result)) {
      requireUnchanged(copy);
      FunctionDefinition copied =
          (project.isPresent() && function.code() instanceof CodeSource.Project
                  ? FunctionChoice.chosen(
                      source.readAt(copy.inCopy(source.source())), function.logicalId())
                  : function)
              .withMemory(memory.orElse(kept.memory()));
      FixState state = FixState.in(copy.beside("state"));
      FixBuilds builds =
          new FixBuilds(
              copy,
              copied.code(),
              // Only the project's own build makes an archive.
              project
                  .filter(each -> each.archive().isPresent())
                  .map(each -> each.movedTo(copy.inCopy(each.path()))),
              state,
              progress);
      FixWorkshop workshop =
          new FixWorkshop(
              workspace,
              new Variants(workspace, application, _ -> events.getFirst(), progress),
              copy,
              copied,
              builds,
              Optional.empty(),
              "",
              JvmChoice.on(jdk.or(kept.jvm()::jdk), kept.jvm().client()),
              FixEvents.given(events),
              Set.of(),
              state,
              source.named(),
              progress);
      return making.from(workshop);
    }
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

  private void requireUnchanged(ProjectCopy copy) {
    for (Remedy remedy : kept.kept().remedies()) {
      for (Path file : remedy.change().files()) {
        if (!kept.kept().creates(file) && !Files.isRegularFile(copy.root().resolve(file))) {
          throw changed("there is no " + file);
        }
      }
      if (remedy.change() instanceof Change.Sources && !kept.kept().fits(copy::original)) {
        throw changed(
            "the lines that it changes are others now: "
                + remedy.change().files().stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(", ")));
      }
    }
  }

  private UserMistake changed(String why) {
    return new UserMistake(
        "the project has changed since " + result + " was made: " + why,
        "run thaw fix again; where it was applied, thaw fix --undo takes it back");
  }
}
