package thaw.environment.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import thaw.environment.launch.Snapshot;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.kernel.WrittenPages;
import thaw.snapshot.image.TouchedImage;

/**
 * What a clone of a snapshot had written when it had answered its first request. Later clones get
 * these pages while they are restored, and not by page faults on the CPU share of their first
 * request: on Lambda it is the memory of a whole machine that is restored, with its page tables
 * (docs/decisions/0047-touched-pages.md).
 *
 * <p>Kept for as long as this program runs, so that nobody has to doubt what an earlier one has
 * left.
 */
public final class TouchedPages {
  /** For each file of memory; empty while it is not known, and where it cannot be. */
  private static final Map<String, Optional<Path>> KNOWN = new ConcurrentHashMap<>();

  private TouchedPages() {}

  /** The folder of a dump that has them as copied ones, on the host; empty before it is known. */
  public static Optional<Path> images(Instance instance, Snapshot snapshot) {
    return key(instance, snapshot).flatMap(key -> KNOWN.getOrDefault(key, Optional.empty()));
  }

  /** Looks at a clone that has answered its first request, unless another one was looked at. */
  public static void learn(Instance instance, Snapshot snapshot, Sandbox clone) {
    key(instance, snapshot)
        .filter(key -> KNOWN.putIfAbsent(key, Optional.empty()) == null)
        .ifPresent(key -> {
          try {
            KNOWN.put(key, Optional.of(write(instance, snapshot, clone)));
          } catch (IOException e) {
            // It has ended, or its memory is not what was dumped: clones have page faults then.
          }
        });
  }

  /** A clone could not be restored with them. */
  public static void forget(Instance instance, Snapshot snapshot) {
    key(instance, snapshot).ifPresent(key -> KNOWN.put(key, Optional.empty()));
  }

  private static Path write(Instance instance, Snapshot snapshot, Sandbox clone)
      throws IOException {
    TouchedImage image =
        TouchedImage.of(
            snapshot.imagesOnHost(),
            snapshot.folder().resolve(Snapshot.MEMORY),
            Snapshot.MOUNTED.resolve(Snapshot.MEMORY).toString(),
            clone.innerPid());
    List<Long> written = new ArrayList<>();
    for (TouchedImage.Range range : image.ranges()) {
      written.addAll(WrittenPages.between(clone.pid(), range.start(), range.end()));
    }
    Path folder = Files.createTempDirectory(instance.directory(), "touched-");
    image.write(written, folder);
    return folder;
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
