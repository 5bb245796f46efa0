package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Deadline;

/** Process tests: what a shell gets of a template's APIs, and clients on their ports. */
@SideBySide
class ApiPortsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Pets {
        public Map<String, Object> get(Map<String, Object> event) {
          return Map.of("statusCode", 200, "body", "" + event.get("pathParameters"));
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Get:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: classes
            Handler: com.example.Pets::get
            MemorySize: 1769
            Timeout: 20
            AutoPublishAlias: live
            Events:
              Rest: {Type: Api, Properties: {Path: '/pets/{id}', Method: get}}
              Http: {Type: HttpApi}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void application() throws IOException {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  @Test
  void apis_have_ports_in_a_row_which_are_told_with_their_routes() throws Exception {
    int port = FreePorts.row(2);
    CompletableFuture<Transcript> ended = new CompletableFuture<>();
    Thread command =
        Thread.ofPlatform()
            .start(() ->
                ended.complete(Transcript.of("run", folder, "--port", 0, "--api-port", port)));
    try {
      Deadline.await(
          PATIENCE,
          "both APIs listen",
          () -> ended.isDone() || (FreePorts.isTaken(port) && FreePorts.isTaken(port + 1)));
      assertFalse(ended.isDone(), () -> ended.join().err());
      assertEquals("200 {id=7}", get(port, "/pets/7"), "the alias is waited for");
      assertEquals("200 null", get(port + 1, "/pets/7"));
    } catch (AssertionError e) {
      command.interrupt();
      throw new AssertionError(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).err(), e);
    } finally {
      command.interrupt();
    }
    String out = ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).out();
    for (String line :
        List.of(
            "\nREST API ServerlessRestApi at http://127.0.0.1:" + port + ", or http://",
            ".execute-api.us-east-1.localhost:" + port + "/Prod\n",
            "\n  GET http://127.0.0.1:" + port + "/pets/{id} -> Get\n",
            "\nHTTP API ServerlessHttpApi at http://127.0.0.1:" + (port + 1) + ", or http://",
            ".execute-api.us-east-1.localhost:" + (port + 1) + "\n",
            "\n  ANY http://127.0.0.1:" + (port + 1) + "/... -> Get\n")) {
      assertTrue(out.contains(line), line + " in " + out);
    }
  }

  private static String get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  @Test
  void a_port_that_is_taken() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      Transcript.of("run", folder, "--port", 0, "--api-port", port)
          .assertMistake(
              "the API ServerlessRestApi: cannot listen on port "
                  + port
                  + " of 127.0.0.1: Address already in use",
              "end the program that has the port, or choose another one: --api-port "
                  + (port % 65_535 + 1)
                  + " (0: any that is free)");
    }
  }

  @Test
  void a_port_that_is_none() {
    Transcript.of("run", folder, "--api-port", 70_000)
        .assertMistake("--api-port must be 0..65535: 70000", "use for example --api-port 3000");
  }
}
