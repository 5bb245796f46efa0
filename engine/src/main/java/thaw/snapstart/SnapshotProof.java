package thaw.snapstart;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import thaw.environment.Environment;
import thaw.environment.TouchedPages;
import thaw.environment.launch.ConnectionsJson;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.environment.launch.UniquenessJson;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.RestoreFault;
import thaw.runtimeapi.log.Causes;
import thaw.runtimeapi.log.Hang;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;

/**
 * Whether clones of a snapshot come to life here.
 *
 * @param notes for people
 */
record SnapshotProof(Instance instance, Consumer<String> notes) {
  private static final int PROBES = 2;

  static String name(EnvironmentSpec spec) {
    return spec.function().name() + ":" + spec.version();
  }

  /**
   * Returns why a clone of a snapshot that was made elsewhere does not come to life here, in one
   * line; empty when it does.
   */
  Optional<String> problem(EnvironmentSpec spec, Snapshot made)
      throws IOException, InterruptedException {
    return clone(spec, made, _ -> {}).map(Problem::text);
  }

  /** Clones must come to life; when they do not with mapped memory, they may with copied. */
  Snapshot proved(EnvironmentSpec spec, Snapshot taken, Consumer<String> stages)
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
        RestoreFault.told(name(spec), problem.get().text()), problem.get().remedy());
  }

  /**
   * The reason why a clone does not come to life.
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
  Consumer<PlatformEvent.Stamped> hangs(EnvironmentSpec spec, AtomicReference<Hang> last) {
    return stamped -> {
      if (stamped.event() instanceof PlatformEvent.HungAt(Hang hang, boolean timeIsUp)) {
        last.set(hang);
        notes.accept(name(spec) + ": " + hang.words(timeIsUp));
      }
    };
  }

  private static Problem timedOut(Duration after, Optional<Hang> hang) {
    Optional<String> hook = hang.flatMap(Hang::hook);
    return new Problem(
        "Runtime.RestoreTimeout",
        RestoreFault.late(hook.orElse("restore and hooks"), after)
            + hang.map(Hang::silence)
                .filter(why -> !why.isEmpty())
                .map(why -> ": " + why)
                .orElse(""),
        hook.isPresent(),
        hang.flatMap(Hang::remedy));
  }

  private interface Look {
    void at(Environment clone) throws InterruptedException;
  }

  private Optional<Problem> problem(EnvironmentSpec spec, Snapshot taken, Consumer<String> stages)
      throws IOException, InterruptedException {
    CloneComparison comparison = new CloneComparison(spec, taken.folder());
    for (int i = 0; i < PROBES; i++) {
      stages.accept("snapshot, clone " + (i + 1) + " of " + PROBES);
      Optional<Problem> problem = clone(spec, taken, comparison::look);
      if (problem.isPresent()) {
        return problem;
      }
    }
    UniquenessJson.write(taken.folder(), comparison.report());
    ConnectionsJson.write(taken.folder(), comparison.heldConnections());
    return Optional.empty();
  }

  private Optional<Problem> clone(EnvironmentSpec spec, Snapshot taken, Look look)
      throws IOException, InterruptedException {
    boolean lives = false;
    try {
      Optional<Problem> problem = started(spec, taken, look);
      lives = problem.isEmpty();
      return problem;
    } finally {
      if (!lives) {
        TouchedPages.drop(instance, taken); // nobody will
      }
    }
  }

  private Optional<Problem> started(EnvironmentSpec spec, Snapshot taken, Look look)
      throws InterruptedException {
    Causes causes = new Causes();
    AtomicReference<Hang> hungAt = new AtomicReference<>();
    try (Environment clone =
        Environment.prepare(
            instance,
            spec.restoredFrom(taken),
            Environment.newLogStream(spec),
            causes.andThen(hangs(spec, hungAt)))) {
      return switch (clone.initialise()) {
        case InitOutcome.Ready _ -> {
          look.at(clone);
          yield Optional.empty();
        }
        case InitOutcome.Failed failed -> {
          String why = causes.text().orElse(failed.message());
          yield Optional.of(
              new Problem(
                  failed.type(),
                  failed.type() + ": " + why,
                  failed.type().equals(RestoreFault.HOOK_FAILED),
                  Optional.empty()));
        }
        case InitOutcome.TimedOut(var after) ->
            Optional.of(timedOut(after, Optional.ofNullable(hungAt.get())));
      };
    }
  }
}
