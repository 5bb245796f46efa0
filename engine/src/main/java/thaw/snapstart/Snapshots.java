package thaw.snapstart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import thaw.environment.Extensions;
import thaw.environment.SnapshotResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.Snapshot;
import thaw.files.Trees;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.Causes;
import thaw.runtimeapi.log.Hang;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.SnapshotStore;

/**
 * Published versions that start from a snapshot of their initialised process: taken once, proved by
 * two clones, kept for the next time.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/snapstart.html">Lambda SnapStart</a>
 */
public final class Snapshots {
  private final Instance instance;
  private final Optional<CriuCommand> criu;
  private final SnapshotStore store;
  private final FunctionArchives archives;
  private final Consumer<String> notes;
  private final SnapshotProof proof;
  private volatile Consumer<Kept> follower = _ -> {};

  /**
   * @param criu one that works here; without it nothing is taken
   * @param archives what versions start from without a snapshot
   * @param notes for people: how a function starts when it is not as on Lambda
   */
  public Snapshots(
      Instance instance,
      Optional<CriuCommand> criu,
      SnapshotStore store,
      FunctionArchives archives,
      Consumer<String> notes) {
    this.archives = archives;
    this.instance = instance;
    this.criu = criu;
    this.store = store;
    this.notes = notes;
    this.proof = new SnapshotProof(instance, notes);
  }

  /**
   * A snapshot that was made here.
   *
   * @param folder in the store; its name is the key
   * @param archive folder of the class archive that its process has mapped
   */
  public record Kept(Path folder, Optional<Path> archive) {
    static Kept of(Snapshot snapshot, RuntimeProgram program) {
      return new Kept(
          snapshot.folder(),
          program instanceof RuntimeProgram.Java java
              ? java.archive().map(RuntimeProgram.ClassArchive::folder)
              : Optional.empty());
    }
  }

  /**
   * @param kept gets each snapshot that is made here from now on; quick
   */
  public void follow(Consumer<Kept> kept) {
    follower = kept;
  }

  /**
   * Returns the spec of the version's environments: it restores a snapshot where that is possible,
   * else starts from an archive of the function's classes, else is the spec as it is.
   *
   * @param spec of a published version
   * @param events gets the timeline of its init phase
   * @param stages is told what is done, from when it is known that something must be
   * @throws UserMistake when the function itself fails before the snapshot
   */
  public EnvironmentSpec published(
      EnvironmentSpec spec,
      String logStream,
      Consumer<PlatformEvent.Stamped> events,
      Consumer<String> stages)
      throws InterruptedException {
    return restored(
        spec,
        new byte[0],
        stages,
        (taking, staged, causes) -> taking.take(spec, staged, logStream, causes.andThen(events)),
        obstacle -> {
          stages.accept("class archive");
          return withoutSnapshot(spec, obstacle, logStream, events);
        });
  }

  /**
   * Does what {@link #published(EnvironmentSpec, String, Consumer, Consumer)} does, and tells
   * nobody.
   */
  public EnvironmentSpec published(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    return published(spec, logStream, events, _ -> {});
  }

  /**
   * Returns the spec of environments that are hot from the start, for any version: they are
   * restored after an invocation. That is not as on Lambda: for tests that want an environment of
   * their own soon.
   *
   * @param event of that invocation, which must succeed
   * @param events gets the timeline of its init phase and of that invocation
   * @param stages is told what is done, from when it is known that something must be
   * @throws UserMistake when the function fails before the snapshot
   */
  public EnvironmentSpec warm(
      EnvironmentSpec spec,
      byte[] event,
      String logStream,
      Consumer<PlatformEvent.Stamped> events,
      Consumer<String> stages)
      throws InterruptedException {
    return restored(
        spec,
        event,
        stages,
        (taking, staged, causes) ->
            taking.takeWarm(spec, event, staged, logStream, causes.andThen(events)),
        obstacle -> without(spec, obstacle));
  }

