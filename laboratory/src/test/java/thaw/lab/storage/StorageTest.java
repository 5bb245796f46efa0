package thaw.lab.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

class StorageTest {
  private static final String WORK = StorageFigures.BUILD + "make";

  private final List<Case> cases = new ArrayList<>();
  private final List<Measurement> samples = new ArrayList<>();

  private double others;

  /** A place named so has that file system. */
  private static Case place(String place, String latency) {
    return Case.of(
        StorageFigures.WORK,
        WORK,
        StorageFigures.PLACE,
        place,
        StorageFigures.LATENCY,
        latency,
        StorageFigures.FILE_SYSTEM,
        place.equals("nfs4") ? place : "ext4");
  }

  /** With CPU time and waiting as given, and what is real the sum of them. */
  private void add(String place, String latency, double cpu, double... waitings) {
    Case subject = place(place, latency);
    cases.add(subject);
    int round = 0;
    for (double waiting : waitings) {
      round++;
      Map<String, Double> values = new HashMap<>();
      for (StorageFigures.OfRun run : List.of(StorageFigures.COLD, StorageFigures.WARM)) {
        values.put(run.real().key(), cpu + waiting);
        values.put(run.own().key(), cpu + waiting);
        values.put(run.user().key(), cpu - 100);
        values.put(run.system().key(), 100.0);
        values.put(run.waiting().key(), waiting);
        values.put(run.others().key(), others);
      }
      values.put(StorageFigures.TRIPS.key(), waiting);
      values.put(StorageFigures.ALL_DROPPED.key(), 1.0);
      values.put(StorageFigures.TRIMMED.key(), 0.0);
      samples.add(new Measurement(subject, round, values, Optional.empty()));
    }
  }

  private Conclusions concluded() {
    return new Storage(StorageOptions.STANDARD).conclude(new Measurements(cases, samples));
  }

  private List<Verdict.Judgement> judgements() {
    return concluded().verdicts().stream()
        .flatMap(verdict -> verdict.answers().stream())
        .map(Verdict.ForJdk::judgement)
        .toList();
  }

  @Test
  void as_published_all_three_claims_hold() {
    add("disk", "none", 1000, 10, 20, 30);
    add("memory", "none", 1000, 0, 5, 10);
    add("disk", "1 ms", 1100, 4000, 4100, 4200);
    assertEquals(
        List.of(Verdict.Judgement.HOLDS, Verdict.Judgement.HOLDS, Verdict.Judgement.HOLDS),
        judgements());
    Table table = concluded().tables().getFirst();
    assertEquals(
        List.of("disk", "memory", "disk + 1 ms"),
        table.rows().stream().map(Table.Row::name).toList());
    assertEquals(new Entry.Words("5.1×"), table.rows().getLast().entries().getLast());
    assertTrue(table.note().contains("drop_caches"), table.note());
    assertTrue(table.note().contains("nothing was trimmed"), table.note());
    assertEquals(1, concluded().charts().size());
  }

  @Test
  void a_network_that_is_as_fast_as_a_disk_and_a_slow_memory_refute_it() {
    add("disk", "none", 1000, 10, 20, 30);
    add("memory", "none", 1000, 2000, 2100, 2200);
    add("disk", "0.1 ms", 1000, 100, 110, 120);
    assertEquals(Verdict.Judgement.NO_LONGER, judgements().get(0));
    assertEquals(Verdict.Judgement.NO_LONGER, judgements().get(1));
  }

  @Test
  void more_cpu_time_in_place_of_waiting_refutes_that_it_is_similar() {
    add("disk", "none", 1000, 10, 20, 30);
    add("disk", "1 ms", 4000, 100, 110, 120);
    assertEquals(Verdict.Judgement.NO_LONGER, judgements().getLast());
  }

