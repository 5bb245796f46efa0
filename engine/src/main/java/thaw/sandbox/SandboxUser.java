package thaw.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.files.ForeignTree;

/**
 * The user that programs in a box are: name and numbers as recorded on AWS. When this program is
 * root, it is a user of the host that nobody else is; else the numbers are those that this
 * program's own user has in the box. The host does not know it, so the box gets a user database of
 * its own: a JVM whose user has no name keeps no performance counters.
 */
public final class SandboxUser {
  static final String NAME = "sbx_user1051";
  public static final int UID = 993;
  static final int GID = 990;

  /** Both, as a container image names them. */
  public static final String NUMBERS = UID + ":" + GID;

  private static final String USER =
      NAME + ":x:" + UID + ":" + GID + "::/home/" + NAME + ":/sbin/nologin";

  private static final String GROUP = NAME + ":x:" + GID + ":";

  private static final List<String> USERS =
      List.of(
          "root:x:0:0:root:/root:/bin/bash",
          "bin:x:1:1:bin:/bin:/sbin/nologin",
          "daemon:x:2:2:daemon:/sbin:/sbin/nologin",
          "nobody:x:65534:65534:Kernel Overflow User:/:/sbin/nologin");

  private static final List<String> GROUPS =
      List.of("root:x:0:", "bin:x:1:", "daemon:x:2:", "nobody:x:65534:");

  private SandboxUser() {}

  /**
   * The /etc/passwd and /etc/group in which the user exists, beside those of its root, or the few
   * that every system has.
   *
   * @param root of the box where it is not the host's
   * @param directory gets both files
   */
  static List<Bind> database(Optional<Path> root, Path directory) throws IOException {
    return List.of(
        with(root, directory, "passwd", USERS, UID, USER),
        with(root, directory, "group", GROUPS, GID, GROUP));
  }

  /** Adds the user to a user database that it is not in. */
  public static void addTo(Path passwd, Path group) throws IOException {
    Files.writeString(passwd, USER + "\n", StandardOpenOption.APPEND);
    Files.writeString(group, GROUP + "\n", StandardOpenOption.APPEND);
  }

  /** The lines and another one; lines with the same number are left out. */
  private static Bind with(
      Optional<Path> root, Path directory, String name, List<String> usual, int id, String line)
      throws IOException {
    Path at = Path.of("/etc", name);
    List<String> lines = new ArrayList<>(usual);
    if (root.isPresent()) {
      Optional<Path> own = new ForeignTree(root.get()).findFile(at.toString());
      lines =
          own.isPresent()
              ? new ArrayList<>(Files.readAllLines(own.get(), StandardCharsets.UTF_8))
              : new ArrayList<>();
    }
    lines.removeIf(
        entry -> entry.split(":", 4).length > 2 && entry.split(":", 4)[2].equals("" + id));
    lines.add(line);
    Path copy = directory.resolve(name);
    Files.write(copy, lines, StandardCharsets.UTF_8);
    return Bind.readOnly(copy, at);
  }
}
