package thaw.environment.launch;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.files.ForeignTree;

/**
 * The paths at which the host has what a function's processes see.
 *
 * @param task the function's code
 * @param layers absent where it has none
 * @param runtime the runtime client; absent where the function brings its own runtime
 * @param lang the JDK, likewise
 * @param system the root file system, where it is not the host's
 */
public record SandboxPaths(
    Optional<SandboxFolder> task,
    Optional<SandboxFolder> layers,
    Optional<SandboxFolder> runtime,
    Optional<SandboxFolder> lang,
    Optional<Path> system) {
  /**
   * @param namespaces whether the box has a mount namespace; otherwise paths are the host's own
   */
  public static SandboxPaths of(EnvironmentSpec spec, boolean namespaces) {
    Optional<RuntimeProgram.Java> java =
        spec.program() instanceof RuntimeProgram.Java program
            ? Optional.of(program)
            : Optional.empty();
    Optional<PackagedJvm> packaged = PackagedJvm.of(spec);
    return new SandboxPaths(
        Optional.of(folder(namespaces, LambdaPaths.TASK, spec.code().root())),
        spec.layers().map(layers -> folder(namespaces, LambdaPaths.OPT, layers.root())),
        java.map(program -> folder(namespaces, LambdaPaths.RUNTIME, program.client().root()))
            .or(() -> packaged.map(PackagedJvm::client)),
        java.map(program -> folder(namespaces, LambdaPaths.LANG, program.jdk().home()))
            .or(() -> packaged.map(PackagedJvm::home)),
        spec.program().rootFileSystem());
  }

  private static SandboxFolder folder(boolean namespaces, Path inBox, Path onHost) {
    return new SandboxFolder(namespaces ? inBox : onHost, onHost);
  }

  /** The host's path of a file in the box; the same path where it is in none of the folders. */
  public Path onHost(Path inBox) {
    return Stream.of(runtime, lang, task, layers) // those in the task root before it
        .flatMap(Optional::stream)
        .filter(folder -> inBox.startsWith(folder.inBox()))
        .findFirst()
        .map(folder ->
            ForeignTree.around(folder.onHost(), system.orElse(folder.onHost()))
                .at(folder.inBox().relativize(inBox)))
        .orElseGet(() -> system.map(root -> new ForeignTree(root).at(inBox)).orElse(inBox));
  }
}
