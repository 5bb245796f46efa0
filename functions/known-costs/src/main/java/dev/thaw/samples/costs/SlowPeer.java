package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Asks the peer at {@code PEER} (host:port) for an answer that takes {@code COST_MILLIS}, and waits
 * for it. Starts no peer: {@code peer.py} is one, and any HTTP server that delays is another.
 */
public final class SlowPeer implements RequestStreamHandler {
  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "slow-peer", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    ask(System.getenv("PEER"), Settings.size("COST_MILLIS", 400));
    return System.nanoTime() - begin;
  }

  private static void ask(String peer, long millis) {
    int colon = peer == null ? -1 : peer.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalStateException(
          "PEER must be host:port of a peer that answers slowly, such as the one that python3"
              + " peer.py 9090 starts: PEER="
              + peer);
    }
    String host = peer.substring(0, colon);
    String request = "GET /?afterMillis=" + millis + " HTTP/1.0\r\nHost: " + host + "\r\n\r\n";
    try (Socket socket = new Socket(host, Integer.parseInt(peer.substring(colon + 1)))) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().readAllBytes().length == 0) {
        throw new IllegalStateException("the peer " + peer + " closed without an answer");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not ask the peer " + peer + ": " + e, e);
    }
  }
}
