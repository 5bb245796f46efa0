package thaw.live;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import thaw.environment.ResourceUse;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentStatus;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The platform in Prometheus' words: prefix {@code thaw_}, base units, {@code docs/metrics.md}.
 * Events come from one thread at a time; any thread may ask.
 *
 * @see <a href="https://prometheus.io/docs/practices/naming/">Metric and label naming</a>
 */
final class Metrics {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double PERCENT = 100;
  private static final double MIB = 1024 * 1024;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * The bounds of the buckets for durations, in seconds: from a warm hello world to Lambda's
   * longest timeout.
   */
  private static final double[] DURATIONS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900
  };

  /**
   * The bounds of the buckets for starts, in seconds: from a clone of a snapshot to the end of the
   * init phase, and what may take longer.
   */
  private static final double[] STARTS = {
    0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 5, 7.5, 10, 30, 130
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter invocations;
  private final Counter coldStarts;
  private final Counter billed;
  private final Histogram durations;
  private final Histogram inits;
  private final Histogram restores;
  private final Counter ends;
  private final Gauge memory;

  /**
   * @param environments those that live
   * @param functions what the platform says when it is asked
   */
  Metrics(Supplier<List<EnvironmentStatus>> environments, Supplier<List<FunctionFacts>> functions) {
    String[] version = {"function", "version"};
    invocations =
        counter(
            "thaw_invocations_total",
            "Invocations that have ended, by status as REPORT has it.",
            "function",
            "version",
            "status");
    coldStarts =
        counter(
            "thaw_cold_starts_total",
            "Invocations that came upon an environment that had to be started, by how.",
            "function",
            "version",
            "start");
    billed =
        counter(
            "thaw_billed_seconds_total",
            "Billed duration, with init and restore where Lambda bills them.",
            version);
    durations =
        histogram(
            "thaw_invocation_duration_seconds",
            "Duration of invocations, as REPORT has it: without init and restore.",
            DURATIONS);
    inits =
        histogram("thaw_init_duration_seconds", "Duration of init phases that succeeded.", STARTS);
    restores =
        histogram(
            "thaw_restore_duration_seconds",
            "Duration of restores from a snapshot that succeeded.",
            STARTS);
    memory =
        Gauge.builder()
            .name("thaw_memory_max_bytes")
            .help("Max Memory Used of the last invocation, as its REPORT has it.")
            .labelNames(version)
            .register(registry);
    ends = counter("thaw_environments_ended_total", "Environments that have ended.", version);
    registerAsked(environments, functions);
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  private Histogram histogram(String name, String help, double[] bounds) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .labelNames("function", "version")
        .register(registry);
  }

  private void registerAsked(
      Supplier<List<EnvironmentStatus>> environments, Supplier<List<FunctionFacts>> functions) {
    GaugeWithCallback.builder()
        .name("thaw_environments")
        .help("Execution environments by state: initialising, running, idle, frozen.")
        .labelNames("function", "version", "state")
        .callback(callback ->
            count(environments.get())
                .forEach((labels, count) -> callback.call(count, labels.toArray(String[]::new))))
        .register(registry);
    throttles(
        "thaw_throttles_total",
        "Requests that a limit has refused, by the reason that clients see.",
        "reason",
        functions,
        FunctionFacts::throttledByName);
    throttles(
        "thaw_environment_throttles_total",
        "On managed instances: requests refused, by what their environments lacked.",
        "resource",
        functions,
        FunctionFacts::throttledByResource);
    use(
        "thaw_environment_cpu_ratio",
        "On managed instances: which part of their vCPUs the environments use.",
        functions,
        ResourceUse::cpuPercent);
    use(
        "thaw_environment_memory_ratio",
        "On managed instances: which part of their memory the environments use.",
        functions,
        ResourceUse::memoryPercent);
    ofFunction(
        "thaw_queued_events",
        "Events of asynchronous invocations that wait or are being processed.",
        functions,
        FunctionFacts::queuedEvents);
    ofFunction(
        "thaw_memory_size_bytes",
        "Configured memory of the latest version.",
        functions,
        function -> function.memoryMiB() * MIB);
  }

  /**
   * @param label the name of what counts are told apart by
   */
  private void throttles(
      String name,
      String help,
      String label,
      Supplier<List<FunctionFacts>> functions,
      Function<FunctionFacts, Map<String, Long>> counts) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("function", label)
        .callback(callback ->
            functions
                .get()
                .forEach(function ->
                    counts
                        .apply(function)
                        .forEach((value, count) -> callback.call(count, function.name(), value))))
        .register(registry);
  }

  private void ofFunction(
      String name,
      String help,
      Supplier<List<FunctionFacts>> functions,
      ToDoubleFunction<FunctionFacts> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("function")
        .callback(callback ->
            functions
                .get()
                .forEach(function -> callback.call(value.applyAsDouble(function), function.name())))
        .register(registry);
  }

  private void use(
      String name,
      String help,
      Supplier<List<FunctionFacts>> functions,
      ToDoubleFunction<ResourceUse> percent) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("function")
        .callback(callback ->
            functions
                .get()
                .forEach(function ->
                    function
                        .use()
                        .ifPresent(use ->
                            callback.call(percent.applyAsDouble(use) / PERCENT, function.name()))))
        .register(registry);
  }

  private static Map<List<String>, Integer> count(List<EnvironmentStatus> environments) {
    Map<List<String>, Integer> counts = new HashMap<>();
    for (EnvironmentStatus status : environments) {
      for (EnvironmentStatus.State state : EnvironmentStatus.State.values()) {
        counts.merge(
            List.of(status.function(), status.version(), lower(state)),
            state == status.state() ? 1 : 0,
            Integer::sum);
      }
    }
    return counts;
  }

  /** Counts an observation that belongs to no request. */
  void accept(EnvironmentObservation observation) {
    String function = observation.function();
    String version = observation.version();
    switch (observation.event().event()) {
      case PlatformEvent.InitReport report when report.status() == PlatformEvent.Status.SUCCESS ->
          inits.labelValues(function, version).observe(seconds(report.duration()));
      case PlatformEvent.RestoreReport report
          when report.status() == PlatformEvent.Status.SUCCESS ->
          restores.labelValues(function, version).observe(seconds(report.duration()));
      case PlatformEvent.Ended _ -> ends.labelValues(function, version).inc();
      default -> {}
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  /** A request that has ended. */
  void accept(RequestLife request, PlatformEvent.InvocationReport report) {
    String function = request.function();
    String version = request.version();
    invocations.labelValues(function, version, lower(report.status())).inc();
    durations.labelValues(function, version).observe(seconds(report.duration()));
    if (request.start().isCold()) {
      coldStarts.labelValues(function, version, lower(request.start())).inc();
    }
    report
        .billedMillis()
        .ifPresent(millis -> billed.labelValues(function, version).inc(millis / MILLIS_PER_SECOND));
    memory.labelValues(function, version).set(report.maxMemoryMiB() * MIB);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The text format, version 0.0.4. */
  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("could not write metrics to memory: " + e, e);
    }
    return out.toByteArray();
  }
}
