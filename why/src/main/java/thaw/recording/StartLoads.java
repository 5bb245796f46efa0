package thaw.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.RuntimeInspection;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;

/**
 * The classes that one cold start loads, with nothing of ours in the JVM but its own log.
 *
 * @param init those of JVM, runtime client and function until it waited for an event
 * @param invocation those from then on until the first response
 * @param initialised names of classes whose static initialisers ran from then on, or would have,
 *     had they any
 */
public record StartLoads(
    List<ClassLoad> init, List<ClassLoad> invocation, Set<String> initialised) {
  private static final long MOST_BYTES = 256L << 20;
  private static final int TAG_BYTES = 4;

  public StartLoads {
    init = List.copyOf(init);
    invocation = List.copyOf(invocation);
    initialised = Set.copyOf(initialised);
  }

  /** Makes the loads of a start for which nobody has looked which classes are initialised. */
  public StartLoads(List<ClassLoad> init, List<ClassLoad> invocation) {
    this(init, invocation, Set.of());
  }

  /** Those of the whole start. */
  public Stream<ClassLoad> all() {
    return Stream.concat(init.stream(), invocation.stream());
  }

  /**
   * Starts the function and lets it serve the event.
   *
   * @param spec of a start from no snapshot
   * @throws UserMistake when it cannot serve it
   */
  public static StartLoads of(Instance instance, EnvironmentSpec spec, byte[] event)
      throws InterruptedException {
    Optional<StartLoads> loads = attempt(instance, spec, event);
    return loads.isPresent()
        ? loads.get()
        : attempt(instance, spec.withInitialization(Initialization.PROVISIONED_CONCURRENCY), event)
            .orElseThrow(() -> new IllegalStateException("init timed out where it has no limit"));
  }

  /**
   * Returns the loads of one start; empty when init took longer than a request on demand waits for
   * it.
   */
  private static Optional<StartLoads> attempt(Instance instance, EnvironmentSpec spec, byte[] event)
      throws InterruptedException {
    byte[] random = new byte[TAG_BYTES];
    ThreadLocalRandom.current().nextBytes(random);
    String name = "thaw-loads-" + HexFormat.of().formatHex(random) + ".log";
    EnvironmentSpec logged =
        spec.observed(
            List.of(
                "-Xlog:class+load=info,class+init=info:file=/tmp/"
                    + name
                    + ":timenanos,tid:filecount=0"),
            List.of());
    List<String> log = new ArrayList<>();
    instance.renew();
    try (Environment environment = Environment.prepareWithLog(instance, logged, log::add)) {
      InitOutcome init = environment.initialise();
      if (init instanceof InitOutcome.TimedOut
          && spec.initialization() == Initialization.ON_DEMAND) {
        return Optional.empty();
      }
      InvocationResult result = environment.invoke(Invocation.of(event));
      if (result.outcome() instanceof InvocationOutcome.Failure failure) {
        throw new UserMistake(
            "the function failed: " + failure.type() + ": " + failure.message(),
            "give an event that it can serve");
      }
      RuntimeInspection inspection = environment.inspection();
      long ready = inspection.readyNanos() + inspection.clockAheadNanos();
      try (UntrustedFile file = inspection.temporary().open(name, MOST_BYTES)) {
        byte[] written = file.read();
        List<ClassLoad> loads = ClassLoadLog.of(written);
        return Optional.of(
            new StartLoads(
                loads.stream().filter(load -> load.nanos() < ready).toList(),
                loads.stream().filter(load -> load.nanos() >= ready).toList(),
                ClassLoadLog.initialised(written, ready)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the log of class loads: " + e, e);
    }
  }
}
