package thaw.load;

import java.time.Duration;

/**
 * The plan of a run.
 *
 * @param name of the run among others
 * @param target what is loaded, for people: {@code POST http://127.0.0.1:8080/}
 * @param timeout from a request's first byte to its whole answer
 */
public record LoadPlan(String name, String target, Schedule schedule, Duration timeout) {
  public LoadPlan {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("must be more than zero: timeout=" + timeout);
    }
  }
}
