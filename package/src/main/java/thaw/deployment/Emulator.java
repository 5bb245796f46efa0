package thaw.deployment;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;

/**
 * QEMU's user mode, by which the programs of another architecture run here: slowly, so it does
 * nothing but train archives.
 *
 * @param program a static one, which starts among the files of another system
 * @param options of it
 * @see <a href="https://www.qemu.org/docs/master/user/main.html">User Mode Emulation</a>
 */
public record Emulator(Path program, List<String> options) {
  /** Processors with little more than the base of each architecture, by its name on Lambda. */
  private static final Map<String, String> LEAST =
      Map.of("arm64", "cortex-a53", "x86_64", "Nehalem");

  public Emulator {
    options = List.copyOf(options);
  }

  /**
   * @param architecture that it emulates, as Lambda names it
   * @param path the variable PATH
   * @throws UserMistake when there is none
   */
  public static Emulator find(String architecture, String path) {
    String name = "qemu-" + HostArchitecture.machine(architecture);
    Optional<Path> dynamic = Optional.empty();
    for (String folder : path.split(File.pathSeparator)) {
      for (String each : List.of(name + "-static", name)) {
        Path program = Path.of(folder).resolve(each);
        if (!folder.isEmpty() && Files.isExecutable(program)) {
          if (isStatic(program)) {
            return new Emulator(program, List.of("-cpu", LEAST.get(architecture)));
          }
          dynamic = Optional.of(program);
        }
      }
    }
    throw new UserMistake(
        "a package for %s needs a class archive that a JVM of %s has made, and %s"
            .formatted(
                architecture,
                architecture,
                dynamic
                    .map(each -> each + " is no static program, as QEMU has to be for that")
                    .orElse("there is no %s-static in the PATH".formatted(name))),
        "install QEMU's user mode (Debian, Ubuntu: qemu-user-static; Fedora: %s), or make the package on a machine of that architecture, as its workflow does"
            .formatted("qemu-user-static-" + HostArchitecture.machine(architecture)));
  }

  private static boolean isStatic(Path program) {
    try {
      return NeededLibraries.of(program).loader().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }
}
