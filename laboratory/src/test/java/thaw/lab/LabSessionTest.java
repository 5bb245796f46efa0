package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import thaw.app.shared.Progress;
import thaw.cli.TerminalProgress;
import thaw.cli.Transcript;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.SampleFile;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.problem.UserMistake;

/** What {@code thaw lab} does about lessons that fail, and as a shell sees it. */
class LabSessionTest {
  private static final String OLD =
      "{\"lesson\":\"%s\",\"edition\":0,\"code\":\"00\",\"startedAt\":\"2026-03-01T09:30:00Z\","
          + "\"cases\":[{\"another\":\"factor\"}]}\n";

  @TempDir Path folder;

  // ---- several lessons ----

  @Test
  void one_that_fails_as_a_whole_is_named_and_the_others_are_run() throws Exception {
    Run run =
        run(
            lesson("well", _ -> 1.0),
            new Scripted("broken", Optional.of(new IllegalStateException("no javac")), _ -> 1.0),
            lesson("also-well", _ -> 2.0));
    assertEquals(70, run.exit());
    assertTrue(
        run.err()
            .contains(
                "1 broken: this is a bug of Thaw's, please report it with what follows\n"
                    + "java.lang.IllegalStateException: no javac\n\tat "),
        run.err());
    assertTrue(run.err().endsWith("thaw: nothing was measured of broken\n"), run.err());
    assertTrue(run.out().contains("1 Title of also-well\n"), run.out());
    assertTrue(Files.exists(folder.resolve("out/also-well.jsonl")));
    assertTrue(Files.exists(folder.resolve("out/lab.html")));
  }

  @Test
  void a_mistake_in_one_is_told_with_its_remedy_and_the_others_are_run() throws Exception {
    Run run =
        run(
            new Scripted("broken", Optional.of(new UserMistake("no javac", "add one")), _ -> 1.0),
            lesson("well", _ -> 1.0));
    assertEquals(1, run.exit());
    assertTrue(run.err().contains("\n1 broken: no javac\nRemedy: add one\n"), run.err());
    assertFalse(run.err().contains("UserMistake"), run.err());
    assertTrue(run.err().endsWith("thaw: nothing was measured of broken\n"), run.err());
  }

  @Test
  void for_another_program_only_what_was_measured_is_on_standard_output() throws Exception {
    run(lesson("earlier", _ -> 1.0));
    Run run =
        run(
            List.of("--json"),
            lesson("well", _ -> 1.0),
            new Scripted("broken", Optional.of(new UserMistake("no javac", "add one")), _ -> 1.0));
    assertEquals(1, run.exit());
    JsonNode document = new ObjectMapper().readTree(run.out());
    assertEquals("thaw-lab-1", document.path("format").asText());
    assertEquals(1, document.path("lessons").size(), run.out());
    assertEquals("well", document.at("/lessons/0/name").asText());
    assertTrue(run.out().startsWith("{") && run.out().endsWith("}\n"), run.out());
    assertTrue(run.err().endsWith("thaw: nothing was measured of broken\n"), run.err());
  }

  @Test
  void those_of_which_only_leaves_nothing_are_skipped() throws Exception {
    Lesson[] lessons = {lesson("well", _ -> 1.0), lesson("other", _ -> 1.0)};
    Run run = run(List.of("--only", "lesson=well"), lessons);
    assertEquals(0, run.exit(), run.err());
    assertTrue(
        run.err().contains("\n1 other: skipped, no case of other is left by --only\n"), run.err());
    assertFalse(run.err().contains("nothing was measured"), run.err());
    assertTrue(run.out().contains("1 Title of well\n"), run.out());
    UserMistake none =
        assertThrows(UserMistake.class, () -> run(List.of("--only", "lesson=none"), lessons));
    assertEquals("no case of well is left by --only", none.getMessage());
  }

  @Test
  void one_that_is_measured_and_cannot_be_concluded_has_its_raw_data() throws Exception {
    Lesson strange = new Unconcluded(lesson("strange", _ -> 1.0));
    Run run = run(strange, lesson("well", _ -> 1.0));
    assertEquals(70, run.exit());
    Path data = folder.resolve("out/strange.jsonl");
    assertTrue(
        run.err()
            .contains(
                "1 strange: measured, its raw data stay in "
                    + data
                    + "\n1 strange: this is a bug of Thaw's"),
        run.err());
    assertFalse(run.err().contains("nothing was measured"), run.err());
    assertTrue(SampleFile.isComplete(folder.resolve("out"), strange));
  }

