package thaw.environment.restore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import thaw.environment.launch.Snapshot;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.kernel.PageCache;
import thaw.sandbox.kernel.WrittenPages;
import thaw.snapshot.image.TouchedImage;

/**
 * What a clone of a snapshot had written when it had answered its first request. Later clones get
 * these pages while they are restored, and not by page faults on the CPU share of their first
 * request: on Lambda it is the memory of a whole machine that is restored, with its page tables
 * (docs/decisions/0047-touched-pages.md).
 *
 * <p>Kept for as long as this program runs, so that nobody has to doubt what an earlier one has
 * left. A restore can do without the images at any time, so that they are removed without asking
 * who uses them.
 */
public final class TouchedPages {
  /** Requests of functions with the AWS SDK write 10 to 24 MB; who writes all has all copied. */
  static final long MOST_BYTES = 48L << 20;

  /** In the folder that cells see. */
  private static final String IMAGES = "images";

  /** By the file of memory. */
  private static final Map<String, LearnedImages> KNOWN = new ConcurrentHashMap<>();

  private TouchedPages() {}

  /** What cells of this snapshot's clones see; empty where its memory is not mapped. */
  public static Optional<LearnedImages> of(Instance instance, Snapshot snapshot) {
    return key(instance, snapshot)
        .map(key ->
            KNOWN.computeIfAbsent(
                key,
                _ -> {
                  try {
                    return new LearnedImages(instance.write("touched-", _ -> {}));
                  } catch (IOException e) {
                    throw new UncheckedIOException("could not make a folder for images: " + e, e);
                  }
                }));
  }

  /** The folder of a dump that has them as copied ones, on the host; empty before it is known. */
  public static Optional<Path> images(Instance instance, Snapshot snapshot) {
    return known(instance, snapshot).flatMap(LearnedImages::now);
  }

  private static Optional<LearnedImages> known(Instance instance, Snapshot snapshot) {
    return key(instance, snapshot).flatMap(key -> Optional.ofNullable(KNOWN.get(key)));
  }

  /**
   * Looks at a clone that has answered its first request and is at rest, unless another one was
   * looked at. Reads addresses only, and leaves it to a thread of its own to write the images.
   */
  public static void learn(Instance instance, Snapshot snapshot, Sandbox clone) {
    CompletableFuture<Optional<Path>> mine = new CompletableFuture<>();
    Optional<LearnedImages> learned = of(instance, snapshot).filter(images -> images.begin(mine));
    if (learned.isEmpty()) {
      return;
    }
    try {
      TouchedImage image =
          TouchedImage.of(
              snapshot.imagesOnHost(),
              snapshot.folder().resolve(Snapshot.MEMORY),
              Snapshot.MOUNTED.resolve(Snapshot.MEMORY).toString(),
              clone.innerPid());
      int most = Math.toIntExact(MOST_BYTES / PageCache.pageBytes());
      long[] written = written(image, clone.pid(), most);
      if (written.length == 0) {
        learned.get().giveUp(mine);
      } else if (written.length > most) {
        mine.complete(Optional.empty());
      } else {
        Path target = learned.get().folder().resolve(IMAGES);
        Thread.ofVirtual()
            .name("touched-pages")
            .start(() -> mine.complete(write(instance, image, written, target)));
      }
    } catch (IOException | RuntimeException e) {
      learned.get().giveUp(mine); // it has ended, or its memory is not what was dumped
    }
  }

  private static long[] written(TouchedImage image, long pid, int most) throws IOException {
    long[] all = {};
    for (TouchedImage.Range range : image.ranges()) {
      long[] more = WrittenPages.between(pid, range.start(), range.end(), most + 1 - all.length);
      all = LongStream.concat(LongStream.of(all), LongStream.of(more)).toArray();
    }
    return all;
  }

  private static Optional<Path> write(
      Instance instance, TouchedImage image, long[] written, Path target) {
    try {
      Path folder = instance.write("touched-", each -> image.write(written, each));
      return Optional.of(Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // the disk is full, or the program ends: clones have page faults
    }
  }

  /** Returns when what is being learned is written. */
  public static void await(Instance instance, Snapshot snapshot) {
    known(instance, snapshot).ifPresent(LearnedImages::await);
  }

  /** A clone could not be restored from these images: none will be, and nothing is learned anew. */
  public static void forget(Instance instance, Snapshot snapshot, Path images) {
    known(instance, snapshot).ifPresent(known -> known.forget(images));
  }

  /** As if nothing had been learned; cells that were made before are restored without. */
  public static void drop(Instance instance, Snapshot snapshot) {
    key(instance, snapshot)
        .flatMap(key -> Optional.ofNullable(KNOWN.remove(key)))
        .ifPresent(LearnedImages::end);
  }

  /** A snapshot that is made anew has another file of memory. */
  private static Optional<String> key(Instance instance, Snapshot snapshot) {
    if (!snapshot.mapped()) {
      return Optional.empty();
    }
    try {
      Path memory = snapshot.folder().resolve(Snapshot.MEMORY);
      BasicFileAttributes facts = Files.readAttributes(memory, BasicFileAttributes.class);
      return Optional.of(
          instance.directory()
              + " "
              + memory
              + " "
              + facts.fileKey()
              + " "
              + facts.lastModifiedTime());
    } catch (IOException e) {
      return Optional.empty(); // it was removed
    }
  }
}
