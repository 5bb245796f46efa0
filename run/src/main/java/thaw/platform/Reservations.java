package thaw.platform;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Registry;

/** Reserved concurrency, changed while requests run. */
public final class Reservations {
  private final Registry registry;
  private final Concurrency concurrency;
  private final int account;

  Reservations(Registry registry, Concurrency concurrency, int account) {
    this.registry = registry;
    this.concurrency = concurrency;
    this.account = account;
  }

  /**
   * @param limit null to end the reservation
   */
  public void put(String function, @Nullable Integer limit) {
    Integer before = registry.get(function).reserved();
    concurrency.reserve(function, limit);
    try {
      registry.change(function, record -> record.withReserved(limit));
    } catch (RuntimeException e) { // it was not kept
      concurrency.reserve(function, before);
      throw e;
    }
  }

  public Optional<Integer> get(String function) {
    return Optional.ofNullable(registry.get(function).reserved());
  }

  /** Requests at once in all functions together. */
  public int account() {
    return account;
  }

  public int unreserved() {
    return concurrency.unreserved();
  }
}
