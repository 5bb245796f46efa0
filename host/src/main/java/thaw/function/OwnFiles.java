package thaw.function;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files on disk that nobody else can have changed: owned by this program's user, or by root, and
 * writable by no other. Refuses to know what is in them.
 */
public final class OwnFiles {
  private static final int ROOT = 0;

  /** Group and others, from inode(7). */
  private static final int WRITTEN_BY_OTHERS = 022;

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

  /** Lets nobody else read or write a file of ours, if there is one. */
  public static void closeFile(Path file) throws IOException {
    if (Files.exists(file) && uid(file) == uid(Path.of("/proc/self"))) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  private static int uid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  /**
   * Why somebody else could have changed the folder or what is in it, in one line; empty when
   * nobody could.
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
    Looking looking = new Looking(uid(Path.of("/proc/self")), apart.equals(folder) ? null : apart);
    Files.walkFileTree(folder, looking);
    return Optional.ofNullable(looking.doubt);
  }

  private static final class Looking extends SimpleFileVisitor<Path> {
    private final int own;
    private final @Nullable Path apart;
    private @Nullable String doubt;

    Looking(int own, @Nullable Path apart) {
      this.own = own;
      this.apart = apart;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      FileVisitResult result = look(folder, attributes);
      return result == FileVisitResult.CONTINUE && folder.equals(apart)
          ? FileVisitResult.SKIP_SUBTREE
          : result;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      return look(file, attributes);
    }

    private FileVisitResult look(Path path, BasicFileAttributes attributes) throws IOException {
      Map<String, Object> known =
          Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      int owner = (int) known.get("uid");
      boolean written =
          !attributes.isSymbolicLink() && ((int) known.get("mode") & WRITTEN_BY_OTHERS) != 0;
      if (owner != own && owner != ROOT) {
        doubt = "belongs to the user " + owner + ": " + path;
      } else if (written) {
        doubt = "can be written by others: " + path;
      }
      return doubt == null ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }
  }
}
