package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.BuiltProgram;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.kernel.Tool;

/** Thaw without a privilege on the machine: as root of a user namespace only. */
@Tag("linux")
@SideBySide
class UserNamespaceTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Hello {
        static int calls;
        public Map<String, Object> handle(Map<String, Object> event) {
          return Map.of("calls", ++calls);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void snapshots_are_taken_and_restored() throws Exception {
    List<String> namespace = List.of("unshare", "--user", "--map-root-user");
    List<String> probe = new ArrayList<>(namespace);
    probe.add("true");
    assumeTrue(Tool.run(probe).succeeded(), "this host permits no user namespaces");
    InstalledCriu.required(true);
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Path classes = Sources.compile(folder.resolve("classes"), SOURCE);
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>(namespace);
    command.addAll(BuiltProgram.command());
    command.addAll(
        List.of(
            "bench",
            classes.toString(),
            "--handler",
            "com.example.Hello::handle",
            "--runs",
            "1",
            "--snap-start",
            "none,snapshot",
            "--out",
            out.toString()));
    File log = folder.resolve("log").toFile();
    Process thaw =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    assertTrue(thaw.waitFor(3, TimeUnit.MINUTES), "does not end");
    assertEquals(0, thaw.exitValue(), Files.readString(log.toPath()));
    JsonNode variants =
        new ObjectMapper().readTree(out.resolve("summary.json").toFile()).get("variants");
    assertEquals("plain", variants.get(0).get("start").asText());
    assertEquals("restored", variants.get(1).get("start").asText());
    assertEquals(0, variants.get(1).get("failures").asInt());
  }
}
