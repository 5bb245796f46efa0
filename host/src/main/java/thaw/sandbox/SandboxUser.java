package thaw.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that programs in a box are: name and numbers as recorded on AWS. When this program is
 * root, it is a user of the host that nobody else is; else the numbers are those that this
 * program's own user has in the box. The host does not know it, so the box gets a user database of
 * its own: a JVM whose user has no name keeps no performance counters.
 */
final class SandboxUser {
  static final String NAME = "sbx_user1051";
  static final int UID = 993;
  static final int GID = 990;

  private SandboxUser() {}

  /** Becomes this user, but keeps all capabilities that this program has; a command follows. */
  static List<String> withCapabilities() {
    List<String> numbers = new ArrayList<>();
    long held = capabilities();
    for (int number = 0; number < Long.SIZE; number++) {
      if ((held >> number & 1) == 1) {
        numbers.add("+cap_" + number);
      }
    }
    String all = String.join(",", numbers);
    return List.of(
        "setpriv",
        "--reuid=" + UID,
        "--regid=" + GID,
        "--clear-groups",
        "--inh-caps=" + all,
        "--ambient-caps=" + all);
  }

  private static long capabilities() {
    try {
      return KernelFile.lines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("CapEff:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring("CapEff:".length()).strip(), 16))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /** The spec with /etc/passwd and /etc/group in which the user exists. */
  static BoxSpec known(BoxSpec spec, Path directory) throws IOException {
    List<Bind> binds = new ArrayList<>(spec.binds());
    binds.add(
        with(
            directory,
            "passwd",
            UID,
            NAME + ":x:" + UID + ":" + GID + "::/home/" + NAME + ":/sbin/nologin"));
    binds.add(with(directory, "group", GID, NAME + ":x:" + GID + ":"));
    return spec.withBinds(binds);
  }

  /** A copy of the host's file, the line added, lines with the same number left out. */
  private static Bind with(Path directory, String name, int id, String line) throws IOException {
    Path original = Path.of("/etc", name);
    List<String> lines = new ArrayList<>(Files.readAllLines(original, StandardCharsets.UTF_8));
    lines.removeIf(
        entry -> entry.split(":", 4).length > 2 && entry.split(":", 4)[2].equals("" + id));
    lines.add(line);
    Path copy = directory.resolve(name);
    Files.write(copy, lines, StandardCharsets.UTF_8);
    return Bind.readOnly(copy, original);
  }
}
