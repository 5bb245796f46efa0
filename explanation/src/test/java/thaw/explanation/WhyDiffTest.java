package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.explanation.WhyDiff.Change;

class WhyDiffTest {
  private final WhyDiff diff = WhyDiff.of(WhyExamples.older(), WhyExamples.petstore());

  @Test
  void phases_are_in_their_order_and_everything_else_has_the_largest_change_first() {
    assertEquals(
        List.of(
            "JVM boot",
            "runtime client",
            "handler class init",
            "first invocation",
            "later invocations"),
        diff.phases().stream().map(Change::name).toList());
    assertEquals("lambda and invokedynamic linkage", diff.causes().getFirst().name());
    assertEquals(WhyExamples.GUICE, diff.libraries().getFirst().name());
    assertEquals("com.google.inject.Guice.createInjector", diff.methods().getFirst().name());
  }

  @Test
  void a_library_has_what_all_causes_gave_it() {
    Change guice = diff.libraries().getFirst();
    assertEquals(66.4 + 92.6 + 16, guice.after(), 1e-6);
    assertEquals(0.55 * (66.4 + 92.6 + 16), guice.before(), 1e-6);
  }

  @Test
  void peers_are_no_libraries_and_later_invocations_are_in_no_cause() {
    assertFalse(
        diff.libraries().stream().anyMatch(change -> change.name().equals(WhyExamples.PEER)));
    Change code =
        diff.causes().stream()
            .filter(change -> change.name().equals("function code"))
            .findFirst()
            .orElseThrow();
    assertEquals(0, code.after());
  }

  @Test
  void classes_are_counted_since_hidden_ones_share_names() {
    assertEquals(500, diff.added().size());
    assertEquals(List.of(), diff.gone());
    assertTrue(diff.added().contains("com.example.petstore.CreatePetHandler$$Lambda"));
    WhyDiff back = WhyDiff.of(WhyExamples.petstore(), WhyExamples.older());
    assertEquals(diff.added(), back.gone());
  }

  @Test
  void a_difference_below_a_tenth_may_be_noise() {
    assertFalse(new Change("x", 100, 109).clear());
    assertTrue(new Change("x", 100, 112).clear());
    assertTrue(new Change("x", 0, 1).clear());
    assertFalse(new Change("x", 0, 0).clear());
  }

  @Test
  void what_appears_and_what_disappears_are_changes() {
    WhyDiff appeared = WhyDiff.of(WhyExamples.empty(), WhyExamples.petstore());
    assertEquals(0, appeared.total().before());
    assertTrue(appeared.causes().stream().allMatch(change -> change.before() == 0));
    WhyDiff gone = WhyDiff.of(WhyExamples.petstore(), WhyExamples.empty());
    assertTrue(gone.causes().stream().allMatch(change -> change.after() == 0));
    assertEquals(3_200, gone.gone().size());
  }

  @Test
  void what_else_was_different_is_said() {
    assertEquals(List.of(), diff.otherwise());
    WhyDiff other = WhyDiff.of(WhyExamples.empty(), WhyExamples.petstore());
    assertTrue(
        other.otherwise().contains("The memory was 128 MB and is 256 MB."),
        other.otherwise().toString());
  }

  @Test
  void the_matrix_adds_up_to_the_wall_time() {
    Explanation explanation = WhyExamples.petstore();
    WhyMatrix matrix = new WhyMatrix(explanation);
    double sum = matrix.causes().stream().mapToDouble(cause -> matrix.line(cause).millis()).sum();
    assertEquals(explanation.total().wallMillis(), sum, 1e-6);
    assertTrue(
        matrix.largest(1_000).stream()
            .noneMatch(row -> row.phase() == PhaseName.LATER_INVOCATIONS));
  }
}
