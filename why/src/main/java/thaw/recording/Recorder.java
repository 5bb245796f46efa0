package thaw.recording;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.Reading;
import thaw.environment.RuntimeInspection;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.Instance;

/**
 * Makes one cold start and puts it on record. A baseline run has nothing of ours in the function's
 * processes: counters are read from outside when the runtime waits for an event. A profiled run has
 * the probe.
 */
public final class Recorder {
  private static final Duration CLONE_PATIENCE = Duration.ofSeconds(1);

  private final Instance instance;
  private final EnvironmentSpec spec;
  private final byte[] event;
  private final int later;
  private final Consumer<String> log;
  private final ProbeReading reading;

  /**
   * @param event of every invocation
   * @param later how many invocations follow the first one in the same environment
   * @param log gets what the function prints
   */
  public Recorder(
      Instance instance, EnvironmentSpec spec, byte[] event, int later, Consumer<String> log) {
    this.instance = instance;
    this.spec = spec;
    this.event = event.clone();
    this.later = later;
    this.log = log;
    this.reading = new ProbeReading(instance, spec, log);
  }

  /** A cold start that nothing of ours disturbs. */
  public Recording baseline() throws InterruptedException {
    return record(spec, null);
  }

  /**
   * A cold start with the probe in the JVM; in a restored one from the end of the restore on.
   *
   * @param interval CPU time between two samples of a thread
   * @param look wall time between two looks at a main thread that may be blocked
   * @param className whose loading is asked for
   */
  public Recording profiled(
      Probe probe, Duration interval, Duration look, Optional<String> className)
      throws InterruptedException {
    Probe.Orders orders = new Probe.Orders(interval, look, className);
    List<String> options =
        spec.snapshot().isPresent() ? List.of() : probe.options(namespaces(), orders);
    return record(spec.observed(options, probe.files()), new Profiling(probe, orders));
  }

  private record Profiling(Probe probe, Probe.Orders orders) {}

  private boolean namespaces() {
    return instance.host().hasMountNamespaces();
  }

  private Recording record(EnvironmentSpec run, @Nullable Profiling profiling)
      throws InterruptedException {
    Optional<Recording> recording = attempt(run, profiling);
    // Explained with the time that it needs; the findings say that Lambda does not give it.
    return recording.isPresent()
        ? recording.get()
        : attempt(run.withInitialization(Initialization.PROVISIONED_CONCURRENCY), profiling)
            .orElseThrow(() -> new IllegalStateException("init timed out where it has no limit"));
  }

  /** Records one cold start; empty when init took longer than a request on demand waits for it. */
  private Optional<Recording> attempt(EnvironmentSpec run, @Nullable Profiling profiling)
      throws InterruptedException {
    instance.renew();
    try (Environment environment = Environment.prepareWithLog(instance, run, log)) {
      List<Window> windows = new ArrayList<>();
      Reading parked = environment.inspection().reading();
      InitOutcome init = environment.initialise();
      if (init instanceof InitOutcome.TimedOut
          && run.initialization() == Initialization.ON_DEMAND) {
        return Optional.empty();
      }
      RuntimeInspection inspection = environment.inspection();
      long started = inspection.startedNanos();
      long restored = inspection.restoredNanos();
      if (init instanceof InitOutcome.Ready) {
        boolean restore = run.snapshot().isPresent();
        windows.add(
            new Window(
                restore ? Window.Kind.RESTORE : Window.Kind.INIT,
                started,
                inspection.readyNanos(),
                parked,
                restore ? readingOfClone(inspection) : inspection.reading()));
        if (restore && profiling != null) {
          attach(environment, profiling);
        }
      }
      String failure = invoke(environment, windows);
      return Optional.of(
          new Recording(
              started,
              restored,
              windows,
              profiling == null
                  ? Optional.empty()
                  : reading.of(environment.inspection(), profiling.probe()),
              Optional.ofNullable(failure)));
    }
  }

  /** A clone may be ready before it is known which process it is. */
  private static Reading readingOfClone(RuntimeInspection inspection) throws InterruptedException {
    long deadline = System.nanoTime() + CLONE_PATIENCE.toNanos();
    Reading reading = inspection.reading();
    while (reading.threads().isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(1);
      reading = inspection.reading();
    }
    return reading;
  }

  private void attach(Environment environment, Profiling profiling) throws InterruptedException {
    Probe probe = profiling.probe();
    try {
      environment
          .inspection()
          .observe(
              probe.path(namespaces()),
              probe.agentOptions(profiling.orders()),
              probe.classesInBox());
    } catch (IOException e) {
      log.accept("thaw: the probe could not be attached: " + e.getMessage());
    }
  }

  /** All invocations; the first failure ends them. */
  private @Nullable String invoke(Environment environment, List<Window> windows)
      throws InterruptedException {
    for (int i = 0; i <= later; i++) {
      Reading before = environment.inspection().reading();
      long begin = System.nanoTime();
      if (!environment.respond(Invocation.of(event), _ -> {})) {
        return "a process of the function ended between two invocations";
      }
      InvocationResult result = environment.conclude(); // not frozen: that is no part of the work
      if (result.outcome() instanceof InvocationOutcome.Failure failure) {
        return failure.type() + ": " + failure.message();
      }
      windows.add(
          new Window(
              i == 0 ? Window.Kind.FIRST_INVOCATION : Window.Kind.LATER_INVOCATION,
              begin,
              begin + result.duration().toNanos(),
              before,
              environment.inspection().reading()));
    }
    return null;
  }
}
