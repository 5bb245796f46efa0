package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;
import thaw.sandbox.SandboxHost;

/** Projects that {@code thaw fix} cannot begin with. */
@Tag("linux")
@SideBySide
class FixMistakesTest {
  @TempDir Path folder;

  private List<String> files() throws Exception {
    try (Stream<Path> tree = Files.walk(folder.resolve("project"))) {
      return tree.map(Path::toString).sorted().toList();
    }
  }

  /** A project with a Maven of its own. */
  private Path project(String maven) throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(project.resolve("mvnw"), "#!/bin/sh\n" + maven + "\n");
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Echo:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: ., Handler: "a.B::c", Runtime: java25}
        """);
    return project;
  }

  /** What the build says | what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[ERROR] Tests run: 2, Failures: 1 -- in ATest | tests fail: Tests run: 2, Failures: 1 -- in ATest",
        "[ERROR] Cannot access central in offline mode | offline",
        "[INFO] Scanning for projects... | Scanning for projects...",
      })
  void a_build_that_fails_before_any_change_is_a_mistake_and_nothing_is_changed(
      String says, String told) throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path project = project("echo '" + says + "'\nexit 1");
    List<String> before = files();
    Path out = folder.resolve("out");

    Transcript fix = Transcript.of("fix", project, "--event", "{}", "--out", out);

    assertEquals(2, fix.exit(), fix.err());
    assertTrue(
        fix.err()
            .lines()
            .anyMatch(line -> line.startsWith("thaw: before any change, ") && line.contains(told)),
        fix.err());
    assertTrue(fix.err().contains("Remedy: mend the build of project and its tests"), fix.err());
    Path log = out.resolve("thaw-state/build.log");
    assertTrue(fix.err().contains("all that it has said is in " + log), fix.err());
    assertTrue(Files.readString(log).contains(says));
    assertFalse(fix.err().contains("\tat "), fix.err());
    assertEquals(before, files());
    assertFalse(Files.exists(out.resolve("fix.json")));
  }

  @Test
  void a_build_that_takes_the_whole_time_limit_ends_with_it() throws Exception {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    Path project = project("sleep 600");

    Transcript fix =
        Transcript.of(
            "fix", project, "--event", "{}", "--budget", "5s", "--out", folder.resolve("out"));

    assertEquals(2, fix.exit(), fix.err());
    assertTrue(
        fix.err()
            .contains(
                "thaw: before any change, the build of project with its tests was still"
                    + " at work after "),
        fix.err());
    assertTrue(fix.err().contains("Remedy: give it more time, such as --budget 20m"), fix.err());
  }

  @ParameterizedTest
  @CsvSource({"3", "600", "soon", "0s"})
  void a_time_limit_has_a_unit(String limit) throws Exception {
    Transcript.of("fix", folder, "--budget", limit)
        .assertMistake("--budget must be a time: " + limit, "write it like 90s, 10m or 1h");
  }
}
