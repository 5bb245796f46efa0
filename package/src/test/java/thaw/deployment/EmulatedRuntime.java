package thaw.deployment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A runtime of a few lines: what it does with an event, the event says. */
final class EmulatedRuntime {
  private static final int ODD_STATUS = 3;
  private static final int TOO_MANY = 7 << 20;

  private EmulatedRuntime() {}

  public static void main(String[] arguments) throws Exception {
    String invocation =
        "http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/invocation/";
    String before = System.getenv("EMULATED_INIT_MILLIS");
    Thread.sleep(before == null ? 0 : Long.parseLong(before));
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    while (true) {
      HttpResponse<String> next =
          client.send(
              HttpRequest.newBuilder(URI.create(invocation + "next")).build(),
              BodyHandlers.ofString());
      String id = next.headers().firstValue("Lambda-Runtime-Aws-Request-Id").orElseThrow();
      String event = next.body();
      if (event.contains("exit")) {
        Runtime.getRuntime().halt(ODD_STATUS);
      } else if (event.contains("fail")) {
        post(client, invocation + id + "/error", "{\"errorType\":\"Planted\"}");
      } else if (event.contains("hang")) {
        Thread.sleep(Long.MAX_VALUE);
      } else if (event.contains("much")) {
        post(client, invocation + id + "/response", "\"" + "m".repeat(TOO_MANY) + "\"");
      } else if (event.contains("child")) {
        Process child = new ProcessBuilder("sleep", "1000").start();
        post(client, invocation + id + "/response", "" + child.pid());
      } else {
        String deadline = next.headers().firstValue("Lambda-Runtime-Deadline-Ms").orElseThrow();
        if (event.contains("late")) {
          Thread.sleep(Long.parseLong(deadline) - System.currentTimeMillis() - 1_000);
        }
        post(
            client,
            invocation + id + "/response",
            "{\"event\":%s,\"handler\":\"%s\",\"id\":\"%s\",\"inTime\":%s,\"memory\":\"%s\"}"
                .formatted(
                    event,
                    arguments[arguments.length - 1],
                    id,
                    Long.parseLong(deadline) > System.currentTimeMillis(),
                    System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE")));
      }
    }
  }

  private static void post(HttpClient client, String to, String body)
      throws IOException, InterruptedException {
    client.send(
        HttpRequest.newBuilder(URI.create(to)).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }
}
