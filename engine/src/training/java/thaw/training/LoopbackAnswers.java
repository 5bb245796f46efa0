package thaw.training;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Answers every request of this process alike. */
final class LoopbackAnswers {
  /** The seconds that an answer may take at most: no step of a priming may take long. */
  static final int PATIENCE_SECONDS = 5;

  private LoopbackAnswers() {}

  /** Starts a thread that answers until the socket is closed. */
  static void start(ServerSocket server, String body) {
    run(
        "thaw-priming",
        new Runnable() {
          @Override
          public void run() {
            serve(server, body);
          }
        });
  }

  private static void run(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(ServerSocket server, String body) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        run(
            "thaw-priming-answers",
            new Runnable() {
              @Override
              public void run() {
                answer(socket, body);
              }
            });
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void answer(Socket socket, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nx-amzn-RequestId: thaw\r\n"
            + "Content-Length: "
            + content.length
            + "\r\n\r\n";
    try (Socket open = socket;
        InputStream in = new BufferedInputStream(open.getInputStream());
        OutputStream out = open.getOutputStream()) {
      while (readRequest(in)) {
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.flush();
      }
    } catch (IOException ended) {
      // the client has closed it
    }
  }

  /** Reads a request, and returns whether there was one before the end. */
  private static boolean readRequest(InputStream in) throws IOException {
    int length = 0;
    String line = readLine(in);
    if (line.isEmpty()) {
      return false;
    }
    for (; !line.isEmpty(); line = readLine(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
      }
    }
    return in.readNBytes(length).length == length;
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return new String(line.toByteArray(), StandardCharsets.US_ASCII);
  }
}
