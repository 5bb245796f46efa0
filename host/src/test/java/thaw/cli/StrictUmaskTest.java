package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.BuiltProgram;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.sandbox.PeerUser;

/**
 * Process test: the program whose umask closes its new files to other users, as hardened machines
 * have it. Functions are another user when the program is root.
 */
@SideBySide
class StrictUmaskTest {
  private static final int NOBODY = 65_534;

  @TempDir Path folder;

  @BeforeEach
  void make() throws IOException {
    Path layer = Files.createDirectories(folder.resolve("layer/data"));
    Files.writeString(layer.resolve("word"), "layer");
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Umask {
          public static String of(Object event) throws Exception {
            Process shell = new ProcessBuilder("sh", "-c", "umask; cat /opt/data/word").start();
            String told = new String(shell.getInputStream().readAllBytes());
            return told.replace('\\n', ' ') + " " + event;
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Layer:
            Type: AWS::Serverless::LayerVersion
            Properties: {ContentUri: layer}
          Umask:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: umask
              Handler: com.example.Umask::of
              Runtime: java25
              CodeUri: classes
              Layers: [!Ref Layer]
              MemorySize: 1769
              Timeout: 20
              Events:
                Get:
                  Type: HttpApi
                  Properties: {Path: /word, Method: get}
        """);
    Files.writeString(folder.resolve("event.json"), "\"event\"");
  }

  /** With a cache of its own, so that all that is kept there is made anew. */
  private List<String> wrapper(String umask, int uid) {
    List<String> command = new ArrayList<>();
    if (uid != PeerUser.own().uid()) {
      command.addAll(List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups"));
    }
    command.addAll(
        List.of(
            "env",
            "THAW_CACHE=" + folder.resolve("cache"),
            "sh",
            "-c",
            "umask " + umask + "; exec \"$@\"",
            "sh"));
    return command;
  }

  @ParameterizedTest
  @CsvSource({"077", "027"})
  void functions_run_as_with_any_other(String umask) throws Exception {
    runs(wrapper(umask, PeerUser.own().uid()));
  }

  @Test
  void functions_of_an_ordinary_user_run_too() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    for (Path each : List.of(folder, Files.createDirectory(folder.resolve("cache")))) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    runs(wrapper("077", NOBODY));
  }

  private void runs(List<String> wrapper) throws Exception {
    int api = FreePorts.next();
    Path log = folder.resolve("run.log");
    try (RunProcess life =
            RunProcess.start(
                wrapper, FreePorts.next(), log, "--api-port", "" + api, folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> invoked =
          client.send(life.invocation("umask", "\"event\"").build(), BodyHandlers.ofString());
      assertEquals("\"0022 layer event\"", invoked.body(), life::text);
      HttpRequest get =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api + "/word")).build();
      String answered = client.send(get, BodyHandlers.ofString()).body();
      assertTrue(answered.startsWith("0022 layer {version=2.0,"), answered + life.text());
    }
  }

  @Test
  void a_start_is_measured() throws Exception {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(wrapper("077", PeerUser.own().uid()));
    command.addAll(BuiltProgram.command("-Xmx256m"));
    command.addAll(
        List.of(
            "bench",
            folder.toString(),
            "--runs",
            "1",
            "--event",
            folder.resolve("event.json").toString(),
            "--out",
            folder.resolve("out").toString()));
    Path log = folder.resolve("bench.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Signals.awaitEnd(process);
    assertEquals(0, process.exitValue(), Files.readString(log));
    assertTrue(Files.exists(folder.resolve("out")));
  }
}
