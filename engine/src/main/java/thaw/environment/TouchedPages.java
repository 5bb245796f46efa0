package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import thaw.snapshot.TouchedImage;

/**
 * Keeps the pages that a clone of a snapshot had written when it had answered its first request.
 * Later clones get these pages while they are restored, and not by page faults on the CPU share of
 * their first request: on Lambda it is the memory of a whole machine that is restored, with its
 * page tables (docs/decisions/0047-touched-pages.md).
 *
 * <p>Kept for as long as the instance lives, so that nobody has to doubt what an earlier one has
 * left. A restore can do without the images at any time, so that they are removed without asking
 * who uses them.
 */
public final class TouchedPages {
  /**
   * Requests of functions with the AWS SDK write 10 to 24 MB; a function that writes every page
   * gets every page copied.
   */
  static final long MOST_BYTES = 48L << 20;

  /** The name of the images in the folder that isolated sandboxes see. */
  private static final String IMAGES = "images";

  private TouchedPages() {}

  /** The learned images by the key of a snapshot's file of memory. */
  private record Known(Map<String, LearnedImages> images) {
    static Map<String, LearnedImages> of(Instance instance) {
      return instance.keeping(Known.class, () -> new Known(new ConcurrentHashMap<>())).images;
    }
  }

  /**
   * Returns the images that isolated sandboxes of this snapshot's clones see. It is empty where the
   * snapshot's memory is not mapped, or where there can be no images.
   */
  static Optional<LearnedImages> of(Instance instance, Snapshot snapshot) {
    try {
      Map<String, LearnedImages> known = Known.of(instance);
      return key(snapshot)
          .map(key -> known.computeIfAbsent(key, _ -> new LearnedImages(folder(instance))));
    } catch (UncheckedIOException e) {
      return Optional.empty(); // the disk is full: clones have page faults
    }
  }

  private static Path folder(Instance instance) {
    try {
      return instance.write("touched-", _ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException("could not make a folder for images: " + e, e);
    }
  }

  /** The folder of a dump that has them as copied ones, on the host; empty before it is known. */
  static Optional<Path> images(Instance instance, Snapshot snapshot) {
    return key(snapshot)
        .flatMap(key -> Optional.ofNullable(Known.of(instance).get(key)))
        .flatMap(LearnedImages::now);
  }

  /**
   * Looks at a clone that has answered its first request and is at rest, unless another one was
   * looked at. Reads addresses only, and leaves it to a thread of its own to write the images.
   * Whatever hinders it, nothing is thrown: the request was answered.
   *
   * @param learned what the clone's sandbox sees
   */
  static void learn(Instance instance, Snapshot snapshot, LearnedImages learned, Sandbox clone) {
    CompletableFuture<Optional<Path>> mine = new CompletableFuture<>();
    if (!learned.begin(mine)) {
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
        learned.giveUp(mine);
      } else if (written.length > most) {
        mine.complete(Optional.empty());
      } else {
        Path target = learned.folder().resolve(IMAGES);
        Thread.ofVirtual()
            .name("touched-pages")
            .start(() -> {
              try {
                mine.complete(write(instance, image, written, target));
              } finally {
                mine.complete(Optional.empty()); // somebody may wait
              }
            });
      }
    } catch (IOException | RuntimeException e) {
      learned.giveUp(mine); // it has ended, or its memory is not what was dumped
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
      return Optional.of(
          instance.writeWhole("touched-", target, folder -> image.write(written, folder)));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // the disk is full, or the program ends: clones have page faults
    }
  }

  /**
   * Forgets what was learned. Clones in isolated sandboxes that were made before are restored
   * without it, and teach nobody.
   */
  public static void drop(Instance instance, Snapshot snapshot) {
    key(snapshot)
        .flatMap(key -> Optional.ofNullable(Known.of(instance).remove(key)))
        .ifPresent(LearnedImages::end);
  }

  /**
   * A snapshot that is made anew has another file of memory. Its name is no part of the key: clones
   * that prove a snapshot see it in another folder than the later ones, and all have the same key.
   */
  private static Optional<String> key(Snapshot snapshot) {
    if (!snapshot.mapped()) {
      return Optional.empty();
    }
    try {
      Path memory = snapshot.folder().resolve(Snapshot.MEMORY);
      BasicFileAttributes facts = Files.readAttributes(memory, BasicFileAttributes.class);
      return Optional.of(facts.fileKey() + " " + facts.lastModifiedTime());
    } catch (IOException e) {
      return Optional.empty(); // it was removed
    }
  }
}
