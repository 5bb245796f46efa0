package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.PeerUser;
import thaw.sandbox.SandboxUser;
import thaw.sandbox.kernel.Deadline;

/** Process tests: debuggers and the functions of {@code thaw run --debug}. */
@SideBySide
class DebuggingTest {
  private static final Pattern PORT = Pattern.compile("(\\w+): a new .*127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path folder;

  @Test
  void a_debugger_reaches_each_jvm_and_holds_it_longer_than_its_timeout() throws Exception {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java25, CodeUri: classes, MemorySize: 128, Timeout: 1}}
        Resources:
          One:
            Type: AWS::Serverless::Function
            Properties: {Handler: 'com.example.Slow::handle'}
          Two:
            Type: AWS::Serverless::Function
            Properties: {Handler: 'com.example.Slow::handle'}
        """);
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        import com.amazonaws.services.lambda.runtime.Context;
        import com.amazonaws.services.lambda.runtime.RequestHandler;
        public class Slow implements RequestHandler<Long, Boolean> {
          public Boolean handleRequest(Long millis, Context context) {
            try { Thread.sleep(millis); } catch (InterruptedException e) { return false; }
            return context.getRemainingTimeInMillis() > 60_000;
          }
          public Boolean handle(Long millis, Context context) {
            return handleRequest(millis, context);
          }
        }
        """);
    HttpClient client = HttpClient.newHttpClient();
    int first = FreePorts.next();
    try (RunProcess life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("run.log"),
            "--debug-port",
            "" + first,
            folder.toString())) {
      CompletableFuture<HttpResponse<String>> slow =
          client.sendAsync(
              life.invocation("One", "2500").build(), HttpResponse.BodyHandlers.ofString());
      String two =
          client
              .send(life.invocation("Two", "0").build(), HttpResponse.BodyHandlers.ofString())
              .body();
      assertEquals("true", two, life::text);
      assertEquals("true", slow.get().body(), "longer than its timeout of 1 s");
      int one = port(life, "One");
      assertNotEquals(one, port(life, "Two"));
      VirtualMachine machine = attach(one);
      assertTrue(
          machine.allThreads().stream().anyMatch(thread -> thread.name().equals("main")),
          "no main thread");
      assertEquals(1, machine.classesByName("com.example.Slow").size());
      machine.dispose();
      if (PeerUser.own().isRoot()) {
        assertNeverGreeted(one, 54_321);
        assertNeverGreeted(one, SandboxUser.UID);
      }
      assertGreeted(one, PeerUser.own().uid());
    }
  }

  @Test
  void everybody_but_functions_debugs_what_everybody_may_change() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Door {
          public String open(String event) { return event; }
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
              Handler: com.example.Door::open
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
        """);
    try (RunProcess life =
            RunProcess.start(
                List.of(),
                FreePorts.next(),
                folder.resolve("run.log"),
                "--allow-changes",
                "--debug-port",
                "" + FreePorts.next(),
                folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      assertEquals(
          "\"event\"",
          client
              .send(life.invocation("Door", "\"event\"").build(), BodyHandlers.ofString())
              .body());
      int port = port(life, "Door");
      assertNeverGreeted(port, SandboxUser.UID);
      assertGreeted(port, 54_321);
    }
  }

  /** A JVM listens again a moment after a debugger has gone. */
  private static void assertGreeted(int port, int uid) {
    Deadline.await(Duration.ofSeconds(30), "user " + uid + " is greeted", () -> greeted(port, uid));
  }

  private static void assertNeverGreeted(int port, int uid) {
    for (int i = 0; i < 20; i++) {
      assertFalse(greeted(port, uid), "user " + uid);
    }
  }

  /** Whether a JVM answers the greeting of a debugger that is this user's. */
  private static boolean greeted(int port, int uid) {
    List<String> command = new ArrayList<>();
    if (uid != PeerUser.own().uid()) {
      command.addAll(List.of("setpriv", "--reuid=" + uid, "--clear-groups"));
    }
    command.addAll(
        List.of(
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/%d; printf JDWP-Handshake >&3; head -c 14 <&3 2> /dev/null"
                .formatted(port)));
    String answer;
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    if (answer.isEmpty()) {
      return false;
    }
    assertEquals("JDWP-Handshake", answer);
    return true;
  }

  private static int port(RunProcess life, String function) {
    Matcher matcher = PORT.matcher(life.text());
    while (matcher.find()) {
      if (matcher.group(1).equals(function)) {
        return Integer.parseInt(matcher.group(2));
      }
    }
    throw new AssertionError("no port of " + function + ":\n" + life.text());
  }

  private static VirtualMachine attach(int port) throws Exception {
    AttachingConnector sockets =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(connector -> connector.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = sockets.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue("" + port);
    return sockets.attach(arguments);
  }
}
