package thaw.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import thaw.app.shared.Folders;
import thaw.files.Trees;

/**
 * What the launcher lets the program do once, so that the JVM knows which classes later starts need
 * (JEP 514): it looks at the host, and runs a template until its API answers. No function is
 * started.
 */
final class Rehearsal {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String FUNCTIONS = "/2015-03-31/functions";

  private Rehearsal() {}

  public static void main(String[] arguments) throws Exception {
    Main.run("doctor");
    Path folder = Files.createTempDirectory("thaw-rehearsal-");
    try {
      run(folder);
    } finally {
      Trees.delete(folder);
    }
    System.exit(0);
  }

  private static void run(Path folder) throws Exception {
    Path code = Folders.of(System.getenv()).program().resolve("training-function");
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Rehearsed:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: %s
              Handler: thaw.training.TrainingFunction::handleRequest
              Runtime: java25
              Environment: {Variables: {LEVEL: INFO}}
        """
            .formatted(code));
    String port = Integer.toString(freePort());
    String data = folder.resolve("data").toString();
    Thread command =
        Thread.ofPlatform()
            .start(() -> Main.run("run", folder.toString(), "--port", port, "--data", data));
    String url = "http://127.0.0.1:" + port;
    try (HttpClient client = HttpClient.newHttpClient()) {
      awaitAnswer(client, url);
      for (String path :
          List.of("/_thaw/status", FUNCTIONS, FUNCTIONS + "/none", FUNCTIONS + "/none/aliases")) {
        ask(client, HttpRequest.newBuilder(URI.create(url + path)).GET());
      }
      ask(
          client,
          HttpRequest.newBuilder(URI.create(url + FUNCTIONS + "/none/invocations"))
              .POST(HttpRequest.BodyPublishers.ofString("{}")));
    } finally {
      command.interrupt();
      command.join(PATIENCE.toMillis());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitAnswer(HttpClient client, String url) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        ask(client, HttpRequest.newBuilder(URI.create(url + "/_thaw/status")).GET());
        return;
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(20); // it does not listen yet
      }
    }
  }

  private static void ask(HttpClient client, HttpRequest.Builder request) throws Exception {
    client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
