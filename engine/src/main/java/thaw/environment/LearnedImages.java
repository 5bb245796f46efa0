package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import thaw.files.Trees;

/**
 * Images of one snapshot that a clone of it leads to, before and after they are written. Isolated
 * sandboxes see the folder from the beginning, so that what is learned serves isolated sandboxes
 * that were made before.
 *
 * <p>Thread-safe.
 */
final class LearnedImages {
  private static final CompletableFuture<Optional<Path>> NONE =
      CompletableFuture.completedFuture(Optional.empty());

  private final Path folder;

  /**
   * The folder of the images: null while nobody has begun to learn, not complete while they are
   * written, empty where there shall be none.
   */
  private final AtomicReference<@Nullable CompletableFuture<Optional<Path>>> images =
      new AtomicReference<>();

  LearnedImages(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the folder on the host in which the images will be a folder of their own. It stays
   * until the instance ends, as an isolated sandbox may be about to mount it.
   */
  Path folder() {
    return folder;
  }

  /** Returns the folder of the images on the host; empty before they are known. */
  Optional<Path> now() {
    CompletableFuture<Optional<Path>> known = images.get();
    return known == null ? Optional.empty() : known.getNow(Optional.empty());
  }

  /** Returns whether nobody else has begun to learn them. */
  boolean begin(CompletableFuture<Optional<Path>> mine) {
    return images.compareAndSet(null, mine);
  }

  /** Somebody else may begin. */
  void giveUp(CompletableFuture<Optional<Path>> mine) {
    images.compareAndSet(mine, null);
    mine.complete(Optional.empty());
  }

  /** Returns when what somebody has begun to learn is written. */
  void await() {
    CompletableFuture<Optional<Path>> known = images.get();
    if (known != null) {
      known.join();
    }
  }

  /** Removes the images if they are these: there will be none any more. */
  void forget(Path bad) {
    CompletableFuture<Optional<Path>> known = images.get();
    if (now().equals(Optional.of(bad)) && images.compareAndSet(known, NONE)) {
      delete(bad);
    }
  }

  /** Lets there be no images any more, and removes all that was written. */
  void end() {
    CompletableFuture<Optional<Path>> known = images.getAndSet(NONE);
    (known == null ? NONE : known).thenAccept(written -> written.ifPresent(LearnedImages::delete));
  }

  private static void delete(Path images) {
    try {
      Trees.delete(images);
    } catch (IOException | UncheckedIOException e) {
      // The end of the instance removes it.
    }
  }
}
