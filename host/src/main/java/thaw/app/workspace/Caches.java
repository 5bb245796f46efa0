package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import thaw.files.Trees;
import thaw.function.packaging.CacheSection;
import thaw.function.packaging.OwnFiles;
import thaw.problem.UserMistake;

/**
 * The use of the caches by this process. Every process that uses them holds a lock that it shares
 * with the others; who finds none of them removes, once a day, what nobody has used for a month,
 * and what is more than some gigabytes. Locks end with their process, however it ends.
 */
public final class Caches implements AutoCloseable {
  public static final Duration KEPT = Duration.ofDays(30);

  /** The most bytes that each of these sections keeps. */
  private static final long MOST_BYTES = 4L << 30;

  private static final Duration PAUSE = Duration.ofDays(1);
  private static final String LOCK = "lock";
  private static final String PRUNED = "pruned";

  /** The folders of what environments start from: snapshots and archives of classes. */
  private static final List<String> STARTS =
      List.of("snapshots", "function-archives", "archives", "lab/archives");

  private final FileChannel channel;

  private Caches(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens the caches before any of the sections is used, and removes what is unused if that is due.
   *
   * @param problems is told what could not be removed: it only takes room
   */
  static Caches open(
      Path cache, List<CacheSection> sections, Instant now, Consumer<String> problems) {
    FileChannel channel = opened(cache.resolve(LOCK));
    try {
      if (isDue(cache, now)) {
        prune(channel, cache, sections, now);
      }
    } catch (IOException | OverlappingFileLockException e) {
      problems.accept("unused caches in " + cache + " could not be removed: " + e);
    }
    try {
      channel.lock(0, Long.MAX_VALUE, true); // until the channel is closed
    } catch (IOException | OverlappingFileLockException e) {
      // A file system without locks, where nobody gets one to remove anything, or this process has
      // the caches open already.
    }
    return new Caches(channel);
  }

  /**
   * Keeps other users out of the caches, and once more out of those that hold what functions had in
   * memory, also where an earlier Thaw has made the folders.
   *
   * @param problems is told what could not be closed
   */
  static void close(Path cache, Consumer<String> problems) {
    try {
      OwnFiles.close(cache);
      for (String store : STARTS) {
        OwnFiles.close(cache.resolve(store));
      }
    } catch (IOException e) {
      problems.accept("the caches in " + cache + " could not be closed to other users: " + e);
    }
  }

  /**
   * Removes all snapshots and archives.
   *
   * @return how many bytes they had
   */
  public static long removeStarts(Path cache) {
    try (FileChannel channel = opened(cache.resolve(LOCK))) {
      if (!isAlone(channel)) {
        throw new UserMistake("another Thaw uses the caches in " + cache, "end it first");
      }
      long bytes = 0;
      for (String store : STARTS) {
        bytes += CacheSection.bytes(cache.resolve(store));
        Trees.delete(cache.resolve(store));
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove what is in " + cache + ": " + e, e);
    }
  }

  /**
   * Returns whether nobody else uses the caches, and keeps others out until the channel is closed.
   */
  private static boolean isAlone(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // this process has them open itself
    }
  }

  private static FileChannel opened(Path lock) {
    try {
      return FileChannel.open(
          lock, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UserMistake(
          "the cache folder cannot be written: " + e,
          "let XDG_CACHE_HOME name a folder that can be written");
    }
  }

  private static boolean isDue(Path cache, Instant now) throws IOException {
    Path pruned = cache.resolve(PRUNED);
    return !Files.exists(pruned)
        || Files.getLastModifiedTime(pruned).toInstant().isBefore(now.minus(PAUSE));
  }

  private static void prune(
      FileChannel channel, Path cache, List<CacheSection> sections, Instant now)
      throws IOException {
    try (FileLock alone = channel.tryLock()) {
      if (alone == null) {
        return; // others use them
      }
      for (CacheSection section : sections) {
        section.removeUnused(now.minus(KEPT));
        section.shrinkTo(MOST_BYTES);
      }
      Files.write(cache.resolve(PRUNED), new byte[0]);
      Files.setLastModifiedTime(cache.resolve(PRUNED), FileTime.from(now));
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close the lock of the caches: " + e, e);
    }
  }
}
