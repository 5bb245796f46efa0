package thaw.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.app.shared.Interruption;
import thaw.app.workspace.Workspace;
import thaw.deployment.SnapshotArtefact;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.snapshot.MachineKind;
import thaw.snapstart.Snapshots;

/**
 * Pushes the snapshots that a worker makes into a registry, for other workers. It happens beside
 * the requests, and whatever goes wrong is one line: they are answered all the same.
 */
final class SnapshotPush {
  /**
   * The time without a new snapshot after which those that were made are pushed: a template's
   * functions become one layer.
   */
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /**
   * The time after which what did not succeed is tried again; twice as long after each further
   * time.
   */
  private static final Duration FIRST_AGAIN = Duration.ofMinutes(1);

  /** Adds snapshots to those of others, as {@link SnapshotArtefact#add} does. */
  interface Addition {
    Optional<String> add(List<Snapshots.Kept> kept) throws IOException, InterruptedException;
  }

  private final String image;
  private final Addition addition;
  private final Consumer<String> said;
  private final BlockingQueue<Snapshots.Kept> made = new LinkedBlockingQueue<>();

  /**
   * @param image where they are added
   * @param said gets a line for people
   */
  SnapshotPush(String image, Addition addition, Consumer<String> said) {
    this.image = image;
    this.addition = addition;
    this.said = said;
  }

  /**
   * Does nothing for a worker that pushes nowhere. The end does not wait for a push.
   *
   * @param said gets a line for people
   */
  static AutoCloseable start(
      Optional<WorkerTerms> terms, Workspace workspace, Consumer<String> said) {
    Optional<String> image = terms.flatMap(WorkerTerms::pushesTo);
    if (image.isEmpty()) {
      return () -> {};
    }
    SnapshotArtefact artefact = new SnapshotArtefact(image.get());
    SnapshotPush push =
        new SnapshotPush(image.get(), kept -> added(artefact, kept, workspace.cache()), said);
    Thread thread =
        Thread.ofPlatform().daemon().name("snapshot push").start(() -> push.run(workspace));
    return thread::interrupt;
  }

  private static Optional<String> added(
      SnapshotArtefact artefact, List<Snapshots.Kept> kept, Path cache)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory(cache, "push-");
    try {
      return artefact.add(
          MachineKind.own(),
          kept.stream().map(Snapshots.Kept::folder).toList(),
          kept.getLast().archive(),
          scratch);
    } finally {
      Trees.delete(scratch);
    }
  }

  private void run(Workspace workspace) {
    try {
      workspace.snapshots().follow(made::add);
      List<Snapshots.Kept> all = new ArrayList<>();
      Duration again = FIRST_AGAIN;
      while (true) {
        Snapshots.Kept next =
            all.isEmpty() ? made.take() : made.poll(again.toMillis(), TimeUnit.MILLISECONDS);
        for (; next != null; next = made.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
          all.add(next);
        }
        if (push(all)) {
          all.clear();
          again = FIRST_AGAIN;
        } else {
          again = again.multipliedBy(2);
        }
      }
    } catch (InterruptedException e) {
      // The worker ends.
    } catch (RuntimeException e) {
      said.accept("snapshots are not pushed: " + e);
    }
  }

  /** Returns whether nothing is left to do. */
  boolean push(List<Snapshots.Kept> all) throws InterruptedException {
    try {
      said.accept(
          addition
              .add(all)
              .map(pushed -> "snapshots were pushed for other workers: " + pushed)
              .orElse(
                  "no snapshots were pushed, as others have made them for such machines: "
                      + image));
      return true;
    } catch (IOException | RuntimeException e) {
      if (!Interruption.hasBegun()) {
        said.accept(
            "snapshots are not pushed, and requests are served as before: "
                + (e instanceof UserMistake mistake
                    ? mistake.getMessage() + ". Remedy: " + mistake.remedy()
                    : e.toString()));
      }
      return false;
    }
  }
}
