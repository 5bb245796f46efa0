package thaw.platform.async;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiConsumer;
import thaw.platform.async.EventQueue.Surroundings;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.store.Agenda;
import thaw.store.Store;
import thaw.store.Transaction;

/** Has functions process events, and keeps what became of them. */
final class AsyncInvocations implements Dispatcher.Handler {
  /** The kind of the store's entries; a lane is a function's name. */
  static final String KIND = "event";

  /**
   * The kind of the store's documents that hold a function's last answer to an event that will be
   * retried.
   */
  private static final String LAST_ERROR = "event-error";

  private final Store store;
  private final Surroundings surroundings;
  private final Pace pace;
  private final InstantSource clock;
  private final BiConsumer<String, String> wake;

  /**
   * @param wake gets the kind and the lane of entries that are new
   */
  AsyncInvocations(
      Store store,
      Surroundings surroundings,
      Pace pace,
      InstantSource clock,
      BiConsumer<String, String> wake) {
    this.store = store;
    this.surroundings = surroundings;
    this.pace = pace;
    this.clock = clock;
    this.wake = wake;
  }

  private record Content(byte[] payload, Optional<byte[]> lastError) {}

  @Override
  public Dispatcher.Result handle(Agenda.Entry entry) throws InterruptedException {
    PendingEvent event = PendingEvent.of(entry.head());
    Content content = store.transact(transaction -> content(transaction, entry.id()));
    AsyncTerms terms = surroundings.terms().of(event.function(), event.qualifier());
    Optional<EventStep.Ended> early =
        EventStep.beforeAttempt(
            event, terms, pace, clock.instant(), content.payload(), content.lastError());
    return early.isPresent()
        ? ended(entry.id(), early.get())
        : attempt(entry.id(), event, terms, content.payload());
  }

  private static Content content(Transaction transaction, long id) {
    return new Content(
        transaction
            .agenda(KIND)
            .body(id)
            .orElseThrow(() -> new IllegalStateException("event " + id + " has no payload")),
        transaction.get(LAST_ERROR, Long.toString(id)));
  }

  private Dispatcher.Result attempt(long id, PendingEvent event, AsyncTerms terms, byte[] payload)
      throws InterruptedException {
    RequestOutcome outcome;
    try {
      outcome =
          surroundings
              .invoker()
              .invoke(
                  event.function(),
                  new Invocation(
                          event.requestId(),
                          payload,
                          event.clientContext(),
                          event.qualifier(),
                          event.trace(),
                          Optional.empty())
                      .withTenant(event.tenant()));
    } catch (Refused e) {
      return switch (EventStep.afterRefusal(event, e, terms, pace, clock.instant(), payload)) {
        case EventStep.Again again -> refused(id, again);
        case EventStep.Ended ended -> {
          log(event, "cannot be processed: " + e.text());
          yield ended(id, ended);
        }
      };
    } catch (RuntimeException e) { // a fault of ours, which is not the event's
      surroundings.problems().accept(e);
      return refused(id, event, terms);
    }
    return switch (outcome) {
      case RequestOutcome.Completed completed ->
          switch (EventStep.afterAttempt(event, completed, terms, pace, clock.instant(), payload)) {
            case EventStep.Again again -> again(id, again, completed.outcome().payload());
            case EventStep.Ended ended -> ended(id, ended);
          };
      case RequestOutcome.Throttled(_) -> refused(id, event, terms);
      case RequestOutcome.Unprepared(String cause, String remedy) -> {
        log(
            event,
            "cannot be processed now and is tried again later: " + cause + ". Remedy: " + remedy);
        yield refused(id, event, terms);
      }
    };
  }

  private Dispatcher.Result refused(long id, PendingEvent event, AsyncTerms terms) {
    return refused(id, EventStep.afterRefusal(event, terms, pace, clock.instant()));
  }

  private static Dispatcher.Result refused(long id, EventStep.Again again) {
    byte[] head = again.event().toBytes();
    return new Dispatcher.Result(
        transaction -> transaction.agenda(KIND).reschedule(id, again.due(), head), true, () -> {});
  }

  private static Dispatcher.Result again(long id, EventStep.Again again, byte[] error) {
    byte[] head = again.event().toBytes();
    return new Dispatcher.Result(
        transaction -> {
          transaction.agenda(KIND).reschedule(id, again.due(), head);
          transaction.put(LAST_ERROR, Long.toString(id), error);
        },
        false,
        () -> {});
  }

  private Dispatcher.Result ended(long id, EventStep.Ended ended) {
    Instant now = clock.instant();
    return new Dispatcher.Result(
        transaction -> {
          if (transaction.agenda(KIND).remove(id)) {
            transaction.remove(LAST_ERROR, Long.toString(id));
            ended.told().forEach(told -> Notices.add(transaction, told, now));
          }
        },
        false,
        () -> {
          if (ended.isDropped()) {
            log(
                ended.event(),
                "is dropped: %s after %d attempts, and nobody is to be told"
                    .formatted(ended.condition().lambdaName(), ended.event().attempts()));
          }
          ended.told().forEach(told -> wake.accept(Notices.KIND, told.notice().target()));
        });
  }

  private void log(PendingEvent event, String what) {
    surroundings.log().line(event.function(), "event " + event.requestId() + " " + what);
  }
}