  @Test
  void reports_that_cannot_be_written_leave_what_was_measured() throws Exception {
    Lesson well = lesson("well", _ -> 1.0);
    Path inTheWay = Files.createDirectories(folder.resolve("out/lab.json/in-the-way"));
    UserMistake alone = assertThrows(UserMistake.class, () -> run(well));
    String cause = "the reports could not be written: could not write " + inTheWay.getParent();
    assertTrue(alone.getMessage().startsWith(cause), alone.getMessage());
    assertTrue(SampleFile.isComplete(folder.resolve("out"), well));

    Run run = run(well, lesson("also-well", _ -> 1.0));
    assertEquals(2, run.exit());
    assertTrue(run.err().contains("\n1 well: " + cause), run.err());
    assertTrue(run.err().contains("\nRemedy: mend that; the next lesson with --out "), run.err());
    assertFalse(run.err().contains("nothing was measured"), run.err());
    assertFalse(run.out().contains("page: "), run.out());
    assertTrue(SampleFile.isComplete(folder.resolve("out"), lesson("also-well", _ -> 1.0)));
  }

  @Test
  void after_an_interruption_the_same_command_goes_on() throws Exception {
    List<String> measured = new ArrayList<>();
    Lesson first = counted("first", measured);
    Lesson last = counted("last", measured);
    interrupted(first, measured);
    assertEquals(List.of("first", "first", "middle"), measured);

    Run run = run(first, counted("middle", measured), last);
    assertEquals(0, run.exit(), run.err());
    assertEquals(List.of("first", "first", "middle", "middle", "middle", "last", "last"), measured);
    assertTrue(run.err().contains("1 first: measured at 20"), run.err());
    assertTrue(run.out().contains("1 Title of first\n"), run.out());
    assertFalse(Files.exists(folder.resolve("out/unfinished.txt")));

    measured.clear();
    run(first, counted("middle", measured), last);
    assertEquals(
        List.of("first", "first", "middle", "middle", "last", "last"),
        measured,
        "a run that came to its end is repeated");
  }

  @Test
  void what_an_interrupted_run_has_measured_is_used_by_the_same_command_alone() throws Exception {
    List<String> measured = new ArrayList<>();
    Lesson first = counted("first", measured);
    Lesson middle = counted("middle", measured);
    interrupted(first, measured);
    Path out = folder.resolve("out");
    Path raw = out.resolve("first.jsonl");
    Path unfinished = out.resolve("unfinished.txt");
    String run = Files.readString(unfinished);
    String data = Files.readString(raw);

    measured.clear();
    run(List.of("--rounds", "2"), first, middle);
    assertTrue(measured.contains("first"), "other rounds");

    Files.writeString(unfinished, run);
    Files.writeString(raw, data.replaceFirst("\"startedAt\":\"20..", "\"startedAt\":\"2000"));
    measured.clear();
    run(first, middle, counted("last", measured));
    assertTrue(measured.contains("first"), "raw data of another run");

    Files.writeString(unfinished, run);
    Files.writeString(raw, data.replaceFirst("\"code\":\"", "\"code\":\"0"));
    measured.clear();
    run(first, middle, counted("last", measured));
    assertTrue(measured.contains("first"), "other programs");

    Files.writeString(unfinished, run);
    Files.writeString(raw, data);
    measured.clear();
    run(first, middle, counted("last", measured));
    assertFalse(measured.contains("first"), "the same");
  }

  /** In the first sample of the second lesson but one. */
  private void interrupted(Lesson first, List<String> measured) {
    Lesson middle =
        lesson(
            "middle",
            workbench -> {
              measured.add("middle");
              workbench.close();
              throw new SampleFailure("ended with 130");
            });
    assertThrows(InterruptedException.class, () -> run(first, middle, counted("last", measured)));
  }

  private static Lesson counted(String name, List<String> measured) {
    return lesson(
        name,
        _ -> {
          measured.add(name);
          return 1.0;
        });
  }

  @Test
  void a_single_one_that_fails_tells_all_of_its_failure() {
    Lesson broken =
        new Scripted("broken", Optional.of(new IllegalStateException("no javac")), _ -> 1.0);
    assertThrows(IllegalStateException.class, () -> run(broken));
  }

  @Test
  void a_mistake_that_keeps_all_of_them_from_being_run_is_a_mistake() {
    Lesson one = new Scripted("one", Optional.of(new UserMistake("no case", "another")), _ -> 1.0);
    Lesson two = new Scripted("two", Optional.of(new UserMistake("no case", "another")), _ -> 1.0);
    assertThrows(UserMistake.class, () -> run(one, two));
  }

