package thaw.platform.async;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.InvocationOutcome;

/** The next step for an event after an attempt: a pure function of what has happened. */
sealed interface EventStep {
  /** The status in a dead letter of an event that the function never had. */
  int THROTTLED = 429;

  /** The status in a dead letter of an event that could never be for the function. */
  int UNFIT = 400;

  /** It will be tried again. */
  record Again(PendingEvent event, Instant due) implements EventStep {}

  /**
   * It has come to its end.
   *
   * @param event with all attempts counted
   * @param told who is to be told; when nobody is, a failure is dropped
   */
  record Ended(PendingEvent event, EndCondition condition, List<Told> told) implements EventStep {
    boolean isDropped() {
      return condition != EndCondition.SUCCESS && told.isEmpty();
    }
  }

  /** A notice and its body. */
  record Told(Notice notice, byte[] body) {}

  /** The function had the event. */
  static EventStep afterAttempt(
      PendingEvent before,
      RequestOutcome.Completed completed,
      AsyncTerms terms,
      Pace pace,
      Instant now,
      byte[] payload) {
    PendingEvent event = before.attempted();
    String version = completed.executedVersion();
    return switch (completed.outcome()) {
      case InvocationOutcome.Success success ->
          ended(
              event,
              EndCondition.SUCCESS,
              terms,
              now,
              payload,
              Optional.of(new InvocationRecord.Response(false, success.payload(), version)),
              THROTTLED,
              "");
      case InvocationOutcome.Failure failure -> {
        Instant due = now.plus(pace.afterError(event.attempts()));
        boolean exhausted = event.attempts() > terms.retries();
        if (!exhausted && due.isBefore(expiry(event, terms, pace))) {
          yield new Again(event, due);
        }
        yield ended(
            event,
            exhausted ? EndCondition.RETRIES_EXHAUSTED : EndCondition.EVENT_AGE_EXCEEDED,
            terms,
            now,
            payload,
            Optional.of(new InvocationRecord.Response(true, failure.payload(), version)),
            THROTTLED,
            failure.message());
      }
    };
  }

  /**
   * The platform refused the event. What is not ready yet, or gone, is found out by the next
   * attempt; an event that is for another tenant than its function can have stays so.
   */
  static EventStep afterRefusal(
      PendingEvent event,
      Refused refused,
      AsyncTerms terms,
      Pace pace,
      Instant now,
      byte[] payload) {
    return refused.reason() == Refused.Reason.TENANT
        ? ended(
            event,
            EndCondition.RETRIES_EXHAUSTED,
            terms,
            now,
            payload,
            Optional.empty(),
            UNFIT,
            refused.text())
        : afterRefusal(event, terms, pace, now);
  }

  /** The event did not reach the function: a throttle, or a fault of the platform's. */
  static Again afterRefusal(PendingEvent before, AsyncTerms terms, Pace pace, Instant now) {
    PendingEvent event = before.refused();
    Instant due = now.plus(pace.afterRefusal(event.refusals()));
    Instant expiry = expiry(event, terms, pace);
    return new Again(event, due.isBefore(expiry) ? due : expiry);
  }

  /**
   * An end without another attempt, if it is time for one.
   *
   * @param lastError the function's last answer, when it had the event before
   */
  static Optional<Ended> beforeAttempt(
      PendingEvent event,
      AsyncTerms terms,
      Pace pace,
      Instant now,
      byte[] payload,
      Optional<byte[]> lastError) {
    if (!terms.suspended() && now.isBefore(expiry(event, terms, pace))) {
      return Optional.empty();
    }
    return Optional.of(
        ended(
            event,
            terms.suspended()
                ? EndCondition.ZERO_RESERVED_CONCURRENCY
                : EndCondition.EVENT_AGE_EXCEEDED,
            terms,
            now,
            payload,
            lastError.map(error -> new InvocationRecord.Response(true, error, EndCondition.LATEST)),
            THROTTLED,
            "Rate Exceeded."));
  }

  private static Instant expiry(PendingEvent event, AsyncTerms terms, Pace pace) {
    return event.accepted().plus(pace.of(terms.maximumAge()));
  }

  private static Ended ended(
      PendingEvent event,
      EndCondition condition,
      AsyncTerms terms,
      Instant now,
      byte[] payload,
      Optional<InvocationRecord.Response> response,
      int codeWithoutResponse,
      String errorMessage) {
    List<Told> told = new ArrayList<>();
    boolean success = condition == EndCondition.SUCCESS;
    (success ? terms.config().onSuccess() : terms.config().onFailure())
        .ifPresent(target ->
            told.add(
                new Told(
                    new Notice(event, target, now, Optional.empty(), success),
                    InvocationRecord.write(event, condition, now, payload, response))));
    if (!success) {
      int code = response.isPresent() ? 200 : codeWithoutResponse;
      Notice.DeadLetter letter = new Notice.DeadLetter(code, shortened(errorMessage));
      terms
          .deadLetterTarget()
          .ifPresent(target ->
              told.add(
                  new Told(new Notice(event, target, now, Optional.of(letter), false), payload)));
    }
    return new Ended(event, condition, List.copyOf(told));
  }

  /** The first KB; an attribute must not be empty. */
  private static String shortened(String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= 1024) {
      return message.isEmpty() ? "unknown" : message;
    }
    String cut = new String(Arrays.copyOf(bytes, 1024), StandardCharsets.UTF_8);
    return cut.endsWith("\uFFFD") ? cut.substring(0, cut.length() - 1) : cut;
  }
}
