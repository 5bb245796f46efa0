package thaw.gateway.request;

import java.net.InetSocketAddress;

/** Says what callers of the API may do, by their connections; signatures are not looked at. */
@FunctionalInterface
public interface Callers {
  /**
   * Asked once for each connection, with its first request that is none to invoke a function.
   *
   * @param caller the other end of the connection
   * @param here this end
   */
  Rights of(InetSocketAddress caller, InetSocketAddress here);
}
