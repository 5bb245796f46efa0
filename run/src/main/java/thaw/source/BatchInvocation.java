package thaw.source;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * Gives batches to one function, again and again while it does not take one: it is throttled, it
 * cannot be built, it is not ready yet. Refuses to know what a batch is.
 *
 * @param qualifier empty for none
 * @param stop open until no more attempt is to be made
 */
record BatchInvocation(
    Surroundings surroundings,
    String function,
    String qualifier,
    InstantSource clock,
    CountDownLatch stop) {
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** A build takes its time and its CPU. */
  private static final Duration FIRST_BUILD_WAIT = Duration.ofSeconds(5);

  private static final Duration LONGEST_BUILD_WAIT = Duration.ofMinutes(1);

  /** Some throttling is in the nature of bursts. */
  private static final int SILENT = 4;

  /** A poller waits so long before it tries again what failed. */
  Backoff backoff(Duration first, Duration longest) {
    return new Backoff(first, longest, surroundings.waitScale());
  }

  /** Writes a line into the log of the function. */
  void say(String line) {
    surroundings.log().line(function, line);
  }

  /** A complaint about what batches come from: one failure is not worth a line. */
  Complaint complaint(String source) {
    return new Complaint(1, line -> say(source + " " + line));
  }

  /** Returns whether no more attempt is to be made. */
  boolean isStopped() {
    return stop.getCount() == 0;
  }

  /** Waits, until no more attempt is to be made at the longest. */
  void pause(Duration wait) throws InterruptedException {
    boolean _ = stop.await(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Tells what became of a batch. */
  sealed interface Result {}

  /**
   * The function had it.
   *
   * @param failed whether the function has failed
   */
  record Answered(String requestId, boolean failed, byte[] payload, String version)
      implements Result {}

  /** The function never had it. */
  record NotTaken() implements Result {}

  /**
   * @param until when it is given up
   */
  Result give(byte[] payload, Instant until) throws InterruptedException {
    Backoff waits = backoff(FIRST_WAIT, LONGEST_WAIT);
    Complaint complaint = new Complaint(SILENT, this::say);
    while (true) {
      Invocation invocation =
          new Invocation(
              Invocation.newRequestId(),
              payload,
              Optional.empty(),
              Optional.of(qualifier).filter(named -> !named.isEmpty()));
      switch (outcome(invocation, complaint)) {
        case RequestOutcome.Completed completed -> {
          complaint.isOver("takes its events again");
          return new Answered(
              invocation.requestId(),
              completed.outcome() instanceof InvocationOutcome.Failure,
              completed.outcome().payload(),
              completed.executedVersion());
        }
        case RequestOutcome.Throttled(_) -> complaint.is("is throttled: its events wait");
        case RequestOutcome.Unprepared(String cause, String remedy) ->
            complaint.is("cannot be run, its events wait: " + cause + ". Remedy: " + remedy);
      }
      Duration wait = waits.after(Math.max(1, complaint.failures()));
      if (clock.instant().plus(wait).isAfter(until)
          || stop.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        return new NotTaken();
      }
    }
  }

  /**
   * Returns whether the function can be run; builds it first, so that what was received does not
   * wait for that. Waits a while when it cannot.
   */
  boolean isRunnable(Complaint complaint) throws InterruptedException {
    Optional<String> reason = surroundings.readiness().missing(function);
    if (reason.isPresent()) {
      complaint.is("is not polled until the function can be run: " + reason.get());
      pause(backoff(FIRST_BUILD_WAIT, LONGEST_BUILD_WAIT).after(complaint.failures()));
    }
    return reason.isEmpty();
  }

  private RequestOutcome outcome(Invocation invocation, Complaint complaint)
      throws InterruptedException {
    try {
      return surroundings.invoker().invoke(function, invocation);
    } catch (Refused e) { // not ready yet, or gone
      return new RequestOutcome.Unprepared(
          e.text(), "create the function, or wait until it is active");
    } catch (RuntimeException e) { // a fault of ours, which is not the batch's
      if (complaint.failures() == 0) {
        surroundings.problems().accept(e);
      }
      return new RequestOutcome.Unprepared("a fault of Thaw's: " + e, "see the line above");
    }
  }
}
