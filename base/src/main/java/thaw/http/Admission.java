package thaw.http;

import java.util.Optional;

/**
 * Decides whom a server lets in, before an HTTP handler sees the request. No server is opened
 * without one, so that none is open to web pages by oversight.
 */
@FunctionalInterface
public interface Admission {
  /** The answer to a request that is not let in; empty when it is. */
  Optional<Response> refusal(Exchange exchange);

  /** Lets in whom both let in; what this one refuses, the other is not asked about. */
  default Admission and(Admission other) {
    return exchange -> refusal(exchange).or(() -> other.refusal(exchange));
  }
}
