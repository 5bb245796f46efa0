package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.ColdStorage;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/** Process test: an environment whose files somebody takes away. */
@SideBySide
class EndedStorageTest {
  @TempDir Path folder;

  @Test
  void the_log_says_so_and_the_next_request_has_new_files() throws Exception {
    assumeTrue(ColdStorage.capability(SandboxHost.probe()).available(), "no FUSE here");
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Plain {
          static class Late { static String word() { return "late"; } }
          public static String of(String event) { return event.equals("late") ? Late.word() : event; }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Plain:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: plain
              Handler: com.example.Plain::of
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
              Timeout: 20
        """);
    try (RunProcess life =
            RunProcess.start(
                List.of(),
                FreePorts.next(),
                folder.resolve("run.log"),
                "--page-cache",
                "lambda",
                folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      assertEquals("\"early\"", invoked(client, life, "early"));
      ProcessHandle server =
          life.process()
              .toHandle()
              .descendants()
              .filter(each -> commandLine(each).contains("\0storage\0"))
              .findFirst()
              .orElseThrow();
      server.destroyForcibly();
      server.onExit().join();
      Deadline.await( // Thaw learns of it a moment later
          Duration.ofSeconds(30),
          "the log says that the environment has no files any more",
          () -> {
            invoked(client, life, "early"); // it may fail by it, when it is under way
            return life.text().contains("(--page-cache lambda) has ended");
          });
      assertEquals("\"late\"", invoked(client, life, "late"), life::text);
    }
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static String invoked(HttpClient client, RunProcess life, String event) {
    String json = "\"" + event + "\"";
    return client
        .sendAsync(life.invocation("plain", json).build(), BodyHandlers.ofString())
        .join()
        .body();
  }
}
