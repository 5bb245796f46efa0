package thaw.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.ProxyStatus;
import thaw.environment.RuntimeInspection;
import thaw.environment.TouchedPages;
import thaw.environment.launch.EnvironmentSpec;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.PageCache;

/** Makes one cold start and measures it from outside the JVM: nothing of ours runs inside. */
public final class ColdStart {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Duration FROZEN_BETWEEN = Duration.ofMillis(25);
  private static final int LOG_LINES_OF_A_FAILURE = 12;

  private final Instance instance;

  /**
   * A sample, and when its first invocation was over.
   *
   * @param nanos of {@link System#nanoTime}
   */
  record Answered(Sample sample, long nanos) {}

  public ColdStart(Instance instance) {
    this.instance = instance;
  }

  /**
   * One in a pod, which ends with it: with where that was, and {@link Metric#POD_ANSWERED}.
   *
   * @param readyMillis {@link Metric#POD_READY}
   */
  public Sample measureInPod(Variant variant, double readyMillis) throws InterruptedException {
    long ready = System.nanoTime();
    Answered answered = answered(variant, 1, Plan.PageCacheState.WARM, 0, false);
    Sample sample = answered.sample();
    Map<Metric, Double> values = new EnumMap<>(sample.values());
    values.put(Metric.POD_READY, readyMillis);
    values.put(Metric.POD_ANSWERED, (answered.nanos() - ready) / NANOS_PER_MILLI);
    var spec = variant.spec();
    return sample
        .withValues(values)
        .withPlace(
            new Sample.Place(
                "",
                HostFacts.read(instance.host()),
                spec.code().codeSha256(),
                spec.program().label(),
                spec.start().words()));
  }

  /**
   * One that is not counted. After it files are in the page cache, and restores of its snapshot
   * bring the pages that its request has written.
   */
  public Sample warmUp(Variant variant) throws InterruptedException {
    return warmUp(variant, Plan.PageCacheState.WARM);
  }

  Sample warmUp(Variant variant, Plan.PageCacheState pageCache) throws InterruptedException {
    return answered(variant, 0, pageCache, 0, true).sample();
  }

  /** One with the page cache as it is. */
  public Sample measure(Variant variant, int number) throws InterruptedException {
    return measure(variant, number, Plan.PageCacheState.WARM, 0);
  }

  /**
   * @param warm further invocations, if the first one succeeds
   */
  Sample measure(Variant given, int number, Plan.PageCacheState pageCache, int warm)
      throws InterruptedException {
    return answered(given, number, pageCache, warm, false).sample();
  }

  private Answered answered(
      Variant given, int number, Plan.PageCacheState pageCache, int warm, boolean teaches)
      throws InterruptedException {
    Variant variant =
        pageCache == Plan.PageCacheState.LAMBDA
            ? given.withSpec(given.spec().onNewMachine())
            : given;
    instance.renew();
    if (pageCache == Plan.PageCacheState.COLD) {
      dropPageCache(variant.spec());
      variant.spec().snapshot().ifPresent(snapshot -> TouchedPages.drop(instance, snapshot));
    }
    if (variant.spec().function().managed().isPresent()) {
      requireOneSize(variant, warm);
      return new ManagedStart(instance).measure(variant, number);
    }
    Instant startedAt = Instant.now();
    Deque<String> log = new ArrayDeque<>();
    try (Environment environment =
        Environment.prepareWithLog(instance, variant.spec(), line -> keepLast(log, line))) {
      InitOutcome init = environment.initialise(); // or the restore in its place
      InvocationResult result = environment.invoke(Invocation.of(variant.event()));
      long answered = System.nanoTime();
      if (teaches) {
        environment.teach();
      }
      boolean restored = variant.spec().snapshot().isPresent();
      Map<Metric, Double> values = values(environment, result, restored);
      if (init instanceof InitOutcome.TimedOut timedOut && !restored) {
        values.put(Metric.INIT, millis(timedOut.lost()));
      }
      Sample cold =
          new Sample(
              variant.name(),
              number,
              startedAt,
              values,
              status(result),
              failure(result, List.copyOf(log)));
      return new Answered(
          cold.failure() == null && warm > 0 ? warmed(cold, variant, environment, warm, log) : cold,
          answered);
    }
  }

