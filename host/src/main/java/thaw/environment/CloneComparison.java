package thaw.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.heap.CloneFacts;
import thaw.heap.FunctionCode;
import thaw.heap.UniquenessReport;

/**
 * Looks into clones of a snapshot, when their hooks have run, for what they have alike though it
 * should be each one's own. A clone that was looked into is not to be used. What cannot be looked
 * into is no failure, but a line of the report.
 */
final class CloneComparison {
  /** As the JVM sees it. */
  private static final Path FILE = Path.of("/tmp/.thaw-clone.hprof");

  /** Publishing waits for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /** A heap that takes seconds to read. */
  private static final long MOST_BYTES = 512L << 20;

  private final FunctionCode code;
  private final List<CloneFacts> clones = new ArrayList<>();
  private Optional<String> problem = Optional.empty();

  CloneComparison(EnvironmentSpec spec) {
    List<String> given = new ArrayList<>(spec.function().environment().values());
    given.addAll(spec.services().values());
    this.code = new FunctionCode(spec.code().root(), given);
  }

  /**
   * @param clone initialised
   */
  void look(Environment clone) throws InterruptedException {
    if (problem.isPresent()) {
      return;
    }
    try {
      AttachedJvm jvm = clone.attached();
      Path file = jvm.temporary().resolve(FILE.getFileName());
      jvm.dumpHeap(FILE, PATIENCE);
      long bytes = Files.size(file);
      if (bytes > MOST_BYTES) {
        throw new IOException("the heap is too large: " + (bytes >> 20) + " MiB");
      }
      clones.add(CloneFacts.read(file, code));
    } catch (IOException | RuntimeException e) { // in any case it is published
      problem = Optional.of(e instanceof IOException ? String.valueOf(e.getMessage()) : "" + e);
    }
  }

  UniquenessReport report() {
    if (problem.isPresent() || clones.size() < 2) {
      return UniquenessReport.notCompared(problem.orElse("there were no two clones"));
    }
    return clones.getFirst().comparedWith(clones.getLast());
  }
}
