package thaw.lambdaapi.invoke;

import java.net.InetSocketAddress;
import thaw.http.Exchange;

/** Says what callers of the API may do, by their connections; signatures are not looked at. */
@FunctionalInterface
public interface Callers {
  /**
   * Returns the rights of a caller; asked once for each connection, with its first request that is
   * none to invoke a function.
   *
   * @param caller the other end of the connection
   * @param here this end
   */
  Rights of(InetSocketAddress caller, InetSocketAddress here);

  /** Returns the rights of a request's caller. */
  default Rights of(Exchange exchange) {
    return exchange.ofConnection(Rights.class, () -> of(exchange.caller(), exchange.here()));
  }

  /**
   * Returns whether the caller may see what functions get and write: events, responses, logs and
   * traces. They may hold secrets; who may change functions could have them anyway.
   */
  default boolean maySeeContents(Exchange exchange) {
    return of(exchange) == Rights.CHANGE;
  }
}
