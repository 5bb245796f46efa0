package thaw.app.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.app.running.LogLine;
import thaw.app.shared.Interruption;
import thaw.durable.DurableExecutions;
import thaw.durable.EngineClock;
import thaw.durable.ExecutionArn;
import thaw.durable.ExecutionObserver;
import thaw.durable.HistoryEvent;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Pace;
import thaw.platform.record.FunctionVersion;
import thaw.source.Surroundings;
import thaw.store.Store;

/** The engine of durable executions, wired to the functions, to the store and to the log. */
final class Durable implements AutoCloseable {
  private final DurableExecutions executions;
  private final Runnable hook;

  private Durable(DurableExecutions executions) {
    this.executions = executions;
    // Before the platform is: what its end cuts off is no failure, and goes on at the next start.
    this.hook = Interruption.onInterrupt(executions::close);
  }

  static Durable open(
      Store store,
      Platform platform,
      Pace pace,
      ExecutionObserver recorder,
      Consumer<LogLine> log,
      Consumer<Exception> problems) {
    InstantSource wall = InstantSource.system();
    return new Durable(
        platform
            .durable()
            .open(
                store,
                pace.jumps() ? EngineClock.fast(wall) : EngineClock.real(wall),
                ExecutionObserver.both(recorder, new Told(log)),
                problems));
  }

  /** Starts executions of durable functions, and has all others wait in the queue of events. */
  static Surroundings.Acceptance acceptance(Platform platform, EventQueue queue) {
    return (function, invocation) -> {
      platform
          .durable()
          .drawn(function, invocation.qualifier())
          .filter(FunctionVersion::isDurable)
          .ifPresentOrElse(
              version ->
                  platform.durable().start(function, version, invocation, Optional.empty(), false),
              () -> queue.accept(function, invocation));
    };
  }

  /** Writes ends of executions, and steps of a fast clock, into the log. */
  private record Told(Consumer<LogLine> log) implements ExecutionObserver {
    @Override
    public void happened(ExecutionArn arn, HistoryEvent event) {
      switch (event.type()) {
        case EXECUTION_SUCCEEDED,
            EXECUTION_FAILED,
            EXECUTION_TIMED_OUT,
            EXECUTION_STOPPED,
            EXECUTION_PAUSED,
            EXECUTION_RESUMED ->
            log.accept(
                new LogLine.Said(
                    arn.function(),
                    "durable execution %s: %s at %s"
                        .formatted(
                            arn.name(), event.type().lambdaName(), seconds(event.millis()))));
        default -> {}
      }
    }

    @Override
    public void jumped(long millis) {
      Duration ahead = Duration.between(Instant.now(), Instant.ofEpochMilli(millis));
      log.accept(
          new LogLine.Noted(
              "durable executions: all wait, and time goes on at %s, %s ahead"
                  .formatted(seconds(millis), shown(ahead))));
    }

    private static Instant seconds(long millis) {
      return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String shown(Duration ahead) {
      return ahead.toDays() > 0 ? ahead.toDays() + " d" : ahead.toSeconds() + " s";
    }
  }

  @Override
  public void close() {
    Interruption.forget(hook);
    executions.close();
  }
}
