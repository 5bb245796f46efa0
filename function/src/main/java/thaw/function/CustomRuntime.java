package thaw.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;

/**
 * Runtimes that a function brings along: an executable {@code bootstrap} at the top of the package
 * or of a layer, which the platform starts in place of a managed runtime.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-custom.html">Building a
 *     custom runtime</a>
 */
public final class CustomRuntime {
  private static final Set<String> IDENTIFIERS =
      Set.of("provided.al2023", "provided.al2", "provided");
  private static final String BOOTSTRAP = "bootstrap";

  private CustomRuntime() {}

  public static boolean isNamedBy(String runtime) {
    return IDENTIFIERS.contains(runtime);
  }

  /**
   * @throws UserMistake when there is no bootstrap that could be started
   */
  public static void check(
      FunctionDefinition function, DeploymentPackage code, Optional<DeploymentPackage> layers) {
    List<Path> places = new ArrayList<>();
    places.add(code.root().resolve(BOOTSTRAP));
    layers.ifPresent(present -> places.add(present.root().resolve(BOOTSTRAP)));
    Optional<Path> found = places.stream().filter(Files::isRegularFile).findFirst();
    if (found.isEmpty()) {
      throw new UserMistake(
          function.logicalId()
              + ": the runtime "
              + function.runtime()
              + " starts the file bootstrap, which is neither in the package nor in a layer",
          "put an executable with the name bootstrap at the top of the package");
    }
    if (!Files.isExecutable(found.get())) {
      throw new UserMistake(
          function.logicalId() + ": the file bootstrap is not executable",
          "chmod +x bootstrap before it is packed, with a tool that keeps the mode (zip does)");
    }
    Optional<String> other =
        machine(found.get()).filter(name -> !name.equals(HostArchitecture.NAME));
    if (other.isPresent()) {
      throw new UserMistake(
          "%s: the program bootstrap is for %s, and this machine is %s"
              .formatted(function.logicalId(), other.get(), HostArchitecture.NAME),
          "run it on a machine of that architecture, or build it for this one (thaw package: --arch "
              + HostArchitecture.NAME
              + ")");
    }
  }

  private static Optional<String> machine(Path bootstrap) {
    try {
      return NativeCode.architecture(bootstrap);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + bootstrap + ": " + e, e);
    }
  }
}
