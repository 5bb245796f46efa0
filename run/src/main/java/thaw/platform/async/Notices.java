package thaw.platform.async;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import thaw.platform.async.EventQueue.Surroundings;
import thaw.store.Agenda;
import thaw.store.Store;
import thaw.store.Transaction;

/** Tells destinations and dead-letter queues, until somebody has taken what they are told. */
final class Notices implements Dispatcher.Handler {
  /** The kind of the store's entries; a lane is a target's ARN. */
  static final String KIND = "notice";

  private final Store store;
  private final Surroundings surroundings;
  private final Pace pace;
  private final InstantSource clock;
  private final BiConsumer<String, String> wake;

  /**
   * @param wake gets the kind and the lane of entries that are new
   */
  Notices(
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

  static void add(Transaction transaction, EventStep.Told told, Instant due) {
    Notice notice = told.notice();
    transaction.agenda(KIND).add(notice.target(), due, notice.toBytes(), told.body());
  }

  /** A function of ours, named by an ARN. */
  private record Target(String function, Optional<String> qualifier) {
    static Optional<Target> of(String arn) {
      String[] parts = arn.split(":", -1);
      return parts.length >= 7 && parts[2].equals("lambda") && parts[5].equals("function")
          ? Optional.of(
              new Target(parts[6], parts.length > 7 ? Optional.of(parts[7]) : Optional.empty()))
          : Optional.empty();
    }
  }

  @Override
  public Dispatcher.Result handle(Agenda.Entry entry) throws InterruptedException {
    Notice notice = Notice.of(entry.head());
    byte[] body =
        store
            .transact(transaction -> transaction.agenda(KIND).body(entry.id()))
            .orElseThrow(() -> new IllegalStateException("notice " + entry.id() + " has no body"));
    Optional<Target> function = Target.of(notice.target());
    if (function.isPresent() && surroundings.known().test(function.get().function())) {
      return passedOn(entry.id(), function.get(), body);
    }
    try {
      if (function.isPresent()) {
        throw new IllegalArgumentException("there is no such function here");
      }
      surroundings.sender().send(notice, body);
      return new Dispatcher.Result(
          transaction -> transaction.agenda(KIND).remove(entry.id()), false, () -> {});
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // whatever it is, nobody has taken it
      return refused(entry.id(), notice, e);
    }
  }

  /** Becomes an event in the same change: neither lost nor doubled. */
  private Dispatcher.Result passedOn(long id, Target target, byte[] body) {
    Instant now = clock.instant();
    PendingEvent event =
        new PendingEvent(
            UUID.randomUUID().toString(),
            target.function(),
            target.qualifier(),
            Optional.empty(),
            Optional.empty(),
            now,
            0,
            0,
            Optional.empty());
    byte[] head = event.toBytes();
    return new Dispatcher.Result(
        transaction -> {
          if (transaction.agenda(KIND).remove(id)) {
            transaction.agenda(AsyncInvocations.KIND).add(target.function(), now, head, body);
          }
        },
        false,
        () -> wake.accept(AsyncInvocations.KIND, target.function()));
  }

  private Dispatcher.Result refused(long id, Notice notice, Exception reason) {
    Notice next = notice.refused();
    Instant due = clock.instant().plus(pace.afterRefusal(next.refusals()));
    byte[] head = next.toBytes();
    return new Dispatcher.Result(
        transaction -> transaction.agenda(KIND).reschedule(id, due, head),
        true,
        () -> {
          if (next.refusals() == 1) { // one line each, not one for each time
            surroundings
                .log()
                .line(
                    function(notice),
                    "event %s has ended, and %s could not be notified; Thaw will try again: %s"
                        .formatted(notice.requestId(), notice.target(), cause(reason)));
          }
        });
  }

  private static String cause(Exception reason) {
    String message = reason.getMessage();
    return message == null ? reason.getClass().getSimpleName() : message;
  }

  private static String function(Notice notice) {
    String[] parts = notice.functionArn().split(":", -1);
    return parts.length > 6 ? parts[6] : notice.functionArn();
  }
}
