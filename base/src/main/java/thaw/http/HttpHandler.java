package thaw.http;

import java.util.function.Consumer;

/** Answers the requests of a server. */
public interface HttpHandler {
  /**
   * Answers one request, on its connection's thread, or sees to it that another thread does.
   *
   * @param onResponse gets the answer, once, perhaps on another thread; when this method has
   *     returned, only if all of the request has been read
   */
  void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException;

  /**
   * The answer to a request that {@link #serve} has not answered but thrown this.
   *
   * @param reason {@link IncompleteRequest}, {@link InterruptedException} at the program's end, or
   *     what the HTTP handler itself threw
   */
  Response failed(Exception reason);

  /**
   * Learns when a request came and its answer was sent, where one was; of a server's own HTTP
   * handler, not of those behind it. Quick, and on the thread that has sent it, or the
   * connection's.
   *
   * @param arrivedNanos {@link System#nanoTime} when its head had been read
   * @param sentNanos likewise, when the last byte of the answer was given to the kernel
   */
  default void answered(Exchange exchange, int status, long arrivedNanos, long sentNanos) {}
}
