package thaw.source;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Notice;
import thaw.runtimeapi.Invocation;

/**
 * Has what sources need of others.
 *
 * @param readiness makes a function ready to be run
 * @param invoker has a function process a batch, now
 * @param acceptance takes an event that a function processes when it can
 * @param teller takes what a destination is to be told
 * @param log takes a line for the log of a function
 * @param problems our own failures
 * @param endpoints services on this machine, by the name that ARNs have for them
 * @param waitScale multiplies the waits between attempts
 */
public record Surroundings(
    Readiness readiness,
    EventQueue.EventInvoker invoker,
    Acceptance acceptance,
    Teller teller,
    EventQueue.Log log,
    Consumer<Exception> problems,
    Map<String, URI> endpoints,
    double waitScale) {
  /** {@link thaw.platform.Platform#prepare}. */
  public interface Readiness {
    /** Returns why the function cannot be run, empty when it can; may build it first. */
    Optional<String> missing(String function) throws InterruptedException;
  }

  /** {@link EventQueue#accept}. */
  public interface Acceptance {
    void accept(String function, Invocation invocation);
  }

  /** {@link EventQueue#tell}. */
  public interface Teller {
    void tell(Notice notice, byte[] body);
  }

  public Surroundings {
    endpoints = Map.copyOf(endpoints);
  }

  Optional<URI> endpoint(String service) {
    return Optional.ofNullable(endpoints.get(service));
  }
}
