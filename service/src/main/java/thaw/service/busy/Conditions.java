package thaw.service.busy;

import java.util.Map;
import thaw.service.process.LocalService;

/**
 * The conditions under which all services answer.
 *
 * @param name as the user has asked for them
 * @param seed of all that is drawn: the same requests in the same order meet with the same
 * @param all of each service that has none of its own
 * @param own by service, then by operation; an empty name for its other operations
 */
public record Conditions(
    String name, long seed, Terms all, Map<LocalService, Map<String, Terms>> own) {
  /** At once, always: nothing stands in front of a service then. */
  public static final Conditions FAST = new Conditions("fast", 1, Terms.FAST, Map.of());

  public static final Conditions REAL = new Conditions("real", 1, Terms.REAL, Map.of());

  /** Returns those of a bad day. */
  public static Conditions busy(long seed) {
    return new Conditions(seed == 1 ? "busy" : "busy:" + seed, seed, Terms.BUSY, Map.of());
  }

  public boolean isFast() {
    return name.equals(FAST.name);
  }

  public Terms of(LocalService service) {
    return of(service, "");
  }

  public Terms of(LocalService service, String operation) {
    Map<String, Terms> operations = own.getOrDefault(service, Map.of());
    return operations.getOrDefault(operation, operations.getOrDefault("", all));
  }
}
