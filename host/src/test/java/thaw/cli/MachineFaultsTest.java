package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.sandbox.PeerUser;

/** Process test: what a machine lacks is told with a remedy, and is no bug of the program's. */
@SideBySide
class MachineFaultsTest {
  @TempDir Path folder;

  private void assertTold(List<String> wrapper, List<String> arguments, String cause, String remedy)
      throws IOException {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(wrapper);
    command.addAll(BuiltProgram.command("-Xmx256m", "-Djava.io.tmpdir=" + folder.resolve("tmp")));
    command.addAll(arguments);
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Signals.awaitEnd(process);
    String said = Files.readString(log);
    assertEquals(2, process.exitValue(), said);
    assertTrue(said.contains(cause), said);
    assertTrue(said.contains("\nRemedy: " + remedy), said);
    assertFalse(said.contains("bug of Thaw's"), said);
    assertFalse(said.contains("\tat "), said);
  }

  @Test
  void no_space_for_temporary_files() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can mount a small disk");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Files.createDirectory(folder.resolve("classes"));
    String mount = "mount -t tmpfs -o size=16k,nr_inodes=3 tmpfs " + temporary;
    assertTold(
        List.of("unshare", "--mount", "sh", "-c", mount + " && exec \"$@\"", "sh"),
        List.of("invoke", folder.resolve("classes").toString(), "--handler", "a.B::c"),
        "No space left on device",
        "free space");
  }

  @Test
  void no_space_for_the_data_of_a_run_is_told_once_and_counted() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can mount a small disk");
    Path data = Files.createDirectory(folder.resolve("data"));
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Slow {
          public static void handle(Object event) throws Exception { Thread.sleep(5000); }
        }
        """);
    Path log = folder.resolve("log");
    String mount = "mount -t tmpfs -o size=4m tmpfs " + data;
    try (RunProcess life =
            RunProcess.start(
                List.of("unshare", "--mount", "sh", "-c", mount + " && exec \"$@\"", "sh"),
                FreePorts.next(),
                log,
                "--data",
                data.toString(),
                "--handler",
                "com.example.Slow::handle",
                folder.resolve("classes").toString());
        HttpClient client = HttpClient.newHttpClient()) {
      String event = "\"" + "a".repeat(250_000) + "\"";
      int refused = 0;
      for (int i = 0; i < 200 && refused < 25; i++) {
        HttpRequest request =
            life.invocation("classes", event).header("X-Amz-Invocation-Type", "Event").build();
        refused += client.send(request, BodyHandlers.discarding()).statusCode() == 500 ? 1 : 0;
      }
      assertEquals(25, refused, life::text);
    }
    String said = Files.readString(log);
    String fault = "thaw: a request failed by a fault of this machine: nothing can be kept";
    assertEquals(2, said.split(fault, -1).length, said);
    assertTrue(said.contains("\nRemedy: make room for the folder of --data"), said);
    assertTrue(said.contains("thaw: 10 requests have failed by this fault"), said);
    assertFalse(said.contains("\tat "), said);
  }

  @Test
  void a_locale_that_cannot_write_a_path() throws Exception {
    Files.createDirectory(folder.resolve("tmp"));
    assertTold(
        List.of("env", "LC_ALL=POSIX"),
        List.of("invoke", folder.resolve("pröjekt").toString(), "--handler", "a.B::c"),
        "this locale has no such characters",
        "use one with UTF-8: LC_ALL=C.UTF-8");
  }
}
