package thaw.load.command;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import thaw.load.Failure;
import thaw.load.Shot;
import thaw.load.Transport;
import thaw.load.http.TraceIds;
import thaw.platform.Platform;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Requests to a function of this process, without HTTP: a thread for each while it runs. */
final class InProcess implements Transport {
  private static final Pattern OF_PLATFORM = Pattern.compile("(?:Sandbox|Runtime)\\.");
  private static final Pattern OF_REQUEST = Pattern.compile("^RequestId: \\S+ Error: ");

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Platform platform;
  private final String function;
  private final Optional<String> alias;
  private final byte[] event;
  private final TraceIds traces;
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  /**
   * @param alias absent for the function's latest version
   */
  InProcess(
      Platform platform, String function, Optional<String> alias, byte[] event, TraceIds traces) {
    this.platform = platform;
    this.function = function;
    this.alias = alias;
    this.event = event;
    this.traces = traces;
  }

  @Override
  public void prepare(Shot shot) {
    // nothing that would take long
  }

  @Override
  public void send(Shot shot) {
    Thread thread = Thread.ofVirtual().unstarted(() -> invoke(shot));
    running.add(thread);
    thread.start();
  }

  private void invoke(Shot shot) {
    try {
      Invocation invocation =
          new Invocation(
              Invocation.newRequestId(),
              event,
              Optional.empty(),
              alias,
              Optional.of(traces.of(shot.number())),
              Optional.empty());
      shot.sent();
      platform.invoke(function, invocation, false, outcome -> end(shot, outcome));
    } catch (InterruptedException e) {
      shot.failed(new Failure(Failure.Kind.UNANSWERED, "unanswered at the end of the run"));
    } catch (RuntimeException e) { // counted, as every other answer that is none
      shot.failed(new Failure(Failure.Kind.FUNCTION_ERROR, "not invoked: " + e.getMessage()));
    } finally {
      running.remove(Thread.currentThread());
    }
  }

  private static void end(Shot shot, RequestOutcome outcome) {
    switch (outcome) {
      case RequestOutcome.Completed completed -> {
        if (completed.outcome() instanceof InvocationOutcome.Failure failure) {
          shot.failed(new Failure(Failure.Kind.FUNCTION_ERROR, "function error " + words(failure)));
        } else {
          shot.answered();
        }
      }
      case RequestOutcome.Throttled(var reason) ->
          shot.failed(new Failure(Failure.Kind.THROTTLED, "throttled: " + reason.words()));
      case RequestOutcome.Unprepared(String cause, String _) ->
          shot.failed(new Failure(Failure.Kind.FUNCTION_ERROR, "not runnable: " + cause));
    }
  }

  /** Returns the error's type, and what the platform says of it: the same for all requests. */
  private static String words(InvocationOutcome.Failure failure) {
    return OF_PLATFORM.matcher(failure.type()).lookingAt()
        ? failure.type() + ": " + OF_REQUEST.matcher(failure.message()).replaceFirst("")
        : failure.type();
  }

  @Override
  public void close() {
    List<Thread> left = List.copyOf(running);
    left.forEach(Thread::interrupt);
    try {
      for (Thread each : left) {
        each.join(PATIENCE); // it says that its request is unanswered
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
