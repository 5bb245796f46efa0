package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.Sources;

/** What is wrong with a {@code thaw lab escape}, and a command that is right. */
class EscapeMistakesTest {
  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void a_program() throws IOException {
    Sources.compile(
        classes,
        """
        package com.example;
        public class Hello {
          public static void main(String[] arguments) {
            System.exit(arguments.length);
          }
        }
        """);
  }

  @Test
  void it_must_be_known_whose_methods_are_asked_about() {
    escape("--", "java", "-version")
        .assertMistake(
            "it is not known which methods are yours",
            "name your jar or classes: --jar target/classes");
    escape("--log", folder.resolve("a.log"))
        .assertMistake(
            "it is not known which methods are yours",
            "name your jar or classes: --jar target/classes");
    Path none = folder.resolve("none.jar");
    Path log = written("<hotspot_log version='160 1' process='1' time_ms='1'>\n");
    escape("--jar", none, "--log", log)
        .assertMistake("the file does not exist: " + none, "correct --jar");
    escape("--jar", folder, "--log", log)
        .assertMistake(
            "no class in " + folder,
            "name a jar with classes, or the folder of your classes: --jar target/classes");
    escape("--jar", classes, "--package", "org.", "--log", log)
        .assertMistake("no class in " + classes + " begins with org.", "correct --package");
  }

  @Test
  void a_log_must_be_one() {
    Path missing = folder.resolve("missing.log");
    escape("--jar", classes, "--log", missing)
        .assertMistake("the file does not exist: " + missing, "correct --log");
    Path other = written("something else\n");
    escape("--jar", classes, "--log", other)
        .assertMistake(
            "this is not a log of compilations: " + other,
            "write one with the options that thaw lab escape --help shows");
    escape("--jar", classes, "--recording", other)
        .assertMistake("--recording needs the --log of the same JVM", "add --log FILE");
    escape("--jar", classes, "--log", other, "--", "java")
        .assertMistake("--log and what to run exclude each other", "leave out one of them");
  }

  @Test
  void a_command_must_start_a_jvm() {
    escape("--jar", classes, "--", "true")
        .assertMistake(
            "no JVM wrote a log",
            "let the command start a HotSpot JVM: JAVA_TOOL_OPTIONS must reach it");
    Transcript none = escape("--jar", classes, "--", folder.resolve("nothing"));
    assertEquals(2, none.exit());
    assertTrue(none.err().contains("could not start " + folder.resolve("nothing")), none::err);
    escape("source", "--jar", classes, "--", "java")
        .assertMistake(
            "a SOURCE and a command exclude each other: source",
            "leave out one of them; a command stands behind --");
    escape("--invocations", "0")
        .assertMistake("--invocations must be at least 1: 0", "use for example 20000");
  }

  @Test
  void only_what_an_earlier_run_wrote_is_replaced() throws IOException {
    Path raw = Files.createDirectories(folder.resolve("out/jvm"));
    Path log = Files.writeString(raw.resolve("compilation-pid7.log"), "");
    Path recording = Files.writeString(raw.resolve("hotspot-pid-7-id-1-2026_11_22.jfr"), "");
    refused(raw, Files.createSymbolicLink(raw.resolve("compilation-link.log"), log));
    refused(raw, Files.createDirectory(raw.resolve("compilation-folder.log")));
    refused(raw, Files.writeString(raw.resolve("mine.jfr"), ""));
    assertTrue(Files.exists(log) && Files.exists(recording), "nothing was deleted");
    assertEquals(2, escape("--jar", classes, "--", "true").exit());
    assertFalse(Files.exists(log) || Files.exists(recording));
  }

  private void refused(Path raw, Path other) throws IOException {
    escape("--jar", classes, "--", "true")
        .assertMistake(
            "the folder " + raw + " has other files than those of JVMs: " + other.getFileName(),
            "name another one with --out");
    Files.delete(other); // which fails if the program has deleted it
  }

  @Test
  void a_command_that_fails_may_have_a_jvm_that_cannot_count() {
    Object[] failing = {"--jar", classes, "--", "sh", "-c", "exit 3"};
    Transcript counted = escape(failing);
    counted.assertMistake(
        "no JVM wrote a log",
        "correct the command; a JVM without Flight Recorder needs --no-count");
    assertTrue(counted.err().contains("the command ended with exit code 3 (a JVM"), counted::err);
    escape("--jar", classes, "--no-count", "--", "sh", "-c", "exit 3")
        .assertMistake("no JVM wrote a log", "correct the command");
  }

  @Test
  void a_command_that_fails_is_told_and_what_it_compiled_too() {
    Transcript run =
        escape(
            "--jar", classes, "--no-count", "--", java(), "-cp", classes, "com.example.Hello", "x");
    assertEquals(1, run.exit(), run::err);
    assertTrue(run.err().contains("the command ended with exit code 1"), run::err);
    assertTrue(run.out().startsWith("none of your methods was compiled\n"), run::out);
    assertTrue(Files.exists(folder.resolve("out/escape.json")));
  }

  @Test
  void for_another_program_only_the_document_is_on_standard_output() throws Exception {
    Transcript run =
        escape(
            "--json",
            "--jar",
            classes,
            "--no-count",
            "--",
            "sh",
            "-c",
            "echo said; exec " + java() + " -cp " + classes + " com.example.Hello x");
    assertEquals(1, run.exit(), run::err);
    assertTrue(run.err().contains("said\n"), run::err);
    assertEquals("thaw-escape-1", run.json().path("format").asText());
    assertEquals(Files.readString(folder.resolve("out/escape.json")), run.out());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin/java").toString();
  }

  private Path written(String text) {
    try {
      return Files.writeString(folder.resolve("written.log"), text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Transcript escape(Object... arguments) {
    Object[] all = new Object[arguments.length + 4];
    all[0] = "lab";
    all[1] = "escape";
    all[2] = "--out";
    all[3] = folder.resolve("out");
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return Transcript.of(all);
  }
}
