package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.deployment.WorkerImage;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.RuntimeClient;
import thaw.files.Trees;
import thaw.function.packaging.Sha256;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.SnapshotStore;
import thaw.snapshot.archive.ArchiveStore;
import thaw.snapstart.ArchiveTraining;

/**
 * The class archives of a worker's image: of Thaw itself, and of the runtime client, once for pods
 * where functions get files of their own and once for the others. They are kept by what is in the
 * image but the application, as two trainings would not give the same bytes. Without them a worker
 * does the same, only later. What is incomplete is not kept, so that the next image may be better.
 */
final class WorkerTraining {
  /** The number that is to be raised when an image is trained in another way. */
  private static final String LAYOUT = "2";

  private static final int KEY_DIGITS = 32;
  private static final String REHEARSAL = "thaw.cli.Rehearsal";

  private final Workspace workspace;
  private final SnapshotStore store;
  private final Progress progress;

  WorkerTraining(Workspace workspace, Progress progress) {
    this.workspace = workspace;
    this.store = new SnapshotStore(workspace.cache().resolve("worker-archives"), progress::line);
    this.progress = progress;
  }

  /**
   * @param image with Thaw, its JVM and its system
   */
  void train(WorkerImage image) throws IOException, InterruptedException {
    store.prune();
    boolean boxes = workspace.instance().host().hasMountNamespaces();
    if (!boxes) {
      tellNone("this host permits no mount namespaces");
    }
    String key = key(image, boxes);
    Optional<Path> known = store.find(key);
    if (known.isPresent()) {
      image.putTrained(known.get());
      return;
    }
    Path staged = store.stage();
    try (Progress.Work _ = progress.begin("rehearsing the worker, for its class archives")) {
      Optional<String> problem = image.rehearse(REHEARSAL, staged);
      if (problem.isPresent()) {
        progress.line("the image has no class archives, so workers start later: " + problem.get());
        return;
      }
      Optional<String> incomplete =
          boxes
              ? trainForBoxes(image.jdk().orElseThrow(), WorkerImage.archivesAmong(staged))
              : Optional.empty();
      incomplete.ifPresent(this::tellNone);
      image.putTrained(incomplete.isPresent() ? staged : store.publish(key, staged));
    } finally {
      Trees.delete(staged); // what was published is no longer there
    }
  }

  private void tellNone(String why) {
    progress.line("workers with --snapshots make a class archive of their own: " + why);
  }

  /**
   * Trains archives for functions in boxes, which see JVM and client at the same paths here and in
   * a worker.
   *
   * @return why there is none, in one line
   */
  private Optional<String> trainForBoxes(Jdk jdk, Path archives) throws InterruptedException {
    try {
      RuntimeClient client =
          RuntimeClient.install(
              ClientKind.OFFICIAL,
              workspace.program(),
              workspace.cache().resolve("runtime-client"),
              progress::line);
      ArchiveTraining training =
          new ArchiveTraining(
              workspace.instance(),
              client,
              new ArchiveStore(archives),
              workspace.program().resolve("training-function"));
      return training.train(jdk).or(() -> training.problem(jdk));
    } catch (UncheckedIOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * @param boxes whether there is one for boxes: a host that permits none has fewer archives
   */
  private static String key(WorkerImage image, boolean boxes) throws IOException {
    Map<String, Path> trainers = image.trainers();
    return Sha256.of(
            out -> {
              out.write((LAYOUT + " " + boxes).getBytes(StandardCharsets.UTF_8));
              for (Map.Entry<String, Path> each : trainers.entrySet()) {
                out.write(each.getKey().getBytes(StandardCharsets.UTF_8));
                out.write(0);
                Files.copy(each.getValue(), out);
              }
            })
        .hex()
        .substring(0, KEY_DIGITS);
  }
}
