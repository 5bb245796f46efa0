package dev.thaw.samples.burst;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The same function in a container of its own, without Lambda and without Thaw: the least HTTP
 * server that a cluster's probes and clients need. It initialises the function, listens, and
 * answers one request after the other.
 */
public final class PlainServer {
  private static final int HIGHEST_PORT = 65535;

  private PlainServer() {}

  /**
   * Serves until it is killed.
   *
   * @param arguments the port, {@code 8080} when there is none
   * @throws IOException when the port is taken
   */
  public static void main(String[] arguments) throws IOException {
    Greeting greeting = new Greeting();
    int port = Math.min(HIGHEST_PORT, arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080);
    try (ServerSocket server = new ServerSocket(port)) {
      while (true) {
        try (Socket caller = server.accept()) {
          serve(greeting, caller);
        } catch (IOException e) {
          System.err.println("a caller went away: " + e);
        }
      }
    }
  }

  private static void serve(Greeting greeting, Socket caller) throws IOException {
    InputStream in = new BufferedInputStream(caller.getInputStream());
    int length = 0;
    String line = line(in);
    if (line.isEmpty()) {
      return; // a probe that only connects
    }
    for (line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (line.substring(0, Math.max(0, colon)).equalsIgnoreCase("content-length")) {
        length = Integer.parseInt(line.substring(colon + 1).trim());
      }
    }
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    greeting.handleRequest(new ByteArrayInputStream(in.readNBytes(length)), answer, null);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + answer.size() + "\r\nConnection: close\r\n\r\n";
    OutputStream out = caller.getOutputStream();
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    answer.writeTo(out);
    out.flush();
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
