package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders that can be made again: notes when each was used, and removes those that were not for
 * long. Refuses to know what is in them, and who may use them at the moment.
 *
 * @param root the folder that they are in; need not exist
 */
public record CacheSection(Path root) {
  /** Begins the name of a folder that is not used any more, but for who uses it now. */
  public static final String SET_ASIDE = "new-aside-";

  /** The name prefixes of folders that are being filled or removed. */
  private static final List<String> UNFINISHED = List.of(".incoming-", "new-");

  /**
   * The prefix of a mark, which is beside each folder: the folder's own time is seen by functions
   * and belongs to its content.
   */
  private static final String MARK = ".used-";

  private static final Duration PRECISION = Duration.ofDays(1);

  /** Notes that a folder is used now. */
  public void use(Path folder) {
    Path mark = mark(folder);
    Instant now = Instant.now();
    try {
      if (!Files.exists(mark)) {
        Files.createFile(mark);
      } else if (lastUse(mark).isBefore(now.minus(PRECISION))) {
        Files.setLastModifiedTime(mark, FileTime.from(now));
      }
    } catch (IOException e) {
      // Another process notes it, or it cannot be noted, and the folder will be made again.
    }
  }

  private Path mark(Path folder) {
    return root.resolve(MARK + folder.getFileName());
  }

  private static Instant lastUse(Path mark) throws IOException {
    return Files.getLastModifiedTime(mark).toInstant();
  }

  /**
   * Removes what was not used since then, and what was never finished. Nobody may use the section
   * meanwhile.
   *
   * @return how many folders were removed
   */
  public int removeUnused(Instant since) throws IOException {
    int removed = 0;
    for (Path folder : folders()) {
      String name = folder.getFileName().toString();
      Path mark = mark(folder);
      if (UNFINISHED.stream().anyMatch(name::startsWith)) {
        StoreFolder.delete(folder);
      } else if (!Files.exists(mark)) {
        use(folder); // of before there were marks
      } else if (lastUse(mark).isBefore(since)) {
        remove(folder);
        removed++;
      }
    }
    return removed;
  }

  /**
   * Removes what was not used for longest until the rest has at most so many bytes. Nobody may use
   * the section meanwhile.
   */
  public void shrinkTo(long mostBytes) throws IOException {
    List<Kept> newestFirst = new ArrayList<>();
    for (Path folder : folders()) {
      if (Files.exists(mark(folder))) {
        newestFirst.add(new Kept(folder, lastUse(mark(folder)), bytes(folder)));
      }
    }
    newestFirst.sort(Comparator.comparing(Kept::used).reversed());
    long total = 0;
    for (Kept kept : newestFirst) {
      total += kept.bytes();
      if (total > mostBytes) {
        remove(kept.folder());
      }
    }
  }

  private record Kept(Path folder, Instant used, long bytes) {}

  private void remove(Path folder) throws IOException {
    Path doomed = root.resolve(UNFINISHED.getFirst() + folder.getFileName());
    Files.move(folder, doomed, StandardCopyOption.ATOMIC_MOVE); // never seen in part
    Files.deleteIfExists(mark(folder));
    StoreFolder.delete(doomed);
  }

  private List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(root)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(root, Files::isDirectory)) {
        all.forEach(folders::add);
      }
    }
    return folders;
  }

  /**
   * Counts the bytes of all files below a folder; a file that is removed meanwhile does not count.
   */
  public static long bytes(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }
}
