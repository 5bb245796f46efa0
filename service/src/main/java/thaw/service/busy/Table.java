package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A table as clients see it. Immutable.
 *
 * @param changes what it becomes: CREATING, UPDATING or DELETING
 * @param until when that is done
 * @param described its description while it is deleted, as the service has it no more
 */
record Table(
    String changes,
    Instant until,
    Optional<JsonNode> described,
    TableCapacity capacity,
    StaleItems stale) {
  static final String ACTIVE = "ACTIVE";

  Table becoming(String change, Instant end) {
    return new Table(change, end, described, capacity, stale);
  }

  String status(Instant now) {
    return now.isBefore(until) ? changes : ACTIVE;
  }

  boolean isGone(Instant now) {
    return changes.equals("DELETING") && !now.isBefore(until);
  }
}
