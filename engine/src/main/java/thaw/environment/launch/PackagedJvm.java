package thaw.environment.launch;

import java.nio.file.Path;
import java.util.Optional;
import thaw.files.ForeignTree;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * The JVM of a function that {@code thaw package} has made: its bootstrap takes further options of
 * the JVM, so that the function can be observed.
 *
 * @param jdk where the host has it
 * @param home of the JVM, inside and outside
 * @param client folder of the runtime client, likewise
 */
public record PackagedJvm(Jdk jdk, SandboxFolder home, SandboxFolder client) {
  private static final Path LIST = Path.of("thaw/start");
  private static final Path ARCHIVE = Path.of("thaw/classes.aot");
  private static final Path OWN_JVM = Path.of("thaw/jvm");
  private static final Path OWN_CLIENT = Path.of("thaw/client");

  /** Returns the JVM of a package; empty where the function is no such package. */
  public static Optional<PackagedJvm> of(EnvironmentSpec spec) {
    Path code = spec.code().root();
    return switch (spec.program()) {
      case RuntimeProgram.Java _ -> Optional.empty();
      case RuntimeProgram.Bootstrap _ ->
          in(new ForeignTree(code), OWN_JVM, OWN_CLIENT)
              .filter(_ -> new ForeignTree(code).find(LIST).isPresent());
      case RuntimeProgram.Image image -> {
        ForeignTree tree = new ForeignTree(image.root());
        yield in(tree, LambdaPaths.LANG, LambdaPaths.RUNTIME)
            .filter(_ ->
                ForeignTree.around(code, image.root()).find(LIST).isPresent()
                    || tree.find(LambdaPaths.RUNTIME.resolve(LIST)).isPresent());
      }
    };
  }

  /** Returns whether the function is such a package, and starts from an archive of its classes. */
  public static boolean isArchived(EnvironmentSpec spec) {
    Path code = spec.code().root();
    return switch (spec.program()) {
      case RuntimeProgram.Java _ -> false;
      case RuntimeProgram.Bootstrap _ -> new ForeignTree(code).find(ARCHIVE).isPresent();
      case RuntimeProgram.Image image ->
          ForeignTree.around(code, image.root()).find(ARCHIVE).isPresent()
              || new ForeignTree(image.root())
                  .find(LambdaPaths.RUNTIME.resolve(ARCHIVE))
                  .isPresent();
    };
  }

  /** Names that do not begin with a slash are in the task root. */
  private static Optional<PackagedJvm> in(ForeignTree tree, Path jvm, Path client) {
    Optional<Path> clientOnHost = tree.find(client);
    return clientOnHost.isEmpty()
        ? Optional.empty()
        : Jdks.readIn(tree, jvm)
            .map(jdk ->
                new PackagedJvm(
                    jdk,
                    new SandboxFolder(LambdaPaths.TASK.resolve(jvm), jdk.home()),
                    new SandboxFolder(LambdaPaths.TASK.resolve(client), clientOnHost.get())));
  }
}
