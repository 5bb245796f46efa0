package thaw.service.busy;

import java.time.Instant;
import java.util.Optional;
import thaw.service.process.LocalService;

/**
 * Something that was done to a request because services answer as late or as busy as AWS's.
 *
 * @param resource the table, queue or the like; empty when it is not known
 * @param what in a few words
 * @param trace of the caller, as its SDK has told it
 */
public record Effect(
    Instant time,
    LocalService service,
    String operation,
    String resource,
    String what,
    Optional<String> trace) {
  /** {@code PutItem of orders: throttled}. */
  public String words() {
    return operation + (resource.isEmpty() ? "" : " of " + resource) + ": " + what;
  }
}
