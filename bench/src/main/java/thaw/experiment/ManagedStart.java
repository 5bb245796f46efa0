package thaw.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.RuntimeInspection;
import thaw.environment.SharedEnvironment;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformLog;
import thaw.sandbox.Instance;

/**
 * Starts one environment on managed instances, which is what a scale-out takes, and sends it its
 * first request. No request waits for such a start; its total is from the start of the environment
 * to the first response all the same.
 */
record ManagedStart(Instance instance) {
  ColdStart.Answered measure(Variant variant, int number) throws InterruptedException {
    Instant startedAt = Instant.now();
    Deque<String> log = new ArrayDeque<>();
    try (SharedEnvironment environment =
        SharedEnvironment.prepare(
            instance,
            variant.spec().withInitialization(Initialization.MANAGED_INSTANCES),
            Environment.newLogStream(variant.spec()),
            event -> event.text().map(PlatformLog::lines).ifPresent(line -> kept(log, line)))) {
      InitOutcome init = environment.initialise(() -> {});
      if (!(init instanceof InitOutcome.Ready)) {
        return new ColdStart.Answered(
            new Sample(
                variant.name(), number, startedAt, Map.of(), null, failed("Init", init, log)),
            System.nanoTime());
      }
      RuntimeInspection inspection = environment.inspection();
      Optional<InvocationResult> result =
          environment.respond(Invocation.of(variant.event()), _ -> {});
      long answered = System.nanoTime();
      if (result.isEmpty()) {
        return new ColdStart.Answered(
            new Sample(
                variant.name(), number, startedAt, Map.of(), null, failed("Ended", init, log)),
            answered);
      }
      InvocationResult first = result.get();
      Duration started = Duration.ofNanos(inspection.readyNanos() - inspection.startedNanos());
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      values.put(Metric.INIT, ColdStart.millis(started));
      values.put(Metric.TOTAL, ColdStart.millis(started.plus(first.duration())));
      values.put(Metric.HANDLER, ColdStart.millis(first.duration()));
      values.put(Metric.MAX_MEMORY, (double) first.maxMemoryMiB());
      ColdStart.putCounters(values, inspection, first);
      return new ColdStart.Answered(
          new Sample(
              variant.name(),
              number,
              startedAt,
              values,
              ColdStart.status(first),
              ColdStart.failure(first, lines(log))),
          answered);
    }
  }

  private static Sample.Failure failed(String type, InitOutcome outcome, Deque<String> log) {
    return new Sample.Failure(type, outcome.toString(), lines(log));
  }

  /** Lines come from the environment's threads, too. */
  private static void kept(Deque<String> log, String line) {
    synchronized (log) {
      ColdStart.keepLast(log, line);
    }
  }

  private static List<String> lines(Deque<String> log) {
    synchronized (log) {
      return List.copyOf(log);
    }
  }
}
