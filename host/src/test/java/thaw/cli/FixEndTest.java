package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.Tool;

/** Process tests: {@code thaw fix} is told to end while it does one thing or another. */
@Tag("linux")
@SideBySide
class FixEndTest {
  private static final String HANDLER =
      """
      package com.example;
      public class Handler {
        public String handle(String event) {
          return event;
        }
      }
      """;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path folder;
  private Path temporary;
  private Path project;

  @BeforeEach
  void project() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    temporary = Files.createDirectories(folder.resolve("tmp"));
    project = Files.createDirectories(folder.resolve("project/src/main/java/com/example"));
    Files.writeString(project.resolve("Handler.java"), HANDLER);
    project = folder.resolve("project");
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Echo:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: .
              Handler: com.example.Handler::handle
              Runtime: java25
              MemorySize: 1024
        """);
    // A Maven of the project's own, which takes a minute where the project says so.
    Path classes = Sources.compile(folder.resolve("classes"), HANDLER);
    Path wrapper = project.resolve("mvnw");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        [ ! -e slow ] || sleep 60
        mkdir -p target/classes target/thaw && : > target/thaw/dependencies && cp -r %s/. target/classes
        """
            .formatted(classes));
    assertTrue(wrapper.toFile().setExecutable(true));
  }

  private List<String> command(Path out) {
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temporary,
            "-Dthaw.program=" + Sources.program(),
            "-Duser.home=" + Path.of("target/test-home").toAbsolutePath(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "fix",
            project.toString(),
            "--event",
            "\"a\"",
            "--out",
            out.toString()));
    return command;
  }

  private static List<String> files(Path root) throws Exception {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.map(each -> root.relativize(each).toString()).sorted().toList();
    }
  }

  @FirstCases(value = 1, rest = "the moments differ, and what ends it is the same")
  @ParameterizedTest
  @CsvSource({
    "TERM, slow, building project",
    "INT,  slow, building project",
    "TERM, fast, cold starts 1",
    "INT,  fast, trying",
  })
  void nothing_is_left_and_nothing_was_changed(String signal, String build, String when)
      throws Exception {
    if (build.equals("slow")) {
      Files.createFile(project.resolve("slow"));
    }
    List<String> before = files(project);
    Path log = folder.resolve("log");
    Path out = folder.resolve("result");
    Process fix =
        new ProcessBuilder(command(out))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      Deadline.await(
          PATIENCE,
          "it says " + when,
          () -> !fix.isAlive() || Files.exists(log) && text(log).contains(when));
      List<ProcessHandle> all = fix.descendants().toList();

      Tool.run(List.of("kill", "-" + signal, String.valueOf(fix.pid())));
      Signals.awaitEnd(fix);

      assertEquals(signal.equals("INT") ? 130 : 143, fix.exitValue(), text(log));
      Deadline.await(
          PATIENCE, "its processes end", () -> all.stream().noneMatch(ProcessHandle::isAlive));
      assertFalse(text(log).contains("this is a bug"), text(log));
      assertEquals(before, files(project));
      try {
        Deadline.await(
            PATIENCE,
            "its folders go",
            () ->
                list(temporary).stream()
                    .noneMatch(name -> name.matches("thaw-(fix|build|\\d+)-.*")));
      } catch (IllegalStateException e) {
        throw new AssertionError(list(temporary) + " is left by " + text(log), e);
      }
      assertFalse(Files.exists(out.resolve("fix.json")), "nothing was proven yet");
    } finally {
      fix.destroyForcibly();
    }
  }

  private static List<String> list(Path root) {
    try (Stream<Path> all = Files.walk(root, 2)) {
      return all.map(each -> each.getFileName().toString()).toList();
    } catch (java.io.IOException e) {
      return List.of("thaw-fix-" + e); // it goes just now: to be asked again
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (java.io.IOException e) {
      return "";
    }
  }
}
