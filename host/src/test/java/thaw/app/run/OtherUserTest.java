package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.PeerUser;
import thaw.sandbox.kernel.Deadline;

/** Process test: what another user of the machine finds out about the functions of a real run. */
@SideBySide
class OtherUserTest {
  private static final String SECRET = "Bearer-4711";

  @TempDir Path folder;

  @Test
  void another_user_sees_figures_and_nothing_that_functions_got_or_wrote() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        import java.util.Map;
        public class Door {
          public String open(Map<String, Object> event) {
            System.out.println("opened for " + event.get("authorization"));
            return "welcome, " + event.get("authorization");
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Door:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: door
              Handler: com.example.Door::open
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
              Timeout: 20
        """);
    int port = FreePorts.next();
    try (RunProcess life =
            RunProcess.start(List.of(), port, folder.resolve("log"), folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> invoked =
          client.send(
              life.invocation("door", "{\"authorization\": \"" + SECRET + "\"}").build(),
              BodyHandlers.ofString());
      assertEquals("\"welcome, " + SECRET + "\"", invoked.body());
      String id = invoked.headers().firstValue("x-amzn-RequestId").orElseThrow();
      String detail = "/_thaw/data/requests/" + id;
      Deadline.await(
          Duration.ofSeconds(30),
          "all of it is there",
          () -> asked(port, detail, 0).contains("opened for " + SECRET));
      String own = asked(port, detail, 0) + asked(port, "/_thaw/data/events/door", 0);
      assertEquals(4, own.split(SECRET, -1).length - 1, own); // event, response, log, last event
      assertTrue(asked(port, "/_thaw/traces/" + id, 0).contains("\"spans\""));

      String others = asked(port, detail, 54_321);
      assertTrue(others.contains("\"status\":\"success\""), others);
      assertTrue(others.contains("Only the user who runs thaw sees events"), others);
      assertFalse(others.contains(SECRET), others);
      String events = asked(port, "/_thaw/data/events/door", 54_321);
      assertTrue(events.contains("\"events\":[]"), events);
      assertTrue(asked(port, "/_thaw/traces/" + id, 54_321).startsWith("HTTP/1.1 403"));
      assertFalse(asked(port, "/_thaw/data/state", 54_321).contains(SECRET));
    }
  }

  private static String asked(int port, String path, int uid) {
    List<String> command = new ArrayList<>();
    if (uid != 0) {
      command.addAll(List.of("setpriv", "--reuid=" + uid, "--clear-groups"));
    }
    String request =
        "GET " + path + " HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n";
    command.addAll(
        List.of(
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/%d; printf '%s' >&3; cat <&3".formatted(port, request)));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), path);
      return answer;
    } catch (Exception e) {
      throw new IllegalStateException(path, e);
    }
  }
}
