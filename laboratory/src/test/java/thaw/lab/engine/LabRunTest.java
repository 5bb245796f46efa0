package thaw.lab.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.store.FolderLock;

/** What is measured when, and what of it is kept, with a lesson that needs no JVM. */
class LabRunTest {
  private static final Quantity TIME = new Quantity("wall_ms", "ms", "time");
  private static final Case A = Case.of("what", "a");
  private static final Case B = Case.of("what", "b");

  @TempDir private Path folder;
  private Instance instance;
  private Workbench workbench;

  private final Scripted lesson = new Scripted();
  private final List<Path> aside = new ArrayList<>();

  /** Total and earlier samples, as the last run told them. */
  private List<Integer> began = List.of();

  private int lastCount;
  private String fingerprint = "f";
  private boolean quick;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(folder.resolve("course"));
    course("class Program {}");
    instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"));
    workbench =
        new Workbench(
            instance,
            folder.resolve("course"),
            folder.resolve("cache"),
            List.of(),
            (_, _) -> {
              throw new AssertionError("no function is made");
            });
  }

  @AfterEach
  void close() {
    workbench.close();
    instance.close();
  }

  // ---- going on ----

  @Test
  void an_interrupted_run_goes_on_without_a_sample_twice_and_none_lost() throws Exception {
    interrupted(3, 4);
    LessonResult result = run(3);

    assertEquals(List.of(6, 3), began);
    assertEquals(6, lastCount);
    assertEquals(6, result.samples().all().size());
    assertEquals(6, lesson.measured.size(), lesson.measured.toString());
    assertEquals(6, keys(result).size());
    assertEquals(8, lines().size(), "head, samples, end");
    assertEquals(List.of(), aside);
  }

  @Test
  void more_rounds_are_added_to_those_that_are_there() throws Exception {
    interrupted(2, 4);
    LessonResult result = run(3);

    assertEquals(List.of(6, 3), began);
    assertEquals(6, lesson.measured.size());
    assertEquals(3, result.facts().rounds());
  }

  @Test
  void samples_of_rounds_that_are_not_wanted_any_more_are_kept_and_not_counted() throws Exception {
    interrupted(3, 6);
    LessonResult result = run(1);

    assertEquals(List.of(2, 2), began);
    assertEquals(5, lesson.measured.size());
    assertEquals(5, result.samples().all().size());
    assertEquals(1, result.facts().rounds());
  }

  @Test
  void a_failed_sample_is_repeated_and_a_success_takes_its_place() throws Exception {
    lesson.failing = 2;
    interrupted(2, 4);
    LessonResult result = run(2);

    assertEquals(List.of(4, 2), began);
    assertEquals(5, lesson.measured.size());
    assertEquals(Map.of(), result.failures());
    assertEquals(4, keys(result).size());
    assertEquals(4, result.samples().all().size());
  }

  @Test
  void of_two_samples_of_a_round_the_first_one_counts() throws Exception {
    run(1);
    List<String> lines = new ArrayList<>(lines());
    lines.add(2, lines.get(1).replaceAll("\"wall_ms\":[0-9.]+", "\"wall_ms\":99"));
    Files.write(file(), lines);

    LessonResult read = SampleFile.read(out(), lesson).orElseThrow();

    assertEquals(2, read.samples().all().size());
    assertFalse(read.samples().all().getFirst().values().containsValue(99.0));
  }

  // ---- what a crash leaves ----

  @Test
  void a_line_that_was_cut_short_is_measured_again() throws Exception {
    interrupted(2, 4);
    String last = lines().getLast();
    String before = Files.readString(file());
    Files.writeString(file(), before.substring(0, before.length() - last.length() / 2));

    assertEquals(4, run(2).samples().all().size());
    assertEquals(List.of(4, 2), began);
    assertEquals(4, SampleFile.read(out(), lesson).orElseThrow().samples().all().size());
  }

  @Test
  void a_last_line_that_lacks_only_its_end_is_kept() throws Exception {
    interrupted(2, 4);
    Files.writeString(file(), Files.readString(file()).stripTrailing());

    assertEquals(4, run(2).samples().all().size());
    assertEquals(List.of(4, 3), began);
    assertEquals(6, lines().size(), "each sample in a line of its own");
  }

  @Test
  void a_character_that_was_cut_in_two_and_empty_lines_do_no_harm() throws Exception {
    interrupted(2, 4);
    byte[] cut =
        "\n\r\n{\"case\":0,\"round\":9,\"failure\":\"\u2026".getBytes(StandardCharsets.UTF_8);
    try (OutputStream end =
        Files.newOutputStream(file(), java.nio.file.StandardOpenOption.APPEND)) {
      end.write(cut, 0, cut.length - 1);
    }

    assertEquals(4, run(2).samples().all().size());
    assertEquals(List.of(4, 3), began);
    assertEquals(6, lines().size());
  }

  // ---- beginning anew ----

  @Test
  void a_complete_file_is_moved_aside() throws Exception {
    run(1);
    String first = Files.readString(file());
    run(1);

    assertEquals(1, aside.size());
    assertEquals(first, Files.readString(aside.getFirst()));
    assertEquals(4, lesson.measured.size());
  }

  @Test
  void samples_of_other_cases_are_moved_aside() throws Exception {
    assertBegunAnew(() -> lesson.cases = List.of(A, B, Case.of("what", "c")));
  }

  @Test
  void samples_of_a_quick_run_are_moved_aside() throws Exception {
    assertBegunAnew(() -> quick = true);
  }

  @Test
  void samples_of_another_edition_are_moved_aside() throws Exception {
    assertBegunAnew(() -> lesson.edition = 2);
  }

  @Test
  void samples_of_other_programs_are_moved_aside() throws Exception {
    assertBegunAnew(() -> course("class Program { int other; }"));
  }

  @Test
  void samples_of_another_experiment_are_moved_aside() throws Exception {
    assertBegunAnew(() -> lesson.identity = "project /other");
  }

  @Test
  void samples_of_a_jdk_that_was_replaced_are_moved_aside() throws Exception {
    assertBegunAnew(() -> fingerprint = "other");
  }

  @Test
  void samples_of_another_machine_are_moved_aside() throws Exception {
    assertBegunAnew(() -> inHead("\"cpus\":", "\"cpus\":1"));
  }

  @Test
  void a_machine_with_other_free_memory_is_the_same() throws Exception {
    interrupted(2, 4);
    inHead("\"memoryMiB\":", "\"memoryMiB\":1");
    run(2);

    assertEquals(List.of(4, 3), began);
  }

  @Test
  void a_file_of_before_there_were_fingerprints_is_read() throws Exception {
    run(1);
    List<String> lines = new ArrayList<>(lines());
    lines.set(0, lines.getFirst().replaceFirst("\"jdks\":\\{[^}]*},", ""));
    Files.write(file(), lines);

    assertFalse(lines.getFirst().contains("jdks"));
    assertEquals(2, SampleFile.read(out(), lesson).orElseThrow().samples().all().size());
  }

  // ---- others, and no figures ----

  @Test
  void two_runs_do_not_write_to_one_folder() throws Exception {
    try (FolderLock _ = new SampleFile(out(), "other").lock()) {
      UserMistake mistake = assertThrows(UserMistake.class, () -> run(1));
      assertEquals("another measurement writes to " + out(), mistake.getMessage());
      assertFalse(Files.exists(file()));
    }
    run(1);
    run(1);
    assertEquals(4, lesson.measured.size(), "released after each run");
  }

  @Test
  void what_is_no_number_is_a_failed_sample() throws Exception {
    lesson.value = Double.NaN;

    assertEquals(Map.of("no number: wall_ms=NaN", 2), run(1).failures());
  }

  private interface Change {
    void make() throws IOException;
  }

  private void assertBegunAnew(Change change) throws Exception {
    interrupted(2, 4);
    String earlier = Files.readString(file());
    change.make();
    String changed = Files.readString(file());
    lesson.measured.clear();
    LessonResult result = run(2);

    int all = 2 * lesson.cases.size();
    assertEquals(List.of(all, 0), began);
    assertEquals(all, lesson.measured.size());
    assertEquals(all, result.samples().all().size());
    assertEquals(1, aside.size());
    assertEquals(changed, Files.readString(aside.getFirst()));
    assertTrue(earlier.startsWith("{\"lesson\":\"scripted\""), earlier);
  }

  /** Puts more digits before those of a number in the first line. */
  private void inHead(String name, String replacement) throws IOException {
    List<String> lines = new ArrayList<>(lines());
    assertTrue(lines.getFirst().contains(name), lines.getFirst());
    lines.set(0, lines.getFirst().replace(name, replacement));
    Files.write(file(), lines);
  }

  /** Runs until this sample, which is not taken any more. */
  private void interrupted(int rounds, int sample) {
    lesson.interrupted = sample;
    assertThrows(InterruptedException.class, () -> run(rounds));
    lesson.interrupted = 0;
    assertEquals(sample - 1, lesson.measured.size());
  }

  private LessonResult run(int rounds) throws InterruptedException {
    Jdk jdk = new Jdk(Path.of("/jdk"), 25, "25.0.3", "Vendor", fingerprint);
    Scope scope = new Scope(quick, List.of(jdk), OptionalInt.of(rounds), 1, Map.of());
    return new LabRun(lesson, scope, workbench, out(), new Observer()).run();
  }

  private static HashSet<Object> keys(LessonResult result) {
    HashSet<Object> keys = new HashSet<>();
    result.samples().all().forEach(sample -> keys.add(List.of(sample.subject(), sample.round())));
    return keys;
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Path file() {
    return out().resolve("scripted.jsonl");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }

  /** A jar with this source. */
  private void course(String source) throws IOException {
    try (ZipOutputStream jar =
        new ZipOutputStream(
            Files.newOutputStream(folder.resolve("course").resolve("thaw-course.jar")))) {
      jar.putNextEntry(new ZipEntry("thaw/course/scripted/Program.java"));
      jar.write(source.getBytes(StandardCharsets.UTF_8));
    }
  }

  private final class Observer implements LabObserver {
    @Override
    public void preparing(String what) {}

    @Override
    public void noCaseLeft() {}

    @Override
    public void began(int total, int earlier) {
      began = List.of(total, earlier);
    }

    @Override
    public void sampled(int done, int total, Measurement sample) {
      lastCount = done;
      assertTrue(done <= total, done + " of " + total);
    }

    @Override
    public void movedAside(Path file) {
      aside.add(file);
    }
  }

  /** A lesson whose samples are counted. */
  private static final class Scripted implements Lesson {
    private List<Case> cases = List.of(A, B);
    private int edition = 1;
    private String identity = "";
    private double value = 1;

    /** Which sample fails and which is interrupted, from 1; 0 for none. */
    private int failing;

    private int interrupted;
    private final List<Case> measured = new ArrayList<>();

    @Override
    public Syllabus syllabus() {
      return new Syllabus(
          1, "scripted", "Title", "?", "m", "n", "l", "r", List.of("sdk-v1"), edition, 1, 1);
    }

    @Override
    public List<Case> cases(Scope scope, Workbench workbench) {
      return cases;
    }

    @Override
    public String identity() {
      return identity;
    }

    @Override
    public Map<Quantity, Double> measure(Case subject, Workbench workbench)
        throws InterruptedException, SampleFailure {
      if (measured.size() + 1 == interrupted) {
        throw new InterruptedException();
      }
      measured.add(subject);
      if (measured.size() == failing) {
        throw new SampleFailure("ended with 1");
      }
      return Map.of(TIME, value + measured.size());
    }

    @Override
    public Conclusions conclude(Measurements samples) {
      return new Conclusions(List.of(), List.of(), List.of());
    }
  }
}
