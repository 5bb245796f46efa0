package dev.thaw.samples.orders;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A configuration service, asked over HTTP at {@code CONFIG_PEER} (host:port). Who does not answer
 * is asked again, and then the configuration is the usual one. Without {@code CONFIG_PEER} that is
 * a port on which nobody listens.
 */
final class RemoteConfig {
  private static final int TRIES = 3;
  private static final int PAUSE_MILLIS = 100;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String CLOSED = "127.0.0.1:9";
  private static final String USUAL = "EUR";

  private RemoteConfig() {}

  static String currency() {
    String given = System.getenv("CONFIG_PEER");
    String peer = given == null || given.isEmpty() ? CLOSED : given;
    for (int i = 0; i < TRIES; i++) {
      try {
        return ask(peer);
      } catch (IOException e) {
        pause();
      }
    }
    return USUAL;
  }

  /** The header {@code Currency} of the answer, or the usual one where the answer has none. */
  private static String ask(String peer) throws IOException {
    int colon = peer.lastIndexOf(':');
    String host = peer.substring(0, colon);
    int port = Integer.parseInt(peer.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      String request = "GET /?afterMillis=400 HTTP/1.0\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String line = answer.readLine(); line != null; line = answer.readLine()) {
        if (line.startsWith("Currency: ")) {
          return line.substring("Currency: ".length());
        }
      }
      return USUAL;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
