package thaw.snapstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import thaw.environment.Environment;
import thaw.environment.SnapshotResult;
import thaw.environment.extensions.Extensions;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.Snapshot;
import thaw.environment.launch.UniquenessJson;
import thaw.environment.log.Causes;
import thaw.environment.log.HungThread;
import thaw.environment.log.PlatformEvent;
import thaw.environment.log.PlatformLog;
import thaw.environment.runtimeapi.InitOutcome;
import thaw.files.Trees;
import thaw.problem.UserMistake;
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
  private static final String FACTS = "facts";
  private static final String MAPPED = "mapped";
  private static final String INVOKED = "invoked";
  private static final int PROBES = 2;
  private static final String HOOK_FAILED = "Runtime.AfterRestoreError";

  private final Instance instance;
  private final Optional<CriuCommand> criu;
  private final SnapshotStore store;
  private final FunctionArchives archives;
  private final Consumer<String> notes;

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
  }

  /**
   * What the version's environments are made of: restored ones where that is possible, else such as
   * start from an archive of the function's classes, else the spec as it is.
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

  /** As {@link #published(EnvironmentSpec, String, Consumer, Consumer)}, told to nobody. */
  public EnvironmentSpec published(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    return published(spec, logStream, events, _ -> {});
  }

  /**
   * What the environments of any version are made of when they shall be hot from the start:
   * restored after an invocation. Not as on Lambda: for tests that want an environment of their own
   * soon.
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
      Snapshot snapshot = known.isPresent() ? known.get() : made(spec, key, stages, take);
      snapshot.uniqueness().lines().forEach(line -> notes.accept(name(spec) + ": " + line));
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

  private static String name(EnvironmentSpec spec) {
    return spec.function().name() + ":" + spec.version();
  }

  /** Why no snapshot can be taken of it here, in one line. */
  public Optional<String> obstacle(EnvironmentSpec spec) {
    if (criu.isEmpty()) {
      return Optional.of("CRIU is missing or does not work here (thaw doctor says why)");
    }
    if (!instance.host().canMakeCells()) {
      return Optional.of(
          instance.host().isRootUser()
              ? "this host permits no network and pid namespaces"
              : "not as root (without root privileges: unshare --user --map-root-user ./thaw ...)");
    }
    if (spec.program() instanceof RuntimeProgram.Bootstrap) {
      return Optional.of("only Java functions and container images are snapshot");
    }
    if (spec.program() instanceof RuntimeProgram.Image image && !image.isWhole()) {
      return Optional.of("functions on a customer-managed runtime are not snapshot");
    }
    if (spec.program() instanceof RuntimeProgram.Image && criu.get().binds().isEmpty()) {
      return Optional.of(
          "the CRIU of this system does not run in a container image: ./thaw setup gets one that"
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
    List<String> facts = Files.readAllLines(folder.get().resolve(FACTS), StandardCharsets.UTF_8);
    return Optional.of(
        new Snapshot(
            criu.orElseThrow(),
            folder.get(),
            facts.getFirst(),
            facts.get(1).equals(MAPPED),
            facts.get(2).equals(INVOKED)));
  }

  private Snapshot made(EnvironmentSpec spec, String key, Consumer<String> stages, Take take)
      throws IOException, InterruptedException {
    stages.accept("snapshot, init and dump");
    store.prune();
    Path staged = store.stage();
    Causes causes = new Causes();
    AtomicReference<HungThread> hungAt = new AtomicReference<>();
    try {
      Snapshot snapshot =
          switch (take.take(
              new SnapshotTaking(instance, criu.orElseThrow()),
              staged,
              causes.andThen(hangs(spec, hungAt)))) {
            case SnapshotResult.Taken(Snapshot taken) -> proved(spec, taken, stages);
            case SnapshotResult.Impossible(String reason) -> throw new Impossible(reason);
            case SnapshotResult.Failed(String type, String message) ->
                throw new UserMistake(
                    "the snapshot of %s:%s could not be taken: %s: %s"
                        .formatted(
                            spec.function().name(),
                            spec.version(),
                            type,
                            causes.text().orElse(message)),
                    "see the function's log of its init phase, and thaw doctor");
          };
      Files.write(
          staged.resolve(FACTS),
          List.of(
              snapshot.pipe(),
              snapshot.mapped() ? MAPPED : "copied",
              snapshot.invoked() ? INVOKED : "initialised"));
      snapshot.deleteUnused();
      snapshot.close();
      return snapshot.in(store.publish(key, staged));
    } finally {
      Trees.delete(staged); // gone when it was published
    }
  }

  /** Clones must come to life; when they do not with mapped memory, they may with copied. */
  private Snapshot proved(EnvironmentSpec spec, Snapshot taken, Consumer<String> stages)
      throws IOException, InterruptedException {
    Optional<Problem> problem = problem(spec, taken, stages);
    if (problem.isEmpty()) {
      if (!taken.mapped()) {
        notes.accept(name(spec) + " is restored by copying its memory, which cannot be mapped");
      }
      return taken;
    }
    if (taken.mapped() && !problem.get().ofHook()) {
      Optional<Problem> copied = problem(spec, taken.copied(), stages);
      if (copied.isEmpty()) {
        notes.accept(
            "%s is restored by copying its memory, for a clone with mapped memory failed: %s"
                .formatted(name(spec), problem.get().text()));
        return taken.copied();
      }
    }
    throw new UserMistake(
        "the snapshot of %s cannot be restored: %s".formatted(name(spec), problem.get().text()),
        problem.get().remedy());
  }

  /**
   * Why a clone does not come to life.
   *
   * @param ofHook whether the function's own hook is the cause, however it is restored
   * @param known what mends it, where that is known
   */
  private record Problem(String type, String text, boolean ofHook, Optional<String> known) {
    String remedy() {
      return known.orElse(
          ofHook
              ? "mend its afterRestore hook; the function's log has the stack trace"
              : "see the function's log, and thaw doctor");
    }
  }

  /** Tells at once where a hook or a restore hangs. */
  private Consumer<PlatformEvent.Stamped> hangs(
      EnvironmentSpec spec, AtomicReference<HungThread> last) {
    return stamped -> {
      if (stamped.event() instanceof PlatformEvent.HungAt(HungThread thread, boolean timeIsUp)) {
        last.set(thread);
        notes.accept(name(spec) + ": " + thread.words(PlatformLog.when(timeIsUp)));
      }
    };
  }

  private static Problem timedOut(Duration after, Optional<HungThread> main) {
    Optional<String> hook = main.flatMap(HungThread::hook);
    return new Problem(
        "Runtime.RestoreTimeout",
        hook.map(where -> where + " did not end").orElse("restore and hooks did not end")
            + " within "
            + after.toSeconds()
            + " s"
            + main.map(thread -> ": it " + thread.waitsFor()).orElse(""),
        hook.isPresent(),
        main.flatMap(HungThread::remedy));
  }

  private Optional<Problem> problem(EnvironmentSpec spec, Snapshot taken, Consumer<String> stages)
      throws IOException, InterruptedException {
    CloneComparison comparison = new CloneComparison(spec, taken.folder());
    for (int i = 0; i < PROBES; i++) {
      stages.accept("snapshot, clone " + (i + 1) + " of " + PROBES);
      Causes causes = new Causes();
      AtomicReference<HungThread> hungAt = new AtomicReference<>();
      try (Environment clone =
          Environment.prepare(
              instance,
              spec.restoredFrom(taken),
              Environment.newLogStream(spec.version()),
              causes.andThen(hangs(spec, hungAt)))) {
        switch (clone.initialise()) {
          case InitOutcome.Ready _ -> comparison.look(clone);
          case InitOutcome.Failed failed -> {
            String why = causes.text().orElse(failed.message());
            return Optional.of(
                new Problem(
                    failed.type(),
                    failed.type() + ": " + why,
                    failed.type().equals(HOOK_FAILED),
                    Optional.empty()));
          }
          case InitOutcome.TimedOut(var after) -> {
            return Optional.of(timedOut(after, Optional.ofNullable(hungAt.get())));
          }
        }
      }
    }
    UniquenessJson.write(taken.folder(), comparison.report());
    return Optional.empty();
  }
}
