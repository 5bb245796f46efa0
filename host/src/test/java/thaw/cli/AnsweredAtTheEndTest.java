package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/** A program that ends while a function is still at work whose answer somebody has. */
@SideBySide
class AnsweredAtTheEndTest {
  /** Sends its response by itself, so that the runtime client does not ask for the next event. */
  private static final String SOURCE =
      """
      package com.example;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.net.URI;
      import java.net.http.*;
      public class Lingering {
        public String handle(Object event, Context context) throws Exception {
          System.out.println("answering");
          String path =
              "http://%s/2018-06-01/runtime/invocation/%s/response"
                  .formatted(System.getenv("AWS_LAMBDA_RUNTIME_API"), context.getAwsRequestId());
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(path))
                      .POST(HttpRequest.BodyPublishers.ofString("42"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
          Thread.sleep(120_000);
          return "never";
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void the_end_of_an_answered_invocation_is_in_the_log() throws Exception {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Lingering:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: com.example.Lingering::handle
              Runtime: java25
              MemorySize: 1769
              Timeout: 300
        """);
    int port = FreePorts.next();
    CompletableFuture<Transcript> ended = new CompletableFuture<>();
    Thread command =
        Thread.ofPlatform()
            .start(() -> ended.complete(Transcript.of("run", folder, "--port", port)));
    try (HttpClient client = HttpClient.newHttpClient()) {
      Deadline.await(
          Duration.ofSeconds(60), "the API", () -> ended.isDone() || FreePorts.isTaken(port));
      String url = "http://127.0.0.1:" + port + "/2015-03-31/functions/Lingering/invocations";
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url))
              .timeout(Duration.ofSeconds(120))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      assertEquals("42", client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } finally {
      command.interrupt();
    }
    Transcript transcript = ended.get(60, TimeUnit.SECONDS);
    assertTrue(transcript.err().contains("Lingering | answering\n"), transcript.err());
    assertTrue(transcript.err().contains("Lingering | REPORT RequestId: "), transcript.err());
  }
}
