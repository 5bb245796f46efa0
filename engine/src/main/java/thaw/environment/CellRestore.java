package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.launch.Snapshot;
import thaw.sandbox.Instance;
import thaw.sandbox.IsolatedSandbox;
import thaw.snapshot.CriuMessages;
import thaw.snapshot.ParkedCriu;
import thaw.snapshot.RestoreOptions;

/**
 * The restore of a snapshot in an isolated sandbox, with a CRIU that waits for it there. Where it
 * cannot restore from {@linkplain TouchedPages learned images}, the restore has failed: a CRIU that
 * fails may leave a dead process whose number the next one needs, so that it takes another isolated
 * sandbox.
 */
final class CellRestore {
  /** The init phase's limit is shorter; this is for what hangs in CRIU. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The time for images that were learned: another restore then has its time before the init
   * phase's limit.
   */
  private static final Duration PATIENCE_WITH_TOUCHED = Duration.ofSeconds(3);

  private static final Path TMP = Path.of("/tmp");

  private final Snapshot snapshot;
  private final IsolatedSandbox sandbox;
  private final ParkedCriu criu;
  private final Optional<LearnedImages> learned;

  private final KernelFacts facts;

  /** The folder on the host of the learned images; it is empty before the restore begins. */
  private volatile Optional<Path> restoredFrom = Optional.empty();

  private CellRestore(
      Snapshot snapshot,
      IsolatedSandbox sandbox,
      ParkedCriu criu,
      Optional<LearnedImages> learned,
      KernelFacts facts) {
    this.snapshot = snapshot;
    this.sandbox = sandbox;
    this.criu = criu;
    this.learned = learned;
    this.facts = facts;
  }

  /**
   * Has the snapshot restored when the sandbox is started.
   *
   * @param learned whose folder the sandbox has as {@link Snapshot#TOUCHED}: the images that are
   *     there when the restore begins are taken
   */
  static CellRestore park(
      Instance instance,
      Snapshot snapshot,
      Optional<LearnedImages> learned,
      IsolatedSandbox sandbox) {
    Path files = Snapshot.MOUNTED.resolve(Snapshot.TMP);
    if (!sandbox.files().overlay(files, TMP)) {
      sandbox.files().copy(files, TMP);
    }
    KernelFacts facts = KernelFacts.of(instance);
    facts.give(snapshot.criu(), sandbox);
    try {
      ParkedCriu criu = start(snapshot, sandbox);
      CellRestore restore = new CellRestore(snapshot, sandbox, criu, learned, facts);
      sandbox.parkRestore(restore::run, criu::end);
      criu.awaitReady(PATIENCE);
      return restore;
    } catch (IOException e) {
      throw new UncheckedIOException("could not start CRIU: " + e, e);
    }
  }

  private static ParkedCriu start(Snapshot snapshot, IsolatedSandbox sandbox) throws IOException {
    return ParkedCriu.start(
        sandbox.entering(),
        snapshot.criu().inBox(),
        Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_RUNTIME_DIR", "/run"),
        sandbox.directory().resolve("criu"),
        List.of(sandbox.outputDescriptor()));
  }

  /**
   * Learns the pages that the restored process has written, after it has answered its only request
   * and is at rest: later clones have them at once.
   */
  void learn(Instance instance) {
    learned.ifPresent(images -> TouchedPages.learn(instance, snapshot, images, sandbox));
  }

  /** Waits until later clones have what was learned. */
  void awaitLearned() {
    learned.ifPresent(LearnedImages::await);
  }

  /**
   * The process has not come to its first event: the next one is restored as it was dumped, and
   * nothing is learned anew.
   *
   * @return whether this one was not
   */
  boolean doubtLearned() {
    Optional<Path> images = restoredFrom;
    images.ifPresent(bad -> learned.ifPresent(all -> all.forget(bad)));
    return images.isPresent();
  }

  private void run() throws IOException {
    Optional<Path> images = learned.flatMap(LearnedImages::now);
    restoredFrom = images;
    if (images.isPresent()) {
      restore(Snapshot.TOUCHED.resolve(images.get().getFileName()), PATIENCE_WITH_TOUCHED);
    } else {
      restore(snapshot.images(), PATIENCE);
    }
    facts.take(snapshot.criu(), sandbox);
  }

  private void restore(Path images, Duration patience) throws IOException {
    RestoreOptions options =
        new RestoreOptions(
            images,
            IsolatedSandbox.CRIU_OPTIONS,
            1,
            List.of(
                new RestoreOptions.Inherited(
                    snapshot.pipe(), ParkedCriu.FIRST_FURTHER_DESCRIPTOR)));
    try (criu) {
      CriuMessages.Response response = criu.restore(options, patience);
      if (!response.success()) {
        throw new IOException(response.toString());
      }
    }
  }
}
