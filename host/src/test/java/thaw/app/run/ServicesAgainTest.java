package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** A snapshot of a function that talks to local services, in a later run. */
@Tag("linux")
@Thorough(
    "It publishes a snapshot for a second run; PublishedVersionTest restores one, ServicesInRunTest has services")
@SideBySide
class ServicesAgainTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Orders: {Type: 'AWS::SQS::Queue'}
        Asker:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Runtime: java25
            MemorySize: 1769
            Timeout: 30
            Handler: com.example.Asker::ask
      """;

  /** Trusts from init on what the trust store said then, and dials as SDKs without variables do. */
  private static final String FUNCTION =
      """
      package com.example;
      import java.net.URI;
      import java.net.http.HttpClient;
      import java.net.http.HttpRequest;
      import java.net.http.HttpResponse;
      import javax.net.ssl.SSLContext;
      public class Asker {
        private static final String SQS = System.getenv("AWS_ENDPOINT_URL_SQS");
        private static final SSLContext TRUST = trust();
        private static SSLContext trust() {
          try {
            return SSLContext.getDefault();
          } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
          }
        }
        public String ask(Object event) throws Exception {
          HttpClient client = HttpClient.newBuilder().sslContext(TRUST).build();
          return ask(client, SQS) + " " + ask(client, "https://sqs.us-east-1.amazonaws.com");
        }
        private static int ask(HttpClient client, String url) throws Exception {
          HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/?Action=ListQueues")).build();
          return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
      }
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    InstalledCriu.required(false);
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Sources.compile(folder.resolve("classes"), FUNCTION);
  }

  /** What the run has printed. */
  private String asked(String log) throws Exception {
    try (RunProcess life =
        RunProcess.start(
            List.of(), FreePorts.next(), folder.resolve(log), folder.toString(), "--snap-start")) {
      HttpResponse<String> answer =
          client.send(life.invocation("Asker", "{}").build(), HttpResponse.BodyHandlers.ofString());
      assertEquals("\"200 200\"", answer.body(), life::text);
      return life.text();
    }
  }

  @Test
  void a_later_run_restores_the_snapshot_and_its_function_reaches_the_services() throws Exception {
    assertTrue(asked("first").contains("INIT_START"), "the first run makes the snapshot");
    String second = asked("second");
    assertFalse(second.contains("INIT_START"), second);
    assertTrue(second.contains("RESTORE_START"), second);
  }
}
