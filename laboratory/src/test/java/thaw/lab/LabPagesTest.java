package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;

/** The pages of a course, from raw data. */
class LabPagesTest {
  private static final ExampleLesson LESSON = new ExampleLesson(1, "first-use", 2);
  private static final ExampleLesson UNMEASURED = new ExampleLesson(2, "later", 1);
  private static final List<Lesson> LESSONS = List.of(LESSON, UNMEASURED);

  /** Of the example's raw data. */
  private static final String CODE = "9f86d081884c7d65";

  @TempDir Path docs;
  @TempDir Path out;

  private void measured() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("lab-example.jsonl"))) {
      Files.copy(in, out.resolve("first-use.jsonl"));
    }
    LabPages.keep(out, LESSON, docs);
  }

  private LabPages.Pages write(List<Lesson> lessons) {
    return LabPages.write(docs, lessons, _ -> CODE);
  }

  private Map<String, String> written() throws IOException {
    Map<String, String> written = new TreeMap<>();
    try (Stream<Path> files = Files.walk(docs)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        written.put(docs.relativize(file).toString(), Files.readString(file));
      }
    }
    return written;
  }

  /** To renew it: read what changed, then copy what the failure shows. */
  @Test
  void a_page_looks_as_it_did_when_somebody_last_looked() throws IOException {
    measured();
    write(LESSONS);
    for (String file : List.of("1-first-use.md", "README.md")) {
      try (InputStream in = getClass().getResourceAsStream("lab-" + file)) {
        String golden =
            new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(golden, Files.readString(docs.resolve(file)));
      }
    }
  }

  @Test
  void the_same_raw_data_give_the_same_bytes() throws IOException {
    measured();
    assertEquals(List.of(LESSON), write(LESSONS).written());
    Map<String, String> first = written();
    assertEquals(
        List.of(
            "1-first-use.md",
            "README.md",
            "data/first-use.jsonl",
            "first-use-1.svg",
            "first-use-2.svg"),
        List.copyOf(first.keySet()));
    write(LESSONS);
    assertEquals(first, written());
  }

  @Test
  void what_people_wrote_above_the_line_stays_and_what_is_below_goes() throws IOException {
    measured();
    Path page = docs.resolve("1-first-use.md");
    Files.writeString(page, "# Mine\n\nWords.\n\n" + LabPage.LINE + "\n\nold figures\n");
    write(LESSONS);
    String text = Files.readString(page);
    assertTrue(text.startsWith("# Mine\n\nWords.\n\n" + LabPage.LINE + "\n\n## Question\n"), text);
    assertFalse(text.contains("old figures"));
  }

  @Test
  void a_page_without_the_line_gets_it_at_its_end() throws IOException {
    measured();
    Path page = docs.resolve("1-first-use.md");
    Files.writeString(page, "# Mine\n\nWords.\n");
    write(LESSONS);
    assertTrue(Files.readString(page).startsWith("# Mine\n\nWords.\n\n" + LabPage.LINE + "\n"));
  }

  @Test
  void the_rule_and_its_findings_come_last() throws IOException {
    measured();
    write(LESSONS);
    String page = Files.readString(docs.resolve("1-first-use.md"));
    List<String> sections = page.lines().filter(line -> line.startsWith("## ")).toList();
    assertEquals("## Rule", sections.getLast());
    assertTrue(
        page.endsWith(
            "[`lambda-first-use`](../findings.md#lambda-first-use),"
                + " [`string-concatenation`](../findings.md#string-concatenation).\n"),
        page);
  }

  @Test
  void a_lesson_that_was_not_measured_keeps_its_page_and_is_said_to_be_so() throws IOException {
    measured();
    Files.writeString(docs.resolve("2-later.md"), "# Later\n");
    write(LESSONS);
    assertEquals("# Later\n", Files.readString(docs.resolve("2-later.md")));
    assertTrue(Files.readString(docs.resolve("README.md")).contains("| not measured |"));
  }

  @Test
  void without_raw_data_nothing_is_written() throws IOException {
    assertEquals(List.of(), write(LESSONS).written());
    assertEquals(Map.of(), written());
  }

  @Test
  void figures_of_other_programs_stay_and_are_told_without_being_concluded() throws IOException {
    measured();
    write(LESSONS);
    Map<String, String> before = written();
    assertEquals(
        new LabPages.Pages(List.of(), List.of(LESSON)),
        LabPages.write(docs, LESSONS, _ -> "another"));
    assertEquals(before, written());

    ExampleLesson other = new ExampleLesson(2, "later", 1);
    String data = Files.readString(out.resolve("first-use.jsonl"));
    Files.writeString(
        docs.resolve("data/later.jsonl"), data.replaceFirst("\"edition\":1", "\"edition\":0"));
    Files.writeString(docs.resolve("2-later.md"), "# Later\n");
    Files.writeString(docs.resolve("later-1.svg"), "its chart");
    LabPages.Pages pages = write(List.of(LESSON, new NotConcluding(other)));
    assertEquals(List.of(LESSON), pages.written());
    assertEquals(List.of(new NotConcluding(other)), pages.outdated());
    assertEquals("# Later\n", Files.readString(docs.resolve("2-later.md")));
    assertEquals("its chart", Files.readString(docs.resolve("later-1.svg")));
    assertTrue(
        Files.readString(docs.resolve("README.md")).contains("| not measured since a change |"));
  }

  @Test
  void a_report_of_a_folder_leaves_out_what_is_of_other_programs() throws IOException {
    measured();
    Path jar = out.resolve("course.jar");
    try (var zip = new java.util.zip.ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new java.util.zip.ZipEntry("thaw/course/firstuse/A.java"));
    }
    LabFiles.write(out, List.of(new NotConcluding(LESSON)), jar);
    assertTrue(Files.readString(out.resolve("lab.json")).contains("\"lessons\": []"));
  }

  /** One that has renamed its factors. */
  private record NotConcluding(Lesson lesson) implements Lesson {
    @Override
    public Syllabus syllabus() {
      return lesson.syllabus();
    }

    @Override
    public List<Case> cases(Scope scope, Workbench workbench) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<Quantity, Double> measure(Case subject, Workbench workbench) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Conclusions conclude(Measurements samples) {
      throw new IllegalArgumentException("no such factor");
    }
  }

  @Test
  void a_chart_that_a_lesson_no_longer_has_is_removed() throws IOException {
    measured();
    write(LESSONS);
    Files.writeString(docs.resolve("first-use-first.svg"), "somebody's own");
    write(List.of(new ExampleLesson(1, "first-use", 1), UNMEASURED));
    List<String> left = new ArrayList<>(written().keySet());
    assertTrue(left.contains("first-use-1.svg") && left.contains("first-use-first.svg"));
    assertFalse(left.contains("first-use-2.svg"), left.toString());
  }

  @Test
  void hostile_texts_stay_texts() {
    String page = LabPage.of(LabExamples.hostile(), "");
    assertFalse(page.replace("\\<", "").contains("<img"), page);
    assertFalse(page.contains("\u001b"));
    page.lines()
        .filter(line -> line.startsWith("| "))
        .forEach(line -> assertTrue(line.endsWith(" |"), line));
  }

  @ParameterizedTest
  @CsvSource({
    "Map<String> and *all*, Map\\<String\\> and \\*all\\*",
    "wall_ms and _so_, wall_ms and \\_so\\_",
    "`List<A>` is code, `List<A>` is code",
    "a ` alone, a \\` alone",
    "~5 ms [1] a|b `a|b`, \\~5 ms \\[1\\] a\\|b `a\\|b`",
  })
  void text_is_shown_as_it_is(String text, String markdown) {
    assertEquals(markdown, Markdown.text(text));
  }
}