  private interface Take {
    SnapshotResult take(SnapshotTaking taking, Path staged, Consumer<PlatformEvent.Stamped> events)
        throws InterruptedException;
  }

  /** The platform's own failure is no reason for the function not to run. */
  private interface Otherwise {
    EnvironmentSpec start(String obstacle) throws InterruptedException;
  }

  private EnvironmentSpec restored(
      EnvironmentSpec spec, byte[] event, Consumer<String> stages, Take take, Otherwise otherwise)
      throws InterruptedException {
    Optional<String> obstacle = obstacle(spec);
    if (obstacle.isPresent()) {
      return otherwise.start(obstacle.get());
    }
    try {
      String key = SnapshotKey.of(spec, criu.orElseThrow(), event);
      Optional<Snapshot> known = find(key);
      if (known.isEmpty()) {
        known = takenOver(spec, key, stages);
      }
      Snapshot snapshot = known.isPresent() ? known.get() : made(spec, key, stages, take);
      snapshot
          .uniqueness()
          .lines()
          .forEach(line -> notes.accept(SnapshotProof.name(spec) + ": " + line));
      return spec.restoredFrom(snapshot);
    } catch (Impossible e) {
      return otherwise.start(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return otherwise.start("it could not be kept: " + e);
    }
  }

  private EnvironmentSpec without(EnvironmentSpec spec, String reason) {
    notes.accept(
        "%s:%s starts %s, not from a snapshot: %s"
            .formatted(spec.function().name(), spec.version(), spec.start().words(), reason));
    return spec;
  }

  /** The platform cannot take a snapshot now. */
  private static final class Impossible extends IOException {
    Impossible(String message) {
      super(message);
    }
  }

  /** Returns whether this host can take any. */
  public boolean arePossible() {
    return obstacleOfHost().isEmpty();
  }

  private Optional<String> obstacleOfHost() {
    if (criu.isEmpty()) {
      return Optional.of("CRIU is missing or does not work here (thaw doctor says why)");
    }
    return instance.host().canIsolate()
        ? Optional.empty()
        : Optional.of(
            instance.host().isRootUser()
                ? "this host permits no network and pid namespaces"
                : "not as root (without root privileges: unshare --user --map-root-user thaw ...)");
  }

  /**
   * Returns why no snapshot can be taken of the environment here, in one line; empty when one can.
   */
  public Optional<String> obstacle(EnvironmentSpec spec) {
    Optional<String> ofHost = obstacleOfHost();
    if (ofHost.isPresent()) {
      return ofHost;
    }
    if (spec.program() instanceof RuntimeProgram.Bootstrap) {
      return Optional.of("only Java functions and container images are snapshot");
    }
    if (spec.program() instanceof RuntimeProgram.Image image && !image.isWhole()) {
      return Optional.of("functions on a customer-managed runtime are not snapshot");
    }
    if (spec.program() instanceof RuntimeProgram.Image && criu.get().binds().isEmpty()) {
      return Optional.of(
          "the CRIU of this system does not run in a container image: thaw setup gets one that"
              + " does");
    }
    return spec.layers().isPresent() && Extensions.areIn(spec.layers().get().root())
        ? Optional.of("it has external extensions")
        : Optional.empty();
  }

  private EnvironmentSpec withoutSnapshot(
      EnvironmentSpec spec,
      String obstacle,
      String logStream,
      Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    String version = spec.function().name() + ":" + spec.version();
    return switch (archives.archived(spec, logStream, events)) {
      case FunctionArchives.Result.Archived(EnvironmentSpec archived) -> {
        notes.accept(
            "%s starts %s, not from a snapshot: %s"
                .formatted(version, archived.start().words(), obstacle));
        yield archived;
      }
      case FunctionArchives.Result.Unavailable(String why) -> {
        notes.accept(
            "%s starts %s, not from a snapshot: %s; nor from an archive of its classes: %s"
                .formatted(version, spec.start().words(), obstacle, why));
        yield spec;
      }
      case FunctionArchives.Result.Failed(String type, String message) ->
          throw new UserMistake(
              "%s could not be initialised for its archive: %s: %s"
                  .formatted(version, type, message),
              "see the function's log of its init phase");
    };
  }

  private Optional<Snapshot> find(String key) throws IOException {
    Optional<Path> folder = store.find(key);
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    SnapshotFacts facts = SnapshotFacts.read(folder.get());
    if (!facts.fitsClock()) {
      store.discard(key);
      return Optional.empty();
    }
    return Optional.of(facts.snapshot(criu.orElseThrow(), folder.get()));
  }

  /**
   * Returns a snapshot that others have made for this key. If anything is wrong with it, the
   * snapshot is made here.
   */
  private Optional<Snapshot> takenOver(EnvironmentSpec spec, String key, Consumer<String> stages)
      throws IOException, InterruptedException {
    Optional<Path> staged = store.takeOver(key);
    if (staged.isEmpty()) {
      return Optional.empty();
    }
    try {
      stages.accept("snapshot of another worker");
      Snapshot theirs = tried(spec, staged.get());
      theirs.close();
      Snapshot kept = theirs.in(store.publish(key, staged.get()));
      notes.accept(SnapshotProof.name(spec) + " is restored from the snapshot of another worker");
      return Optional.of(kept);
    } catch (IOException | RuntimeException e) { // nobody knows what it may lack
      notes.accept(
          "%s: the snapshot of another worker is not used: %s"
              .formatted(SnapshotProof.name(spec), e.getMessage()));
      return Optional.empty();
    } finally {
      Trees.delete(staged.get()); // gone when it was published
    }
  }

  /**
   * @throws IOException when no clone of it comes to life here
   */
  private Snapshot tried(EnvironmentSpec spec, Path folder)
      throws IOException, InterruptedException {
    SnapshotFacts facts = SnapshotFacts.read(folder);
    if (!facts.fitsClock()) {
      throw new IOException(
          "it was taken on a machine that had run for longer, and clocks must not go back");
    }
    Snapshot theirs = facts.snapshot(criu.orElseThrow(), folder);
    Optional<String> problem = proof.problem(spec, theirs);
    if (problem.isPresent()) {
      throw new IOException(problem.get());
    }
    return theirs;
  }

  private Snapshot made(EnvironmentSpec spec, String key, Consumer<String> stages, Take take)
      throws IOException, InterruptedException {
    stages.accept("snapshot, init and dump");
    store.prune();
    Path staged = store.stage();
    Causes causes = new Causes();
    AtomicReference<Hang> hungAt = new AtomicReference<>();
    try {
      Snapshot snapshot =
          switch (take.take(
              new SnapshotTaking(instance, criu.orElseThrow()),
              staged,
              causes.andThen(proof.hangs(spec, hungAt)))) {
            case SnapshotResult.Taken(Snapshot taken) -> proof.proved(spec, taken, stages);
            case SnapshotResult.Impossible(String reason) -> throw new Impossible(reason);
            case SnapshotResult.Failed(String type, String message) ->
                throw new UserMistake(
                    "the snapshot of %s:%s could not be taken: %s: %s"
                        .formatted(
                            spec.function().name(),
                            spec.version(),
                            type,
                            causes.text().orElse(message)),
                    Optional.ofNullable(hungAt.get())
                        .flatMap(Hang::remedy)
                        .orElse("see the function's log of its init phase, and thaw doctor"));
          };
      SnapshotFacts.of(snapshot).write(staged);
      snapshot.deleteUnused();
      snapshot.close();
      Snapshot kept = snapshot.in(store.publish(key, staged));
      follower.accept(Kept.of(kept, spec.program()));
      return kept;
    } finally {
      Trees.delete(staged); // gone when it was published
    }
  }
}
