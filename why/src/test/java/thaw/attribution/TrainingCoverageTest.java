package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.recording.ClassLoad;
import thaw.recording.StartLoads;

class TrainingCoverageTest {
  private static final String ARCHIVE = "shared objects file";
  private static final String JAR = "file:/var/task/lib/orders-1.2.jar";

  @Test
  void what_a_first_request_needs_is_counted_without_the_archive() {
    TrainingCoverage.Request request =
        only(start("a", names("A", "B", "C", "D"), archived("A", "B", "C", "D", "E", "F")));
    assertEquals(4, request.classes(), "an archive loads what the request does not need");
    assertEquals(0, request.missing());
    assertEquals(1.0, request.share());
  }

  @Test
  void what_comes_from_elsewhere_is_missing() {
    List<ClassLoad> with = new ArrayList<>(archived("A", "B", "C"));
    with.add(load("D", JAR));
    TrainingCoverage.Request request = only(start("a", names("A", "B", "C", "D"), with));
    assertEquals(1, request.missing());
    assertEquals(0.75, request.share());
  }

  @Test
  void origins_are_jars_modules_and_what_is_made_at_run_time() {
    List<ClassLoad> with =
        List.of(
            load("A", JAR),
            load("B", JAR),
            load("C", "jrt:/java.base"),
            load("D", "__JVM_LookupDefineClass__"),
            load("E", "file:/var/task/"));
    assertEquals(
        List.of(
            new TrainingCoverage.Origin("orders-1.2.jar", 2),
            new TrainingCoverage.Origin("java.base", 1),
            new TrainingCoverage.Origin("made at run time", 1),
            new TrainingCoverage.Origin("task", 1)),
        only(start("a", names("A", "B", "C", "D", "E"), with)).origins());
  }

  @Test
  void an_event_that_is_left_out_misses_what_no_other_event_loads() {
    List<ClassLoad> all = archived("A", "B", "OnlyFirst", "OnlySecond");
    TrainingCoverage coverage =
        TrainingCoverage.of(
            List.of(
                start("first", names("A", "B", "OnlyFirst"), all),
                start("second", names("A", "B"), all),
                start("third", names("A", "B", "OnlySecond", "Another"), all)),
            3,
            List.of());
    assertEquals(
        List.of(OptionalInt.of(1), OptionalInt.of(0), OptionalInt.of(2)),
        coverage.requests().stream().map(TrainingCoverage.Request::leftOut).toList());
    assertEquals("third", coverage.leastLeftOut().orElseThrow().event());
    assertEquals(0.5, coverage.leastLeftOut().orElseThrow().leftOutShare().orElseThrow());
  }

  @Test
  void a_class_that_is_missing_with_the_event_is_not_counted_again_without_it() {
    List<ClassLoad> with = new ArrayList<>(archived("A"));
    with.add(load("Proxy", "__dynamic_proxy__"));
    TrainingCoverage coverage =
        TrainingCoverage.of(
            List.of(
                start("first", names("A", "Proxy"), with),
                start("second", names("A"), archived("A"))),
            2,
            List.of());
    assertEquals(OptionalInt.of(1), coverage.requests().getFirst().leftOut());
  }

  @Test
  void a_single_event_tells_nothing_of_others() {
    TrainingCoverage coverage =
        TrainingCoverage.of(List.of(start("a", names("A"), archived("A"))), 1, List.of());
    assertTrue(coverage.leastLeftOut().isEmpty());
    assertTrue(coverage.least().isPresent());
  }

  @Test
  void an_unseen_event_is_told_by_itself() {
    TrainingCoverage coverage =
        TrainingCoverage.of(
            List.of(start("a", names("A"), archived("A"))),
            1,
            List.of(start("new", names("A", "B"), List.of(load("A", ARCHIVE), load("B", JAR)))));
    assertEquals("a", coverage.least().orElseThrow().event());
    TrainingCoverage.Request unseen = coverage.unseen().getFirst();
    assertEquals("new", unseen.event());
    assertEquals(0.5, unseen.share());
    assertFalse(unseen.leftOut().isPresent());
  }

  private static TrainingCoverage.Request only(TrainingCoverage.Start start) {
    return TrainingCoverage.of(List.of(start), 1, List.of()).requests().getFirst();
  }

  private static TrainingCoverage.Start start(
      String event, List<ClassLoad> plain, List<ClassLoad> archived) {
    return new TrainingCoverage.Start(
        event, new StartLoads(plain, List.of()), new StartLoads(List.of(), archived));
  }

  private static List<ClassLoad> names(String... names) {
    return Stream.of(names).map(name -> load(name, JAR)).toList();
  }

  private static List<ClassLoad> archived(String... names) {
    return Stream.of(names).map(name -> load(name, ARCHIVE)).toList();
  }

  private static ClassLoad load(String name, String source) {
    return new ClassLoad(0, 1, name, source);
  }
}
