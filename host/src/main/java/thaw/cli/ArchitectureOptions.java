package thaw.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.packaging.ArchitectureChoice;

/** Options that choose the machine that {@code thaw package} makes a package for. */
final class ArchitectureOptions {
  @Option(
      names = "--arch",
      paramLabel = "x86_64|arm64",
      description =
          "Architecture of the package. Default: this machine's. The class archive of another one is"
              + " trained under QEMU's user mode emulation.")
  private @Nullable String architecture;

  @Option(
      names = "--target-jdk",
      paramLabel = "DIR",
      description =
          "JDK 25 for the other architecture, with jmods. Default: one in the usual folders.")
  private @Nullable Path targetJdk;

  @Option(
      names = "--sysroot",
      paramLabel = "DIR",
      description =
          "Root folder of a system for the other architecture: its C library is that of an image"
              + " without a base, and of the training.")
  private @Nullable Path sysroot;

  ArchitectureChoice choice() {
    return new ArchitectureChoice(
        Optional.ofNullable(architecture),
        Optional.ofNullable(targetJdk),
        Optional.ofNullable(sysroot));
  }
}