  /**
   * Refuses warm invocations on managed instances, where no request has a bill of its own by which
   * memory sizes could be compared.
   */
  private static void requireOneSize(Variant variant, int warm) {
    if (warm > 0) {
      throw new UserMistake(
          variant.spec().function().name()
              + " runs on Lambda Managed Instances, where nobody pays for the time of a request:"
              + " there is no best memory size by cost",
          "use thaw why for its first requests and thaw load for its latency, with another"
              + " MemorySize or ExecutionEnvironmentMemoryGiBPerVCpu");
    }
  }

  /**
   * Invokes it again and again. Between two invocations it is frozen for longer than a period of
   * the CPU limit, so that none finds its share used up by the one before.
   */
  private static Sample warmed(
      Sample cold, Variant variant, Environment environment, int times, Deque<String> log)
      throws InterruptedException {
    List<Double> durations = new ArrayList<>();
    Sample.Failure failure = null;
    while (failure == null && durations.size() < times) {
      Thread.sleep(FROZEN_BETWEEN);
      InvocationResult result = environment.invoke(Invocation.of(variant.event()));
      durations.add(millis(result.duration()));
      failure = failure(result, List.copyOf(log));
    }
    return cold.withFailure(failure).withWarmMillis(durations);
  }

  static void keepLast(Deque<String> log, String line) {
    log.addLast(line);
    if (log.size() > LOG_LINES_OF_A_FAILURE) {
      log.removeFirst();
    }
  }

  private Map<Metric, Double> values(
      Environment environment, InvocationResult result, boolean restored) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    result.init().ifPresent(init -> values.put(Metric.INIT, millis(init)));
    result.restore().ifPresent(restore -> values.put(Metric.RESTORE, millis(restore)));
    result.startToResponse().ifPresent(total -> values.put(Metric.TOTAL, millis(total)));
    values.put(Metric.HANDLER, millis(result.duration()));
    if (instance.host().limitsCpu()) {
      // Without the CPU limit a bill would be a number that Lambda never charges.
      values.put(Metric.BILLED, millis(result.billed()));
    }
    values.put(Metric.MAX_MEMORY, (double) result.maxMemoryMiB());
    if (result.outcome() instanceof InvocationOutcome.Success) {
      putCounters(values, environment.inspection(), restored);
    }
    return values;
  }

  /** Puts the counters of a process that was started, unless its request failed. */
  static void putCounters(
      Map<Metric, Double> values, RuntimeInspection inspection, InvocationResult result) {
    if (result.outcome() instanceof InvocationOutcome.Success) {
      putCounters(values, inspection, false);
    }
  }

  private static void putCounters(
      Map<Metric, Double> values, RuntimeInspection inspection, boolean restored) {
    SandboxUsage usage = inspection.usage();
    values.put(Metric.CPU, usage.cpuNanos() / NANOS_PER_MILLI);
    usage
        .throttledNanos()
        .ifPresent(nanos -> values.put(Metric.THROTTLED, nanos / NANOS_PER_MILLI));
    if (!restored) { // else most of it was done by CRIU, and is gone with it
      values.put(Metric.MINOR_FAULTS, (double) usage.minorFaults());
      values.put(Metric.MAJOR_FAULTS, (double) usage.majorFaults());
      values.put(Metric.BYTES_READ, (double) usage.bytesRead());
      values.put(Metric.STORAGE_BYTES_READ, (double) usage.storageBytesRead());
    }
    inspection
        .loadedClasses()
        .ifPresent(classes -> values.put(Metric.LOADED_CLASSES, (double) classes));
  }

  static @Nullable Integer status(InvocationResult result) {
    OptionalInt status =
        result.outcome() instanceof InvocationOutcome.Success
            ? ProxyStatus.of(result.outcome().payload())
            : OptionalInt.empty();
    return status.isPresent() ? status.getAsInt() : null;
  }

  static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  static Sample.@Nullable Failure failure(InvocationResult result, List<String> log) {
    return switch (result.outcome()) {
      case InvocationOutcome.Success _ -> null;
      case InvocationOutcome.Failure failure ->
          new Sample.Failure(failure.type(), failure.message(), log);
    };
  }

  private static void dropPageCache(EnvironmentSpec spec) {
    List<Path> roots = new ArrayList<>();
    roots.add(spec.code().root());
    roots.addAll(spec.program().folders());
    spec.snapshot().ifPresent(snapshot -> roots.add(snapshot.folder()));
    spec.layers().ifPresent(layers -> roots.add(layers.root()));
    try {
      PageCache.drop(roots);
    } catch (IOException e) {
      throw new UncheckedIOException("could not drop the page cache: " + e, e);
    }
  }
}
