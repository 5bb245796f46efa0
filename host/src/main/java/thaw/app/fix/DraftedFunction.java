package thaw.app.fix;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.build.ProjectCopy;
import thaw.app.build.StoredLibraries;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.matrix.SnapStart;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.sandbox.jdk.Jdk;

/**
 * A function in a copy of its project, made with drafts: built with their edits, and started with
 * their settings, archive, jars and client. A search measures it, and a bench and a package make
 * the result again.
 */
final class DraftedFunction {
  private final Workspace workspace;
  private final Variants variants;
  private final ProjectCopy copy;
  private final FunctionDefinition function;
  private final FixBuilds builds;
  private final JvmChoice jvm;
  private final Progress progress;
  private final FixArchives archives;
  private final Map<CodeSource, CodeSource> stored = new HashMap<>();
  private boolean saidPlain;

  /**
   * @param variants by which functions start as they would be measured
   * @param function in the copy
   */
  DraftedFunction(
      Workspace workspace,
      Variants variants,
      ProjectCopy copy,
      FunctionDefinition function,
      FixBuilds builds,
      JvmChoice jvm,
      Progress progress) {
    this.workspace = workspace;
    this.variants = variants;
    this.copy = copy;
    this.function = function;
    this.builds = builds;
    this.jvm = jvm;
    this.progress = progress;
    this.archives = new FixArchives(workspace, progress);
  }

  Workspace workspace() {
    return workspace;
  }

  ProjectCopy copy() {
    return copy;
  }

  /** As it is without a draft. */
  FunctionDefinition function() {
    return function;
  }

  FixBuilds builds() {
    return builds;
  }

  FixArchives archives() {
    return archives;
  }

  Progress progress() {
    return progress;
  }

  /**
   * Returns the environment of a draft, whatever the function answers in it.
   *
   * @param events that train an archive
   */
  EnvironmentSpec with(Draft draft, List<byte[]> events) throws InterruptedException {
    EnvironmentSpec latest = withoutArchive(draft);
    EnvironmentSpec spec = draft.isArchived() ? archives.of(latest, events) : latest;
    return draft.has(Change.SnapStart.class)
        ? variants.started(spec, Optional.of(SnapStart.SNAPSHOT), function.logicalId())
        : asPublished(spec);
  }

  /** Builds the code of a draft, before services are started for it. */
  void build(Draft draft) throws InterruptedException {
    workspace.build(draft.on(function).withCode(builds.of(wanted(draft))));
  }

  /** The same of a start from neither a snapshot nor an archive. */
  EnvironmentSpec withoutArchive(Draft draft) throws InterruptedException {
    CodeSource built = builds.of(wanted(draft));
    CodeSource code = draft.hasStoredJars() ? stored(built) : built;
    return workspace.specify(
        draft.on(function).withCode(code),
        new JvmChoice(
            draft.runtime().isPresent() ? Optional.empty() : jvm.jdk(),
            jvm.flags(),
            draft.has(Change.RuntimeClient.class) ? ClientKind.THAW : jvm.client()));
  }

  FixBuilds.Wanted wanted(Draft draft) {
    return new FixBuilds.Wanted(draft.texts(copy::original), move(draft));
  }

  /** Returns the JDK that a draft moves to; empty where it stays. */
  Optional<Jdk> move(Draft draft) {
    return draft.runtime().map(feature -> workspace.jdk("" + feature));
  }

  /** Returns all options of the JVM that the function has in a draft. */
  String options(Draft draft) {
    return draft.on(function).environment().getOrDefault(Draft.OPTIONS, "");
  }

  /** The same with libraries that are not compressed. */
  private CodeSource stored(CodeSource code) throws InterruptedException {
    CodeSource known = stored.get(code);
    if (known == null) {
      Path exploded = workspace.specify(function.withCode(code), jvm).code().root();
      known = StoredLibraries.of(code, exploded, copy.beside("stored-" + stored.size()));
      stored.put(code, known);
    }
    return known;
  }

  /** Restored where the template wants that and the host can: else plain, and that is said. */
  private EnvironmentSpec asPublished(EnvironmentSpec spec) throws InterruptedException {
    if (!function.snapStart()) {
      return spec;
    }
    Optional<String> obstacle = workspace.snapshots().obstacle(spec.withVersion("1"));
    if (obstacle.isEmpty()) {
      return variants.started(spec, Optional.of(SnapStart.SNAPSHOT), function.logicalId());
    }
    if (!saidPlain) {
      progress.line("not as on Lambda: it starts without a snapshot: " + obstacle.get());
      saidPlain = true;
    }
    return spec;
  }
}
