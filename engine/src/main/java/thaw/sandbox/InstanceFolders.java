package thaw.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/**
 * The folders of all instances that share a base: their names, the files in them that the clean-up
 * needs, and the sweep of those whose program and janitor have died.
 */
final class InstanceFolders {
  /** The beginning of the name of a folder that is still being made. */
  static final String STAGED = "new-";

  /** The script that removes the instance, see {@link CleanUp}. */
  static final String CLEAN_UP = "cleanup.sh";

  /** Locked while the instance's program lives. */
  static final String LOCK = "lock";

  private static final String PREFIX = "thaw-";

  /**
   * A folder is staged for some ms; one that is older belongs to a program that was killed then.
   */
  private static final Duration STAGING_LIMIT = Duration.ofMinutes(1);

  private InstanceFolders() {}

  /** Scripts in this folder are run, so nobody else may put one there. */
  static void requireOwn(Path base) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(base, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    boolean writableByOthers =
        attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
            || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    if (!attributes.isDirectory()
        || writableByOthers
        || !attributes.owner().equals(Files.getOwner(Path.of("/proc/self")))) {
      throw new UserMistake(
          "must be a folder that only you can write to: " + base,
          "remove it, or set another folder for temporary files:"
              + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");
    }
  }

  /** Returns the name of a new instance of this process. */
  static String newName() {
    return ownPrefix() + randomHex();
  }

  private static String ownPrefix() {
    return PREFIX + ProcessHandle.current().pid() + "-";
  }

  private static String randomHex() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /** Removes the instances whose program has died without its janitor. */
  static void sweep(Path base) throws IOException {
    List<Path> instances;
    try (Stream<Path> children = Files.list(base)) {
      instances = children.toList();
    }
    for (Path instance : instances) {
      String name = instance.getFileName().toString();
      // To open a lock file of this process's own and to close it again would release the lock.
      if (name.startsWith(PREFIX) && !name.startsWith(ownPrefix()) && isDead(instance)) {
        Tool.run(List.of("sh", instance.resolve(CLEAN_UP).toString()));
      } else if ((name.startsWith(PREFIX) || name.startsWith(STAGED)) && isTorso(instance)) {
        Trees.delete(instance);
      }
    }
  }

  /** A folder whose making or removal was cut short by a kill; all else of it is gone already. */
  private static boolean isTorso(Path folder) throws IOException {
    boolean complete =
        !folder.getFileName().toString().startsWith(STAGED)
            && Files.exists(folder.resolve(LOCK))
            && Files.exists(folder.resolve(CLEAN_UP));
    return !complete && isOlder(folder, STAGING_LIMIT);
  }

  private static boolean isOlder(Path folder, Duration age) throws IOException {
    try {
      return Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(age));
    } catch (NoSuchFileException e) {
      return false; // its own program has just removed it
    }
  }

  private static boolean isDead(Path instance) {
    try (FileChannel channel = FileChannel.open(instance.resolve(LOCK), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null && Files.exists(instance.resolve(CLEAN_UP));
    } catch (IOException | OverlappingFileLockException e) {
      return false; // being swept by another, or a torso
    }
  }
}