  @Test
  void a_network_file_system_is_compared_with_the_first_local_one_and_no_local_one_itself() {
    add("nfs4", "none", 1100, 4000, 4100, 4200);
    add("disk", "none", 1000, 10, 20, 30);
    List<Verdict> verdicts = concluded().verdicts();
    assertEquals(Verdict.Judgement.HOLDS, verdicts.get(0).answers().getFirst().judgement());
    assertEquals(Verdict.Judgement.UNDECIDED, verdicts.get(1).answers().getFirst().judgement());
    assertEquals(
        new Entry.Words("1.0×"),
        concluded().tables().getFirst().rows().getLast().entries().getLast());
  }

  @Test
  void builds_beside_busy_programs_decide_nothing() {
    add("disk", "none", 1000, 10, 20, 30);
    others = 0.3;
    add("disk", "1 ms", 1100, 4000, 4100, 4200);
    Verdict.ForJdk answer = concluded().verdicts().getFirst().answers().getFirst();
    assertEquals(Verdict.Judgement.UNDECIDED, answer.judgement());
    assertTrue(answer.evidence().contains("30 % of its CPUs"), answer.evidence());
  }

  @Test
  void the_machine_is_busy_with_all_but_idling_and_waiting_for_storage() {
    assertEquals(
        10 * (1 + 2 + 4 + 32 + 64 + 128),
        CommandTiming.Reading.busy("cpu  1 2 4 8 16 32 64 128 256 512"));
  }

  @Test
  void wide_intervals_decide_nothing() {
    add("disk", "none", 1000, 10, 2000, 30);
    add("memory", "none", 1000, 3000, 0, 10);
    add("disk", "1 ms", 1100, 400, 4100, 9000);
    assertEquals(Verdict.Judgement.UNDECIDED, judgements().get(0));
    assertEquals(Verdict.Judgement.UNDECIDED, judgements().get(1));
  }

  @Test
  void a_place_that_could_not_be_tried_says_why_and_decides_nothing() {
    add("disk", "none", 1000, 10, 20, 30);
    Case subject = place("disk", "1 ms");
    cases.add(subject);
    samples.add(new Measurement(subject, 9, Map.of(), Optional.of("libfuse3 was not found")));
    for (Verdict verdict : concluded().verdicts()) {
      assertEquals(Verdict.Judgement.UNDECIDED, verdict.answers().getFirst().judgement());
    }
    assertTrue(
        concluded()
            .verdicts()
            .getFirst()
            .answers()
            .getFirst()
            .evidence()
            .contains("libfuse3 was not found"));
  }

  @Test
  void one_place_alone_is_compared_with_nothing() {
    add("/mnt", "none", 1000, 10, 20, 30);
    assertTrue(judgements().stream().allMatch(Verdict.Judgement.UNDECIDED::equals));
  }

  @Test
  void two_rounds_decide_nothing() {
    add("disk", "none", 1000, 10, 20);
    add("memory", "none", 1000, 0, 5);
    add("disk", "1 ms", 1100, 4000, 4100);
    assertTrue(
        judgements().stream().allMatch(Verdict.Judgement.UNDECIDED::equals),
        judgements().toString());
  }

  @Test
  void the_course_and_each_own_experiment_are_told_apart() {
    assertEquals("", new Storage(StorageOptions.STANDARD).identity());
    assertEquals("project /mine", identity("/mine", Optional.empty(), false));
    assertEquals(
        "gentle; project /mine, clean make clean",
        identity("/mine", Optional.of("make clean"), true));
  }

  private static String identity(String project, Optional<String> clean, boolean gentle) {
    StorageOptions.Build build =
        new StorageOptions.Build(
            java.nio.file.Path.of(project), List.of("make"), clean, java.util.Set.of());
    return new Storage(
            new StorageOptions(
                List.of(), List.of(), Optional.of(build), Optional.empty(), true, false, gentle))
        .identity();
  }

  @Test
  void a_latency_is_named_in_milliseconds() {
    assertEquals("1 ms", StoragePlaces.words(java.time.Duration.ofMillis(1)));
    assertEquals("0.5 ms", StoragePlaces.words(java.time.Duration.ofNanos(500_000)));
  }
}
