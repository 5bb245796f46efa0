package thaw.environment.launch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import thaw.files.Trees;
import thaw.heap.HeldConnections;
import thaw.heap.UniquenessReport;
import thaw.runtimeapi.log.Start;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.SnapshotStore;

/**
 * An initialised runtime process on disk.
 *
 * @param criu what restores it
 * @param folder on the host: the images, and what was in {@code /tmp}
 * @param pipe that the process wrote its output to, {@code pipe:[4711]}
 * @param mapped whether its memory is mapped from a file instead of being copied
 * @param invoked whether it was invoked before; on Lambda none is
 */
public record Snapshot(
    CriuCommand criu, Path folder, String pipe, boolean mapped, boolean invoked) {
  /** The path at which isolated sandboxes see the folder. */
  public static final Path MOUNTED = Path.of("/var/snapshot");

  /**
   * The path at which isolated sandboxes see images of which some pages are copied, though the
   * others are mapped.
   */
  public static final Path TOUCHED = Path.of("/var/snapshot-touched");

  public static final String COPIED_IMAGES = "images";
  public static final String MAPPED_IMAGES = "mapped";
  public static final String MEMORY = "memory";
  public static final String TMP = SnapshotStore.FOREIGN;

  /** Returns the folder of the images, as it is in an isolated sandbox. */
  public Path images() {
    return MOUNTED.resolve(mapped ? MAPPED_IMAGES : COPIED_IMAGES);
  }

  /** The same on the host. */
  public Path imagesOnHost() {
    return folder.resolve(mapped ? MAPPED_IMAGES : COPIED_IMAGES);
  }

  /** Tells how a process that is restored from it is started. */
  Start start() {
    if (invoked) {
      return Start.RESTORED_HOT;
    }
    return mapped ? Start.RESTORED : Start.RESTORED_BY_COPYING;
  }

  /**
   * Returns what its clones have alike though each should have its own, as found when it was
   * published.
   */
  public UniquenessReport uniqueness() {
    return UniquenessJson.read(folder);
  }

  /** The same in lines for people. */
  public List<String> sharedByClones() {
    return uniqueness().lines();
  }

  /**
   * Returns the connections in the memory of a clone, as found when it was published: those of the
   * snapshot, which are closed, and those that its hooks have opened.
   */
  public HeldConnections heldConnections() {
    return ConnectionsJson.read(folder);
  }

  /** Removes what the other way of restoring it would need: half of the bytes. */
  public void deleteUnused() throws IOException {
    if (mapped) {
      Trees.delete(folder.resolve(COPIED_IMAGES));
    } else {
      Trees.delete(folder.resolve(MAPPED_IMAGES));
      Files.deleteIfExists(folder.resolve(MEMORY));
    }
  }

  /**
   * Leaves all of it to this program's user: it is what the function's memory held. An isolated
   * sandbox reads it as its root. What was in {@code /tmp} keeps owners and modes, in a folder that
   * only we write.
   */
  public void close() throws IOException {
    int own = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    Path template = folder.resolve(TMP);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
              throws IOException {
            boolean seen = each.equals(template); // by who lists /tmp, where it cannot be overlaid
            give(each, own, seen ? "rwxr-xr-x" : "rwx------");
            return seen ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            give(file, own, "rw-------");
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void give(Path path, int owner, String permissions) throws IOException {
    if ((int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) != owner) {
      Files.setAttribute(path, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
    }
    if (!Files.isSymbolicLink(path)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
  }

  public Snapshot in(Path other) {
    return new Snapshot(criu, other, pipe, mapped, invoked);
  }

  public Snapshot afterInvocation() {
    return new Snapshot(criu, folder, pipe, mapped, true);
  }

  public Snapshot copied() {
    return new Snapshot(criu, folder, pipe, false, invoked);
  }
}
