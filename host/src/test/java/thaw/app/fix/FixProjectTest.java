package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Tool;

/**
 * A whole search that keeps a change of sources, in a project that a program in place of Maven
 * builds: what was measured is applied, and taken back.
 */
@Thorough("It proves a change by some sixty cold starts; OneApplicationTest compares without them")
@Tag("linux")
@StartsProcesses("It proves a gain by cold starts, of which noise asks for more")
class FixProjectTest {
  private static final String HANDLER =
      """
      package com.example;

      import java.net.http.HttpClient;

      public class Handler {
        private HttpClient client;

        public String handle(String event) {
          if (client == null) {
            client = HttpClient.newHttpClient();
          }
          return event + client.version();
        }
      }
      """;

  @TempDir Path folder;

  private static void git(Path in, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-C", in.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(arguments));
    Tool git = Tool.run(command);
    assertEquals(0, git.exitCode(), git.output());
  }

  /** Its build keeps what it has built, in a file for each. */
  private Path project() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Path sources = Files.createDirectories(project.resolve("src/main/java/com/example"));
    Files.writeString(sources.resolve("Handler.java"), HANDLER);
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Client:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: .
              Handler: com.example.Handler::handle
              Runtime: java25
              MemorySize: 512
              Timeout: 60
        """);
    Path event = Files.writeString(project.resolve("event.json"), "\"a\"");
    Path wrapper = project.resolve("mvnw");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        set -e
        source=src/main/java/com/example/Handler.java
        mkdir -p target/classes target/thaw %1$s
        : > target/thaw/dependencies
        %2$s/bin/javac -d target/classes $source
        cp $source %1$s/$(sha256sum < $source | cut -c1-64)
        """
            .formatted(folder.resolve("built"), System.getProperty("java.home")));
    assertTrue(wrapper.toFile().setExecutable(true) && Files.exists(event));
    git(project, "init", "-q");
    git(project, "add", "-A");
    git(project, "commit", "-qm", "first");
    return project;
  }

  @Test
  void a_change_of_sources_that_is_kept_is_applied_as_it_was_measured_and_taken_back()
      throws Exception {
    assumeTrue(SandboxHost.probe().limitsCpu(), "init gains nothing where no CPU is limited");
    Path project = project();
    Path out = folder.resolve("result");
    Path source = project.resolve("src/main/java/com/example/Handler.java");

    Transcript fix =
        Transcript.of(
            "fix",
            project,
            "--event",
            project.resolve("event.json"),
            "--only",
            "static-NAME",
            "--out",
            out,
            "--apply");

    assertEquals(0, fix.exit(), fix.err() + fix.out());
    String applied = Files.readString(source);
    assertNotEquals(HANDLER, applied);
    assertTrue(applied.contains("private static final HttpClient "), applied);
    List<Path> built;
    try (var files = Files.list(folder.resolve("built"))) {
      built = files.toList();
    }
    assertEquals(2, built.size(), "as it is, and with the change");
    List<String> measured = new ArrayList<>();
    for (Path each : built) {
      measured.add(Files.readString(each));
    }
    assertTrue(measured.contains(applied), () -> applied + " is none of " + measured);

    Transcript undo = Transcript.of("fix", project, "--undo", "--out", out);
    assertEquals(0, undo.exit(), undo.err());
    assertEquals(HANDLER, Files.readString(source));
    Tool status = Tool.run(List.of("git", "-C", project.toString(), "status", "--porcelain"));
    assertEquals("", status.output());
  }
}
