package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.engine.SampleFile;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Verdict;

/**
 * The published pages of the course are what the present code makes of the published raw data, and
 * the raw data are of the present programs.
 */
class CoursePagesTest {
  private static final Path DOCS = Path.of("../docs/course");
  private static final Path FINDINGS = Path.of("../docs/findings.md");
  private static final Path SOURCES = Path.of("../course/src/main/java");
  private static final Path ATTRIBUTION = Path.of("../why/src/main/java/thaw/attribution");
  private static final Path COURSE_JAR =
      Path.of(System.getProperty("thaw.program"), "laboratory/course/thaw-course.jar");

  static List<String> lessons() {
    return Course.lessons().stream().map(lesson -> lesson.syllabus().name()).toList();
  }

  private static Lesson lesson(String name) {
    return Course.lesson(name).orElseThrow();
  }

  private static Map<String, String> files() {
    return LabPages.files(
        DOCS, Course.lessons(), lesson -> CourseCode.digest(COURSE_JAR, lesson.syllabus()));
  }

  private static String remedy(String name) {
    return "run thaw lab " + name + " --docs docs/course";
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void each_lesson_has_raw_data_of_its_present_programs(String name) {
    Lesson lesson = lesson(name);
    RunFacts facts =
        SampleFile.facts(DOCS.resolve("data"), lesson)
            .orElseThrow(() -> new AssertionError("no raw data of " + name + ": " + remedy(name)));
    assertTrue(
        SampleFile.isComplete(DOCS.resolve("data"), lesson),
        () -> name + " was interrupted: " + remedy(name));
    assertEquals(
        lesson.syllabus().edition(),
        facts.edition(),
        () -> "the edition of " + name + ": " + remedy(name));
    assertEquals(
        CourseCode.digest(COURSE_JAR, lesson.syllabus()),
        facts.code(),
        () -> "the programs of " + name + " have changed: " + remedy(name));
    LessonResult result = SampleFile.read(DOCS.resolve("data"), lesson).orElseThrow();
    assertTrue(
        result.samples().all().stream().anyMatch(sample -> sample.failure().isEmpty()),
        () -> "every sample failed: " + remedy(name));
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void each_page_and_chart_is_what_the_raw_data_give(String name) throws IOException {
    Syllabus syllabus = lesson(name).syllabus();
    Map<String, String> files = files();
    assertTrue(
        files.containsKey(syllabus.page()),
        () -> "no raw data of its present programs: " + remedy(name));
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (belongs(syllabus, file.getKey())) {
        assertEquals(
            file.getValue(),
            Files.readString(DOCS.resolve(file.getKey())),
            () -> file.getKey() + " is stale: run thaw lab --docs docs/course");
      }
    }
    try (Stream<Path> there = Files.list(DOCS)) {
      there
          .map(file -> file.getFileName().toString())
          .filter(file -> belongs(syllabus, file))
          .forEach(file -> assertTrue(files.containsKey(file), file + " belongs to no chart"));
    }
  }

  private static boolean belongs(Syllabus syllabus, String file) {
    return file.equals(syllabus.page())
        || file.matches(Pattern.quote(syllabus.name()) + "-\\d+\\.svg");
  }

  @Test
  void the_table_of_contents_is_what_the_raw_data_give() throws IOException {
    assertEquals(
        files().get("README.md"),
        Files.readString(DOCS.resolve("README.md")),
        "run thaw lab --docs docs/course");
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void each_page_has_a_chart_and_a_verdict_for_each_jdk(String name) {
    LessonResult result = SampleFile.read(DOCS.resolve("data"), lesson(name)).orElseThrow();
    assertFalse(result.conclusions().charts().isEmpty(), "a chart");
    Set<String> places =
        result.conclusions().verdicts().stream()
            .flatMap(verdict -> verdict.answers().stream())
            .map(Verdict.ForJdk::where)
            .collect(Collectors.toSet());
    assertFalse(places.isEmpty(), "a verdict");
    if (places.stream().anyMatch(place -> !place.startsWith("this machine"))) {
      result.samples().jdks().forEach(jdk -> assertTrue(places.contains(jdk), jdk));
    }
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void nothing_tells_whose_machine_it_was(String name) throws IOException {
    Syllabus syllabus = lesson(name).syllabus();
    Pattern folders = Pattern.compile("/(home|root|tmp|work|Users|var)/[^ )]+");
    for (String file : List.of(syllabus.page(), "data/" + name + ".jsonl")) {
      String text = Files.readString(DOCS.resolve(file));
      Matcher found = folders.matcher(text.substring(Math.max(0, text.indexOf(LabPage.LINE))));
      assertFalse(found.find(), () -> file + " has " + found.group());
    }
  }

  @Test
  void no_page_or_raw_data_is_of_a_lesson_that_is_gone() throws IOException {
    Set<String> known = new HashSet<>(files().keySet());
    known.add("data");
    for (Lesson lesson : Course.lessons()) {
      known.add(lesson.syllabus().page());
      known.add(lesson.syllabus().name() + ".jsonl");
    }
    Set<String> unknown = new TreeSet<>();
    for (Path folder : List.of(DOCS, DOCS.resolve("data"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> !known.contains(file))
            .forEach(unknown::add);
      }
    }
    assertEquals(Set.of(), unknown);
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void each_page_begins_with_words_of_people_and_ends_with_the_rule(String name)
      throws IOException {
    Syllabus syllabus = lesson(name).syllabus();
    String page = Files.readString(DOCS.resolve(syllabus.page()));
    int line = page.indexOf(LabPage.LINE);
    assertTrue(line > 0, "the line between people's words and thaw lab's is there");
    String above = page.substring(0, line).strip();
    assertTrue(above.startsWith("# "), "a title");
    assertTrue(above.lines().filter(each -> !each.isBlank()).count() > 1, "an introduction");
    String last = page.substring(page.lastIndexOf("\n## "));
    assertTrue(last.startsWith("\n## Rule\n\n" + Markdown.text(syllabus.rule()) + "\n"), last);
    for (String key : syllabus.findings()) {
      assertTrue(last.contains("(../findings.md#" + key + ")"), last);
    }
  }

  @Test
  void what_can_be_looked_up_is_what_claims_come_from() {
    Set<String> sources =
        Course.lessons().stream()
            .map(lesson -> SampleFile.read(DOCS.resolve("data"), lesson).orElseThrow())
            .flatMap(result -> result.conclusions().verdicts().stream())
            .map(Verdict::source)
            .collect(Collectors.toSet());
    for (Publication publication : Publication.values()) {
      assertTrue(
          sources.stream().anyMatch(source -> source.contains(publication.words())),
          publication.words());
    }
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void the_findings_of_each_page_exist_in_the_docs_and_in_the_code(String name) throws IOException {
    String docs = Files.readString(FINDINGS);
    String code = code(ATTRIBUTION);
    for (String key : lesson(name).syllabus().findings()) {
      assertTrue(docs.contains("\n### `" + key + "`\n"), key + " in " + FINDINGS);
      assertTrue(code.contains("\"" + key + "\""), key + " in " + ATTRIBUTION);
    }
  }

  /** So that what a page shows is what was measured. */
  @ParameterizedTest
  @MethodSource("lessons")
  void the_java_code_of_each_page_is_in_the_lesson_s_programs(String name) throws IOException {
    Syllabus syllabus = lesson(name).syllabus();
    List<String> shown = CodeLines.ofPage(Files.readString(DOCS.resolve(syllabus.page())));
    Path programs = SOURCES.resolve(CourseCode.folder(syllabus));
    Set<String> code = shown.isEmpty() ? Set.of() : CodeLines.of(code(programs));
    List<String> foreign = shown.stream().filter(line -> !code.contains(line)).toList();
    assertEquals(List.of(), foreign, () -> "lines of the page that are not in " + programs);
  }

  private static String code(Path folder) throws IOException {
    assertTrue(Files.isDirectory(folder), () -> folder + " has the programs");
    try (Stream<Path> files = Files.walk(folder)) {
      StringBuilder code = new StringBuilder();
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
        code.append(Files.readString(file)).append('\n');
      }
      return code.toString();
    }
  }

  @Test
  void code_is_compared_without_its_indentation_and_comments() {
    Set<String> code =
        CodeLines.of(
            "  Object  a = of(\"https://x\"); // why\n\n  // alone\n  case 2 -> run(a);\n");
    assertEquals(Set.of("Object a = of(\"https://x\");", "run(a);"), code);
    String page = "text\n```java\nrun(a); // wrong\n...\n```\n```sh\nls\n```\n";
    assertEquals(List.of("run(a);", "..."), CodeLines.ofPage(page));
    assertFalse(code.containsAll(CodeLines.ofPage(page)), "what is left out is not code");
  }

  /** Lines of Java, as a reader compares them. */
  private static final class CodeLines {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```");

    static Set<String> of(String code) {
      return Arrays.stream(code.split("\n"))
          .map(line -> line.replaceFirst("(^|\\s)//.*", "").strip().replaceAll("\\s+", " "))
          .map(line -> line.replaceFirst("^case \\S+ -> ", ""))
          .filter(line -> !line.isEmpty())
          .collect(Collectors.toSet());
    }

    static List<String> ofPage(String page) {
      return BLOCK
          .matcher(page)
          .results()
          .flatMap(block -> Arrays.stream(block.group(1).split("\n")))
          .flatMap(line -> of(line).stream())
          .toList();
    }
  }
}
