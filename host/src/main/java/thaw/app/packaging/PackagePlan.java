package thaw.app.packaging;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedAgents;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.snapshot.archive.ArchiveFormat;

/**
 * The function that is packaged, without what is a matter of how it is started here.
 *
 * @param options of the JVM that were kept
 * @param kept all that was
 * @param events of the function
 * @param template of its owner
 */
record PackagePlan(
    EnvironmentSpec spec,
    List<String> options,
    Draft kept,
    List<byte[]> events,
    Optional<String> template) {
  FunctionDefinition function() {
    return spec.function();
  }

  /** Returns the folder with what the function's layers have at {@code /opt}. */
  Optional<Path> layers() {
    return spec.layers().map(DeploymentPackage::root);
  }

  /** Returns whether a script of a layer starts it, which may add an agent. */
  boolean isWrapped() {
    return PackagedAgents.wrapper(function().environment()).isPresent();
  }

  boolean hasAgents() {
    return isWrapped() || !PackagedAgents.named(function().environment()).isEmpty();
  }

  boolean snapStart() {
    return kept.has(Change.SnapStart.class);
  }

  /**
   * Returns the Java program by which the function starts here.
   *
   * @throws UserMistake when it brings its own runtime
   */
  RuntimeProgram.Java java() {
    if (!(spec.program() instanceof RuntimeProgram.Java java)) {
      throw new UserMistake(
          function().shown() + " brings its own runtime already", "deploy it as it is");
    }
    return java;
  }

  /**
   * The same, on a JVM that writes AOT caches.
   *
   * @throws UserMistake when it is an older one
   */
  RuntimeProgram.Java javaWithCache() {
    RuntimeProgram.Java java = java();
    if (!ArchiveFormat.AOT_CACHE.isKnownTo(java.jdk())) {
      throw new UserMistake(
          "a package needs JDK 25, and the function runs on " + java.jdk().label(), "use --jdk 25");
    }
    return java;
  }

  /** Returns the options of the JVM in a package, except those for heap and processors. */
  List<String> optionsIn(PackageLayout layout) {
    List<String> all =
        new ArrayList<>(javaWithCache().optionsElsewhere(StagedPackage.clientOnAws(layout)));
    all.addAll(options);
    return all;
  }
}
