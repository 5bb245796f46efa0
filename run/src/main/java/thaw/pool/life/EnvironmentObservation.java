package thaw.pool.life;

import java.util.Optional;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Something that happened in one environment of many.
 *
 * @param function its name
 * @param version {@code $LATEST} or a number
 * @param environment the environment's log stream, which no other one has
 */
public record EnvironmentObservation(
    String function, String version, String environment, PlatformEvent.Stamped event) {
  /** The line in the function's log, when it has one. */
  public Optional<String> text() {
    return event.text();
  }
}
