package thaw.function.packaging;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Files on disk that nobody else can have changed: owned by this program's user, or by root, and
 * writable by no other. Refuses to know what is in them.
 */
public final class OwnFiles {
  private static final int ROOT = 0;

  /** The bits of a mode, from inode(7), with which the group or others may write. */
  private static final int WRITTEN_BY_OTHERS = 022;

  private static final int WRITTEN_BY_ALL = 02;
  private static final int STICKY = 01000;

  /** The number of users that have none in a user namespace. */
  private static final int NOBODY = 65534;

  /** The length of the first user namespace's map, from user_namespaces(7). */
  private static final String ALL_USERS = "4294967295";

  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;
  private static final int LINK = 0120000;

  private static final Set<PosixFilePermission> FOR_OWNER =
      PosixFilePermissions.fromString("rwx------");

  private OwnFiles() {}

  /** Makes a folder, with those above it, that nobody else enters; one that is there is closed. */
  public static void makeClosed(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOR_OWNER));
    }
    close(folder);
  }

  /** Lets nobody else into a folder of ours, if there is one. */
  public static void close(Path folder) throws IOException {
    if (Files.isDirectory(folder)
        && uid(folder) == uid(Path.of("/proc/self"))
        && !Files.getPosixFilePermissions(folder).equals(FOR_OWNER)) {
      Files.setPosixFilePermissions(folder, FOR_OWNER);
    }
  }

  /** Lets nobody else read or write a file of ours, if there is one; a link is left alone. */
  public static void closeFile(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && uid(file) == uid(Path.of("/proc/self"))) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  /**
   * Returns what of a folder's path lets somebody else put another one in its place, or files into
   * it, in one line; empty when nobody could, or when there is none yet and nobody else could make
   * it.
   *
   * <p>It looks at each folder above it and each link on the way. The group that is the first one
   * of this program's user may write: with a umask of 002 it is that user's own.
   */
  public static Optional<String> placeDoubt(Path folder) throws IOException {
    Optional<String> doubt = wayDoubt(folder.toAbsolutePath());
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return doubt.isPresent() ? doubt : wayDoubt(there.toRealPath());
  }

  private static Optional<String> wayDoubt(Path way) throws IOException {
    Path self = Path.of("/proc/self");
    int own = uid(self);
    int ownGroup = (int) Files.getAttribute(self, "unix:gid");
    for (Path path = way; path != null; path = path.getParent()) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      Map<String, Object> known =
          Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      int owner = (int) Objects.requireNonNull(known.get("uid"));
      int mode = (int) Objects.requireNonNull(known.get("mode"));
      if (owner != ROOT && owner != own && !isRootUnmapped(owner)) {
        return Optional.of("has " + path + ", which belongs to the user " + owner);
      }
      int group = (int) Objects.requireNonNull(known.get("gid"));
      int others = group == ownGroup ? WRITTEN_BY_ALL : WRITTEN_BY_OTHERS;
      if ((mode & TYPE) != LINK && (mode & STICKY) == 0 && (mode & others) != 0) {
        return Optional.of("has " + path + ", which others can write");
      }
    }
    return Optional.empty();
  }

  /** In a user namespace that does not have root's number, root's files belong to nobody. */
  private static boolean isRootUnmapped(int owner) throws IOException {
    if (owner != NOBODY) {
      return false;
    }
    String[] map = Files.readString(Path.of("/proc/self/uid_map")).strip().split("\\s+");
    return !map[map.length - 1].equals(ALL_USERS);
  }

  private static int uid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  /**
   * Returns why somebody else could have changed the folder or what is in it, in one line; empty
   * when nobody could.
   */
  public static Optional<String> doubt(Path folder) throws IOException {
    return doubt(folder, folder);
  }

  /**
   * The same.
   *
   * @param apart a folder in it that is looked at itself only
   */
  public static Optional<String> doubt(Path folder, Path apart) throws IOException {
    int own = uid(Path.of("/proc/self"));
    return doubt(folder, own, apart.equals(folder) ? Optional.empty() : Optional.of(apart));
  }

  /** One look at each file; a package may have thousands. */
  private static Optional<String> doubt(Path path, int own, Optional<Path> apart)
      throws IOException {
    Map<String, Object> known =
        Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
    int owner = (int) Objects.requireNonNull(known.get("uid"));
    int mode = (int) Objects.requireNonNull(known.get("mode"));
    if (owner != own && owner != ROOT) {
      return Optional.of("belongs to the user " + owner + ": " + path);
    }
    if ((mode & TYPE) != LINK && (mode & WRITTEN_BY_OTHERS) != 0) {
      return Optional.of("can be written by others: " + path);
    }
    if ((mode & TYPE) != FOLDER || apart.filter(path::equals).isPresent()) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        Optional<String> doubt = doubt(child, own, apart);
        if (doubt.isPresent()) {
          return doubt;
        }
      }
      return Optional.empty();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