  @Test
  void one_whose_samples_all_fail_is_not_measured_and_not_published() throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs"));
    Run run =
        run(
            List.of("--docs", docs.toString()),
            lesson(
                "failing",
                _ -> {
                  throw new SampleFailure("ended with 1");
                }));
    assertEquals(1, run.exit());
    assertTrue(run.err().contains("thaw: nothing was measured of failing\n"), run.err());
    assertTrue(run.out().contains("2 of 2 samples failed\n"), run.out());
    assertFalse(Files.exists(docs.resolve("data")));
  }

  @Test
  void what_is_measured_is_published_with_its_raw_data() throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs"));
    Run run = run(List.of("--docs", docs.toString()), lesson("well", _ -> 1.0));
    assertEquals(0, run.exit(), run.err());
    assertEquals(
        Files.readString(folder.resolve("out/well.jsonl")),
        Files.readString(docs.resolve("data/well.jsonl")));
  }

  @Test
  void pages_with_figures_of_other_programs_are_told_and_left() throws Exception {
    Path docs = Files.createDirectories(folder.resolve("docs"));
    Path data = Files.createDirectories(docs.resolve("data"));
    Files.writeString(data.resolve("storage.jsonl"), OLD.formatted("storage"));
    String cause = "all raw data in " + data + " are of an earlier edition or other programs";
    Transcript.of("lab", "--docs", docs)
        .assertMistake(cause, "measure first: thaw lab --all --docs " + docs);
    Run run = run(List.of("--docs", docs.toString()), lesson("well", _ -> 1.0));
    assertEquals(0, run.exit(), run.err());
    assertTrue(
        run.err()
            .contains(
                "the figures of 6-storage.md are of an earlier edition or other programs, and stay"
                    + " as they are: run thaw lab storage --docs "
                    + docs
                    + "\n"),
        run.err());
    assertFalse(Files.exists(docs.resolve("6-storage.md")));
  }

  @Test
  void a_sample_that_ends_because_all_ends_is_no_failed_sample() throws Exception {
    List<Integer> measured = new ArrayList<>();
    Lesson closing =
        lesson(
            "closing",
            workbench -> {
              measured.add(1);
              if (measured.size() == 2) {
                workbench.close();
                throw new SampleFailure("ended with 130");
              }
              return 1.0;
            });
    assertThrows(InterruptedException.class, () -> run(closing));
    List<String> lines = Files.readAllLines(folder.resolve("out/closing.jsonl"));
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.getLast().contains("\"values\""), lines.getLast());
  }

  // ---- as a shell sees it ----

  @Test
  void mistakes_are_answered_with_a_remedy() throws Exception {
    Transcript.of("lab", "first-us")
        .assertMistake("unknown lesson: first-us", "did you mean first-use?");
    Transcript.of("lab", "--all", "first-use")
        .assertMistake("--all and names of lessons exclude each other", "leave out one of them");
    Transcript.of("lab", "--quick")
        .assertMistake("--quick needs a lesson", "name lessons, or all of them with --all");
    Path none = folder.resolve("none");
    Transcript.of("lab", "--docs", none)
        .assertMistake(
            none + " is not a folder that can be written to",
            "make it, or name another one with --docs");
    Transcript.of("lab", "first-use", "--docs", folder, "--only", "archive=AOT")
        .assertMistake(
            "--docs publishes whole lessons, and --only leaves out cases", "leave out one of them");
    Transcript.of("lab", "--docs", folder)
        .assertMistake(
            "no lesson has raw data in " + folder.resolve("data"),
            "measure first: thaw lab --all --docs " + folder);
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count(), "nothing is written by mistake");
    }
    Path file = Files.writeString(folder.resolve("file"), "");
    Transcript.of("lab", "first-use", "--out", file.resolve("below"))
        .assertMistake(
            "the folder " + file.resolve("below") + " cannot be written to",
            "name another one with --out");
  }

  @Test
  void two_jdks_of_one_name_are_refused() throws Exception {
    Path one = jdk("one");
    Path other = jdk("other");
    Transcript.of("lab", "first-use", "--jdk", one + "," + other, "--out", folder.resolve("out"))
        .assertMistake(
            "two JDKs are Vendor 25.0.3: " + one + ", " + other, "leave out one of them");
  }

  private Path jdk(String name) throws Exception {
    Path home = folder.toRealPath().resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=25.0.3\nIMPLEMENTOR=Vendor\n");
    assertTrue(Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true));
    return home;
  }

  @Test
  void a_command_below_runs_no_lesson_and_takes_no_option_before_it() throws Exception {
    Transcript.of("lab", "first-use", "storage")
        .assertMistake(
            "thaw lab storage runs no other lesson: first-use",
            "run them by name and number: thaw lab first-use 6");
    Transcript.of("lab", "--all", "storage")
        .assertMistake(
            "thaw lab storage runs no other lesson: --all", "run thaw lab --all by itself");
    Transcript.of("lab", "1", "--all", "escape")
        .assertMistake(
            "thaw lab escape runs no other lesson: --all", "run thaw lab --all by itself");
    Transcript.of("lab", "--out", folder.resolve("out"), "storage")
        .assertMistake(
            "--out is given before storage",
            "write options behind it: thaw lab storage --help lists them");
    Transcript.of("lab", "--quick", "escape", ".")
        .assertMistake(
            "--quick is given before escape",
            "write options behind it: thaw lab escape --help lists them");
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void an_experiment_of_the_user_s_own_is_not_published() throws Exception {
    List<List<String>> own =
        List.of(
            List.of("--dir", folder.toString()),
            List.of("--latency", "1ms"),
            List.of("--project", "."),
            List.of("--clean", "true"),
            List.of("--function", "."),
            List.of("--gentle"),
            List.of("--", "true"));
    for (List<String> each : own) {
      List<Object> words = new ArrayList<>(List.of("lab", "storage", "--docs", folder));
      words.addAll(each);
      String name = each.getFirst().equals("--") ? "a command" : each.getFirst();
      Transcript.of(words.toArray())
          .assertMistake(
              "--docs publishes the lesson as it is, and "
                  + name
                  + " makes another experiment of it",
              "leave out one of them");
    }
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void a_lesson_is_run_in_real_jvms_shown_and_written_down() throws Exception {
    Path out = folder.resolve("results");
    Transcript run =
        Transcript.of(
            "lab",
            "1",
            "--quick",
            "--rounds",
            "1",
            "--jdk",
            "25",
            "--only",
            "archive=default",
            "--out",
            out);
    assertEquals(0, run.exit(), run.err());
    assertTrue(run.out().contains("JDK 25"), run.out());
    assertTrue(run.out().contains("page: " + out.resolve("lab.html")), run.out());
    var lesson = new ObjectMapper().readTree(out.resolve("lab.json").toFile()).at("/lessons/0");
    assertEquals("first-use", lesson.path("name").asText());
    assertEquals(0, lesson.at("/measured/failed").asInt(), lesson.at("/measured").toString());
    assertTrue(Files.readString(out.resolve("lab.html")).contains("id=\"first-use\""));
  }

  // ---- lessons without a JVM ----

  private interface Measuring {
    double measure(Workbench workbench) throws SampleFailure;
  }

  private static Lesson lesson(String name, Measuring measuring) {
    return new Scripted(name, Optional.empty(), measuring);
  }

  /**
   * @param failing why it has no cases
   */
  private record Scripted(String name, Optional<RuntimeException> failing, Measuring measuring)
      implements Lesson {
    @Override
    public Syllabus syllabus() {
      return new Syllabus(
          1, name, "Title of " + name, "?", "m", "n", "l", "r", List.of("sdk-v1"), 1, 1, 1);
    }

    @Override
    public List<Case> cases(Scope scope, Workbench workbench) {
      if (failing.isPresent()) {
        throw failing.get();
      }
      return List.of(Case.of("what", "a", "lesson", name), Case.of("what", "b", "lesson", name));
    }

    @Override
    public Map<Quantity, Double> measure(Case subject, Workbench workbench) throws SampleFailure {
      return Map.of(new Quantity("wall_ms", "ms", "time"), measuring.measure(workbench));
    }

    @Override
    public Conclusions conclude(Measurements samples) {
      return new Conclusions(List.of(), List.of(), List.of());
    }
  }

  private record Unconcluded(Lesson lesson) implements Lesson {
    @Override
    public Syllabus syllabus() {
      return lesson.syllabus();
    }

    @Override
    public List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException {
      return lesson.cases(scope, workbench);
    }

    @Override
    public Map<Quantity, Double> measure(Case subject, Workbench workbench)
        throws InterruptedException, SampleFailure {
      return lesson.measure(subject, workbench);
    }

    @Override
    public Conclusions conclude(Measurements samples) {
      throw new IllegalStateException("no idea");
    }
  }

  private record Run(int exit, String out, String err) {}

  private Run run(Lesson... lessons) throws Exception {
    return run(List.of(), lessons);
  }

  private Run run(List<String> more, Lesson... lessons) throws Exception {
    List<String> words = new ArrayList<>(List.of("--out", folder.resolve("out").toString()));
    words.addAll(more);
    LabOptions options =
        CommandLine.populateCommand(new LabOptions(), words.toArray(String[]::new));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream standard = System.out;
    String home = System.getProperty("user.home");
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setProperty("user.home", Path.of("target/test-home").toAbsolutePath().toString());
      Progress progress =
          new TerminalProgress(new PrintStream(err, true, StandardCharsets.UTF_8), false);
      int exit = new LabSession(options, progress).run(List.of(lessons));
      return new Run(
          exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(standard);
      System.setProperty("user.home", home);
    }
  }
}
