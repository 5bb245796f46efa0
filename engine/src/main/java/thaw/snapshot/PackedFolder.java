package thaw.snapshot;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;

/**
 * A folder in one file, a tar, with owners, modes and times: what carries it need not keep them.
 * Sockets and pipes stay behind.
 */
final class PackedFolder {
  private static final int MODE = 07777;
  private static final PosixFilePermission[] BITS = {
    PosixFilePermission.OTHERS_EXECUTE,
    PosixFilePermission.OTHERS_WRITE,
    PosixFilePermission.OTHERS_READ,
    PosixFilePermission.GROUP_EXECUTE,
    PosixFilePermission.GROUP_WRITE,
    PosixFilePermission.GROUP_READ,
    PosixFilePermission.OWNER_EXECUTE,
    PosixFilePermission.OWNER_WRITE,
    PosixFilePermission.OWNER_READ
  };

  private PackedFolder() {}

  /** The same file of the same folder. */
  static void pack(Path folder, Path file) throws IOException {
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(folder)) {
      paths = tree.filter(path -> !path.equals(folder)).sorted().toList();
    }
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      for (Path path : paths) {
        Map<String, Object> known =
            Files.readAttributes(
                path,
                "unix:uid,gid,mode,lastModifiedTime,isDirectory,isRegularFile,isSymbolicLink",
                LinkOption.NOFOLLOW_LINKS);
        String name = folder.relativize(path).toString();
        TarArchiveEntry entry;
        if (is(known, "isSymbolicLink")) {
          entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
          entry.setLinkName(Files.readSymbolicLink(path).toString());
        } else if (is(known, "isDirectory")) {
          entry = new TarArchiveEntry(name + "/");
        } else if (is(known, "isRegularFile")) {
          entry = new TarArchiveEntry(name);
          entry.setSize(Files.size(path));
        } else {
          continue;
        }
        entry.setIds(number(known, "uid"), number(known, "gid"));
        entry.setMode(number(known, "mode") & MODE);
        entry.setLastModifiedTime((FileTime) Objects.requireNonNull(known.get("lastModifiedTime")));
        tar.putArchiveEntry(entry);
        if (entry.isFile() && !entry.isSymbolicLink()) {
          Files.copy(path, tar);
        }
        tar.closeArchiveEntry();
      }
    }
  }

  private static boolean is(Map<String, Object> known, String what) {
    return Boolean.TRUE.equals(known.get(what));
  }

  private static int number(Map<String, Object> known, String what) {
    return (int) Objects.requireNonNull(known.get(what));
  }

  /**
   * Whoever wrote the file: nothing is written outside of the folder.
   *
   * @param folder exists, is empty, and is of this program alone
   * @param owned what in it keeps its owners; all else is this program's
   * @throws IOException when the file is not what {@link #pack} writes, or is damaged
   */
  static void unpack(Path file, Path folder, Path owned) throws IOException {
    List<TarArchiveEntry> folders = new ArrayList<>();
    try (TarFile tar = new TarFile(file)) {
      for (TarArchiveEntry entry : tar.getEntries()) {
        Path target = target(folder, entry.getName());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isDirectory()) {
          Files.createDirectory(target);
          folders.add(entry);
        } else if (entry.isFile() && !entry.isLink() && !entry.isSparse()) {
          try (InputStream content = tar.getInputStream(entry)) {
            Files.copy(content, target);
          }
        } else {
          throw new IOException("neither a file nor a folder nor a link: " + entry.getName());
        }
        if (target.startsWith(owned)) {
          give(target, entry);
        }
        if (!entry.isDirectory()) {
          settle(target, entry);
        }
      }
    } catch (IllegalArgumentException e) { // names and numbers that there cannot be
      throw new IOException("no tar of a folder: " + e.getMessage(), e);
    }
    Collections.reverse(folders); // what is in them is made by now
    for (TarArchiveEntry entry : folders) {
      settle(target(folder, entry.getName()), entry);
    }
  }

  /**
   * Returns the path of an entry, which is within the folder and leads through folders that are no
   * links.
   */
  private static Path target(Path folder, String name) throws IOException {
    Path target = folder.resolve(name).normalize();
    if (!target.startsWith(folder) || target.equals(folder)) {
      throw new IOException("leads out of the folder: " + name);
    }
    for (Path above = target.getParent();
        above != null && !above.equals(folder);
        above = above.getParent()) {
      if (!Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("is in no folder: " + name);
      }
    }
    return target;
  }

  private static void give(Path target, TarArchiveEntry entry) throws IOException {
    int uid = (int) entry.getLongUserId();
    int gid = (int) entry.getLongGroupId();
    if ((int) Files.getAttribute(target, "unix:uid", LinkOption.NOFOLLOW_LINKS) != uid) {
      Files.setAttribute(target, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    }
    if ((int) Files.getAttribute(target, "unix:gid", LinkOption.NOFOLLOW_LINKS) != gid) {
      Files.setAttribute(target, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static void settle(Path target, TarArchiveEntry entry) throws IOException {
    if (entry.isSymbolicLink()) {
      return;
    }
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int bit = 0; bit < BITS.length; bit++) {
      if ((entry.getMode() >> bit & 1) == 1) {
        permissions.add(BITS[bit]);
      }
    }
    Files.setPosixFilePermissions(target, permissions);
    Files.setLastModifiedTime(target, entry.getLastModifiedTime());
  }
}
