package thaw.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
  public static final int GID = 990;

  private SandboxUser() {}

  /**
   * The /etc/passwd and /etc/group in which the user exists.
   *
   * @param root of the box where it is not the host's
   * @param directory gets both files
   */
  static List<Bind> database(Optional<Path> root, Path directory) throws IOException {
    String user = NAME + ":x:" + UID + ":" + GID + "::/home/" + NAME + ":/sbin/nologin";
    return List.of(
        with(root, directory, "passwd", UID, user),
        with(root, directory, "group", GID, NAME + ":x:" + GID + ":"));
  }

  /** A copy of the system's file, the line added, lines with the same number left out. */
  private static Bind with(Optional<Path> root, Path directory, String name, int id, String line)
      throws IOException {
    Path original = Path.of("/etc", name);
    Optional<Path> known =
        root.isEmpty()
            ? Optional.of(original)
            : new ForeignTree(root.get()).findFile(original.toString());
    List<String> lines =
        known.isPresent()
            ? new ArrayList<>(Files.readAllLines(known.get(), StandardCharsets.UTF_8))
            : new ArrayList<>();
    lines.removeIf(
        entry -> entry.split(":", 4).length > 2 && entry.split(":", 4)[2].equals("" + id));
    lines.add(line);
    Path copy = directory.resolve(name);
    Files.write(copy, lines, StandardCharsets.UTF_8);
    return Bind.readOnly(copy, original);
  }
}
