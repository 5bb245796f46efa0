package thaw.recording;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.Reading;
import thaw.environment.RuntimeInspection;
import thaw.environment.SharedEnvironment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformLog;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;

/**
 * Starts an environment that takes many requests at a time, sends its first requests and puts them
 * on record. As {@link Recorder}'s, a baseline run has nothing of ours in the function's processes,
 * and a profiled one has the probe and the JVM's own logs.
 */
public final class WarmUpRecorder {
  /**
   * The ends of stretches, as shares of all requests; the first request is a stretch of its own.
   */
  private static final double[] BORDERS = {0.1, 0.4, 0.7, 1};

  /** The probe looks for waits of the main thread, which serves no request here. */
  private static final Duration LOOK = Duration.ofMillis(1);

  private static final long MOST_BYTES = 512L << 20;

  private final Instance instance;
  private final EnvironmentSpec spec;
  private final byte[] event;
  private final Plan plan;
  private final Consumer<String> log;
  private final ProbeReading reading;

  /**
   * Tells how many requests there are to be.
   *
   * @param senders each sends its next request when it has a response
   * @param requests of each sender
   */
  public record Plan(int senders, int requests) {
    /** The numbers of the last requests of its stretches. */
    List<Integer> ends() {
      return IntStream.concat(
              IntStream.of(1),
              Arrays.stream(BORDERS).mapToInt(share -> (int) Math.ceil(share * requests)))
          .distinct()
          .filter(end -> end <= requests)
          .sorted()
          .boxed()
          .toList();
    }
  }

  /**
   * @param event of every request
   * @param log gets what the function prints
   */
  public WarmUpRecorder(
      Instance instance, EnvironmentSpec spec, byte[] event, Plan plan, Consumer<String> log) {
    this.instance = instance;
    this.spec = spec.withInitialization(Initialization.MANAGED_INSTANCES);
    this.event = event.clone();
    this.plan = plan;
    this.log = log;
    this.reading = new ProbeReading(instance, this.spec, log);
  }

  /** An environment that nothing of ours disturbs. */
  public WarmUpRun baseline() throws InterruptedException {
    return record(spec, null);
  }

  /**
   * One with the probe, and with the JVM's log of its compilations.
   *
   * @param interval CPU time between two samples of a thread
   */
  public WarmUpRun profiled(Probe probe, Duration interval) throws InterruptedException {
    boolean namespaces = instance.host().hasMountNamespaces();
    List<String> options =
        new ArrayList<>(
            probe.options(namespaces, new Probe.Orders(interval, LOOK, Optional.empty())));
    options.addAll(MachineCodeLog.options("/tmp/" + probe.compilations()));
    return record(spec.observed(options, probe.files()), probe);
  }

  private WarmUpRun record(EnvironmentSpec run, @Nullable Probe probe) throws InterruptedException {
    instance.renew();
    try (SharedEnvironment environment =
        SharedEnvironment.prepare(
            instance,
            run,
            Environment.newLogStream(run),
            printed -> printed.text().map(PlatformLog::lines).ifPresent(log))) {
      Reading parked = environment.inspection().reading();
      if (!(environment.initialise(() -> {}) instanceof InitOutcome.Ready)) {
        throw new UserMistake(
            "the init phase of " + name() + " failed: no request reaches it",
            "see its log: thaw invoke shows it");
      }
      RuntimeInspection inspection = environment.inspection();
      Window init =
          new Window(
              Window.Kind.INIT,
              inspection.startedNanos(),
              inspection.readyNanos(),
              parked,
              inspection.reading());
      Queue<WarmUpRun.Request> requests = new ConcurrentLinkedQueue<>();
      List<WarmUpRun.Stretch> stretches = stretches(environment, requests);
      Optional<ProfiledRun> seen = probe == null ? Optional.empty() : reading.of(inspection, probe);
      return new WarmUpRun(
          new Recording(inspection.startedNanos(), List.of(init), seen, Optional.empty()),
          stretches,
          requests.stream().sorted(Comparator.comparingLong(WarmUpRun.Request::endNanos)).toList(),
          probe == null ? new MachineCodeLog(List.of()) : compiled(inspection, probe));
    }
  }

  private List<WarmUpRun.Stretch> stretches(
      SharedEnvironment environment, Queue<WarmUpRun.Request> requests)
      throws InterruptedException {
    List<WarmUpRun.Stretch> stretches = new ArrayList<>();
    int first = 1;
    for (int last : plan.ends()) {
      Reading before = environment.inspection().reading();
      send(environment, first, last, requests);
      stretches.add(new WarmUpRun.Stretch(first, last, before, environment.inspection().reading()));
      first = last + 1;
    }
    return stretches;
  }

  /** All senders at once, each its requests one after the other. */
  private void send(
      SharedEnvironment environment, int first, int last, Queue<WarmUpRun.Request> requests)
      throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < plan.senders(); i++) {
      int sender = i;
      senders.add(
          Thread.ofPlatform()
              .name("warm-up-" + i)
              .start(() -> {
                try {
                  for (int number = first; number <= last && failure.get() == null; number++) {
                    requests.add(request(environment, sender, number));
                  }
                } catch (InterruptedException | RuntimeException | Error e) {
                  failure.compareAndSet(null, e);
                }
              }));
    }
    try {
      for (Thread sender : senders) {
        sender.join();
      }
    } catch (InterruptedException e) {
      senders.forEach(Thread::interrupt);
      throw e;
    }
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException("a sender was interrupted", e);
    }
  }

  private WarmUpRun.Request request(SharedEnvironment environment, int sender, int number)
      throws InterruptedException {
    AtomicReference<@Nullable InvocationOutcome> outcome = new AtomicReference<>();
    long begin = System.nanoTime();
    Optional<InvocationResult> result = environment.respond(Invocation.of(event), outcome::set);
    long end = System.nanoTime();
    if (result.isEmpty()) {
      throw new UserMistake(
          name() + " has ended, or none of its threads is free",
          "see its log: thaw invoke shows it");
    }
    return new WarmUpRun.Request(
        sender, number, begin, end, !(outcome.get() instanceof InvocationOutcome.Success));
  }

  private String name() {
    String arn = spec.functionArn();
    return arn.substring(arn.lastIndexOf(':') + 1);
  }

  private MachineCodeLog compiled(RuntimeInspection inspection, Probe probe) {
    try (UntrustedFile file = inspection.temporary().open(probe.compilations(), MOST_BYTES)) {
      return MachineCodeLog.parse(file.read(), inspection.startedNanos());
    } catch (IOException e) {
      log.accept("thaw: the JVM has written no log of its compilations: " + e.getMessage());
      return new MachineCodeLog(List.of());
    }
  }
}
