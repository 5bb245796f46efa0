package thaw.snapstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.environment.AttachedJvm;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.heap.CloneFacts;
import thaw.heap.FunctionCode;
import thaw.heap.HeldConnections;
import thaw.heap.UniquenessReport;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;

/**
 * Looks into clones of a snapshot, when their hooks have run, for what they have alike though it
 * should be each one's own. A clone that was looked into is not to be used. What cannot be looked
 * into is no failure, but a line of the report.
 */
final class CloneComparison {
  /** The path of the dump as the JVM sees it. */
  private static final Path FILE = Path.of("/tmp/.thaw-clone.hprof");

  /** Publishing waits for it; a busy machine takes seconds for what an idle one does at once. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** A heap that takes seconds to read. */
  private static final long MOST_BYTES = 512L << 20;

  private final Path scratch;
  private final FunctionCode code;
  private final List<CloneFacts> clones = new ArrayList<>();
  private Optional<String> problem = Optional.empty();

  /**
   * @param scratch nobody else's folder, for what is read once
   */
  CloneComparison(EnvironmentSpec spec, Path scratch) {
    this.scratch = scratch;
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
      AttachedJvm jvm = clone.inspection().attached();
      jvm.dumpHeap(FILE, PATIENCE);
      clones.add(facts(jvm.temporary()));
    } catch (IOException | RuntimeException e) { // in any case it is published
      problem = Optional.of(e instanceof IOException ? String.valueOf(e.getMessage()) : "" + e);
    }
  }

  /**
   * Reads the facts from a copy: the heap is mapped, and the living clone could cut its own file
   * short.
   */
  private CloneFacts facts(UntrustedFolder temporary) throws IOException {
    Path copy = scratch.resolve("clone-" + clones.size() + ".hprof");
    try (UntrustedFile file = temporary.open(FILE.getFileName().toString(), MOST_BYTES)) {
      file.copyTo(copy);
      return CloneFacts.read(copy, code);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /**
   * Returns the connections in the memory of the first clone; none where it was not looked into.
   */
  HeldConnections heldConnections() {
    return clones.isEmpty() ? HeldConnections.NONE : clones.getFirst().held();
  }

  UniquenessReport report() {
    if (problem.isPresent() || clones.size() < 2) {
      return UniquenessReport.notCompared(problem.orElse("there were no two clones"));
    }
    return clones.getFirst().comparedWith(clones.getLast());
  }
}
