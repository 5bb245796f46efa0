package thaw.app.fix;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.app.build.FunctionBuild;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectBuild;
import thaw.app.build.ProjectCopy;
import thaw.app.build.TestedBuild;
import thaw.app.shared.Progress;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;

/**
 * Builds a function's project with changes of its files. It builds each set of changes once, and
 * keeps the result where the next build does not write.
 */
public final class FixBuilds {
  private final ProjectCopy copy;
  private final CodeSource source;
  private final @Nullable FunctionProject tested;
  private final FixState state;
  private final Progress progress;
  private final Map<Map<Path, String>, CodeSource> deployed = new HashMap<>();

  /**
   * @param source of the function, which is built as it is where nothing is tested
   * @param tested the project in the copy, whose tests must pass
   * @param state where what was built is kept
   */
  public FixBuilds(
      ProjectCopy copy,
      CodeSource source,
      Optional<FunctionProject> tested,
      FixState state,
      Progress progress) {
    this.copy = copy;
    this.source = source;
    this.tested = tested.orElse(null);
    this.state = state;
    this.progress = progress;
  }

  /**
   * Returns the deployment package of a build with these changes.
   *
   * @param texts of the changed files
   */
  CodeSource of(Map<Path, String> texts) throws InterruptedException {
    CodeSource known = deployed.get(texts);
    if (known != null) {
      return known;
    }
    Optional<FunctionBuild> earlier = state.built(texts);
    CodeSource made = earlier.isPresent() ? earlier.get().deployed() : made(texts);
    deployed.put(texts, made);
    return made;
  }

  /** The classes and libraries of a tested build that was made. */
  Optional<CodeSource.Built> compiled(Map<Path, String> texts) {
    return state.built(texts).map(FunctionBuild::compiled);
  }

  private CodeSource made(Map<Path, String> texts) throws InterruptedException {
    copy.write(texts);
    return tested == null ? untested(texts) : tested(tested, texts);
  }

  private CodeSource untested(Map<Path, String> texts) throws InterruptedException {
    return switch (new ProjectBuild(progress, copy.beside("builds")).built(source, 0)) {
      case CodeSource.Built built -> state.keep(texts, new FunctionBuild(built, built)).deployed();
      case CodeSource.Archive(Path file) ->
          new CodeSource.Archive(copy.keep(file, "built-" + deployed.size()));
      case CodeSource.Folder folder -> folder;
      case CodeSource.Image image -> image;
      case CodeSource.Project project -> project;
    };
  }

  private CodeSource tested(FunctionProject project, Map<Path, String> texts)
      throws InterruptedException {
    boolean unchanged = texts.isEmpty();
    progress.line(
        "building "
            + project.path().getFileName()
            + (unchanged ? "" : " with the change")
            + ", and running its tests ...");
    return switch (TestedBuild.of(project).run(state.folder().resolve("build.log"))) {
      case TestedBuild.Result.Passed(FunctionBuild build) -> state.keep(texts, build).deployed();
      case TestedBuild.Result.Failed failed ->
          throw new UserMistake(
              unchanged
                  ? "before any change, " + failed.why().strip()
                  : failed.why().strip().replaceAll("\\n *", "; "),
              "mend the build of "
                  + project.path().getFileName()
                  + " and its tests first ("
                  + failed.whereAllIs()
                  + "), or try what changes no source: --safe");
    };
  }
}
