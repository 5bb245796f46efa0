package thaw.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The Linux distribution of this host, as far as it says how to get a program.
 *
 * @param names its own first, then those that it is like
 * @see <a href="https://www.freedesktop.org/software/systemd/man/latest/os-release.html">
 *     os-release(5)</a>
 */
record LinuxDistribution(List<String> names) {
  private static final List<Path> FILES =
      List.of(Path.of("/etc/os-release"), Path.of("/usr/lib/os-release"));

  static LinuxDistribution ofHost() {
    for (Path file : FILES) {
      try {
        return of(Files.readAllLines(file));
      } catch (IOException e) {
        continue; // the other one
      }
    }
    return new LinuxDistribution(List.of());
  }

  static LinuxDistribution of(List<String> lines) {
    List<String> names = new ArrayList<>();
    for (String key : List.of("ID=", "ID_LIKE=")) {
      for (String line : lines) {
        if (line.startsWith(key)) {
          String value = line.substring(key.length()).replace("\"", "").replace("'", "").strip();
          names.addAll(List.of(value.split("\\s+")));
        }
      }
    }
    return new LinuxDistribution(names);
  }

  /** Returns how to get a CRIU that is recent enough. */
  String remedyForCriu() {
    if (names.contains("debian") || names.contains("ubuntu")) {
      return "thaw setup (installs it for Thaw alone; the system's packages stay as they are)";
    }
    if (names.contains("fedora") || names.contains("rhel")) {
      return "dnf install criu (4.2 or newer: Fedora 43 or a build from criu.org)";
    }
    if (names.contains("arch")) {
      return "pacman -S criu";
    }
    if (names.contains("suse") || names.contains("opensuse")) {
      return "zypper install criu (4.2 or newer: Tumbleweed or a build from criu.org)";
    }
    return "install CRIU 4.2 or newer (criu.org), and let THAW_CRIU name it if it is not in PATH";
  }
}
