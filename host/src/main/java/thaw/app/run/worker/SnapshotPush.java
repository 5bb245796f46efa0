package thaw.app.run.worker;

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
public final class SnapshotPush implements AutoCloseable {
  /** So long none is made before they are pushed: a template's functions become one layer. */
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /** After what did not succeed; twice as long after each further time. */
  private static final Duration FIRST_AGAIN = Duration.ofMinutes(1);

  private final SnapshotArtefact artefact;
  private final Workspace workspace;
  private final Consumer<String> said;
  private final BlockingQueue<Snapshots.Kept> made = new LinkedBlockingQueue<>();
  private final Thread thread;

  private SnapshotPush(SnapshotArtefact artefact, Workspace workspace, Consumer<String> said) {
    this.artefact = artefact;
    this.workspace = workspace;
    this.said = said;
    this.thread = Thread.ofPlatform().daemon().name("snapshot push").unstarted(this::run);
  }

  /**
   * Does nothing for a worker that pushes nowhere.
   *
   * @param said gets a line for people
   */
  public static AutoCloseable start(
      Optional<WorkerTerms> terms, Workspace workspace, Consumer<String> said) {
    Optional<String> image = terms.flatMap(WorkerTerms::pushesTo);
    if (image.isEmpty()) {
      return () -> {};
    }
    SnapshotPush push = new SnapshotPush(new SnapshotArtefact(image.get()), workspace, said);
    push.thread.start();
    return push;
  }

  private void run() {
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

  /** Whether nothing is left to do. */
  private boolean push(List<Snapshots.Kept> all) throws InterruptedException {
    try {
      Path scratch = Files.createTempDirectory(workspace.cache(), "push-");
      try {
        Optional<String> pushed =
            artefact.add(
                MachineKind.own(),
                all.stream().map(Snapshots.Kept::folder).toList(),
                all.getLast().archive(),
                scratch);
        said.accept(
            pushed
                .map(image -> "snapshots were pushed for other workers: " + image)
                .orElse(
                    "no snapshots were pushed, as others have made them for such machines: "
                        + artefact.reference()));
        return true;
      } finally {
        Trees.delete(scratch);
      }
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

  /** Does not wait for a push. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
