package thaw.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where functions wait until it is opened; it stays open. Who comes says first which event it has,
 * in a line: a runtime may come more than once for one event, or for none.
 */
final class InvocationGate implements AutoCloseable {
  private final ServerSocket listener;
  private final Set<String> events = new LinkedHashSet<>(); // guarded by this, as all below
  private final List<Socket> waiting = new ArrayList<>();
  private boolean open;

  InvocationGate() throws IOException {
    listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::admit);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** How many events have come. */
  synchronized int events() {
    return events.size();
  }

  private void admit() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> admit(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void admit(Socket socket) {
    try {
      String event =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      if (!lets(socket, event == null ? "" : event)) {
        socket.close();
      }
    } catch (IOException e) {
      // It was killed.
    }
  }

  /** False when it need not wait. */
  private synchronized boolean lets(Socket socket, String event) {
    if (!event.isEmpty()) {
      events.add(event);
    }
    return !open && waiting.add(socket);
  }

  synchronized void open() {
    open = true;
    try {
      for (Socket each : waiting) {
        each.close();
      }
      waiting.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    open();
    listener.close();
  }
}
