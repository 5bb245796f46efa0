package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import thaw.steady.AllSteps;

/**
 * Keeps programs that write more than is read from filling the disk: a box with more than its part
 * is held until enough has been read. Where nobody reads at all, what was written is dropped. Both
 * are told by {@link Sandbox#takeLimited}.
 *
 * <p>For the maintainer. A pipe would make the writer wait by itself. But it holds 64 KiB, so that
 * a burst of lines would take its time from a start that is measured, and somebody has to empty it.
 */
final class OutputWatch implements AutoCloseable {
  static final long MOST_BYTES = 64L * 1024 * 1024;

  /** The most of all boxes of one instance together. */
  static final long MOST_OF_ALL_BYTES = 3 * MOST_BYTES;

  /** A program writes some 100 MB meanwhile. */
  private static final Duration PERIOD = Duration.ofMillis(50);

  /** Functions' output is read more often than once a second while requests run. */
  private static final Duration READERS_PATIENCE = Duration.ofSeconds(10);

  private final Set<Sandbox> boxes = ConcurrentHashMap.newKeySet();
  private final BoxWatch watch = new BoxWatch("output", PERIOD, this::look);

  void add(Sandbox box) {
    boxes.add(box);
    watch.start();
  }

  void remove(Sandbox box) {
    boxes.remove(box);
  }

  private void look() {
    Map<Sandbox, Long> kept = new HashMap<>();
    for (Sandbox box : boxes) {
      long bytes = box.keptOutputBytes();
      if (bytes > 0) {
        kept.put(box, bytes);
      }
    }
    long all = kept.values().stream().mapToLong(Long::longValue).sum();
    List<Runnable> steps = new ArrayList<>();
    kept.forEach((box, bytes) -> {
      boolean tooMuch = bytes > MOST_BYTES || all > MOST_OF_ALL_BYTES && bytes >= all / kept.size();
      if (tooMuch) {
        steps.add(() -> limit(box));
      } else if (bytes <= MOST_BYTES / 2 && all <= MOST_OF_ALL_BYTES) {
        steps.add(() -> letGo(box));
      }
    });
    AllSteps.run(steps); // a box that fails keeps no other one from its turn
  }

  private static void limit(Sandbox box) {
    try {
      boolean held = box.hold();
      for (FileOutput output : box.outputs()) {
        if (!held || output.isLeftFor(READERS_PATIENCE)) {
          box.dropped(output.drop());
        } else {
          output.freeAllRead();
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // Its group or its file has gone: it has ended meanwhile.
    }
  }

  private static void letGo(Sandbox box) {
    try {
      box.letGo();
    } catch (UncheckedIOException e) {
      // Its group has gone: it has ended meanwhile.
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
