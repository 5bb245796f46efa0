package thaw.service.busy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Draws what is done to requests: the nth request for an operation on a resource meets with the
 * same in each run. Thread-safe.
 */
final class Fates {
  private static final int FAULT = 0;
  private static final int HALF = 1;
  private static final int TIME = 2;

  private final Conditions conditions;
  private final Draws draws;
  private final Map<String, AtomicLong> numbers = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> faultsInARow = new ConcurrentHashMap<>();

  Fates(Conditions conditions) {
    this.conditions = conditions;
    this.draws = new Draws(conditions.seed());
  }

  /**
   * What is done to a request.
   *
   * @param quantile of its time, from 0 on, below 1
   */
  record Fate(Fault fault, double quantile) {}

  Fate next(Call call) {
    String subject = call.service().id() + " " + call.operation() + " " + call.resource();
    long number = counter(numbers, subject).getAndIncrement();
    double quantile = draws.unit(subject, number, TIME);
    Terms terms = conditions.of(call.service(), call.operation());
    AtomicLong before = counter(faultsInARow, subject);
    long attempt = call.attempt().isPresent() ? call.attempt().getAsInt() - 1 : before.get();
    Fault fault =
        attempt >= terms.inARow()
            ? Fault.NONE
            : fault(terms, draws.unit(subject, number, FAULT), draws.unit(subject, number, HALF));
    if (fault == Fault.NONE) {
      before.set(0);
    } else {
      before.incrementAndGet();
    }
    return new Fate(fault, quantile);
  }

  private static Fault fault(Terms terms, double drawn, double half) {
    double left = drawn - terms.throttled();
    if (left < 0) {
      return Fault.THROTTLED;
    }
    if ((left -= terms.error()) < 0) {
      return Fault.ERROR;
    }
    if ((left -= terms.reset()) < 0) {
      return half < 0.5 ? Fault.RESET : Fault.RESET_AFTERWARDS;
    }
    if ((left -= terms.slow()) < 0) {
      return Fault.SLOW;
    }
    return left < terms.expired() ? Fault.EXPIRED : Fault.NONE;
  }

  private static AtomicLong counter(Map<String, AtomicLong> counters, String subject) {
    return counters.computeIfAbsent(subject, _ -> new AtomicLong());
  }
}
