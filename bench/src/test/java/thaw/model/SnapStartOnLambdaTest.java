package thaw.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.model.SnapStartOnLambda.Outcome;

class SnapStartOnLambdaTest {
  private static final LambdaModel MODEL = FittedModel.published().model();
  private static final PublishedRestores RESTORES = PublishedRestores.read();

  private static SnapStartOnLambda of(double plain, double restored, int java, int memory) {
    return SnapStartOnLambda.of(MODEL, RESTORES, plain, Optional.of(restored), java, memory)
        .orElseThrow();
  }

  /** As in lambda-perf#1858: nobody's hello world was faster with SnapStart. */
  @Test
  void the_first_restore_of_a_function_that_does_nothing_hurts() {
    SnapStartOnLambda hello = of(72, 40, 17, 1024);
    assertEquals(Outcome.HURTS, hello.firstOutcome());
    assertTrue(hello.firstMostMillis() < 0);
    assertTrue(hello.first().low() > hello.plain().high());
  }

  @Test
  void a_function_with_much_to_do_gains_where_it_is_often_restored() {
    SnapStartOnLambda netty = of(1_300, 92, 17, 1024);
    assertEquals(Optional.of(Outcome.PAYS), netty.oftenOutcome());
    assertEquals(Outcome.OPEN, netty.firstOutcome());
    assertTrue(netty.firstMostMillis() > 0);
    assertTrue(
        netty.firstMostMillis() < netty.plain().millis() - netty.often().orElseThrow().millis());
  }

  @Test
  void what_is_not_primed_has_no_figure_of_frequent_restores() {
    SnapStartOnLambda unprimed =
        SnapStartOnLambda.of(MODEL, RESTORES, 1_300, Optional.empty(), 17, 1024).orElseThrow();
    assertTrue(unprimed.often().isEmpty());
    assertTrue(unprimed.oftenOutcome().isEmpty());
  }

  @Test
  void the_nearest_runtime_and_size_is_taken() {
    assertEquals("java21", RESTORES.nearest(25, 512).runtime());
    assertEquals("java11", RESTORES.nearest(8, 512).runtime());
    assertEquals(128, RESTORES.nearest(17, 128).memoryMiB());
    assertEquals(1024, RESTORES.nearest(17, 3_008).memoryMiB());
    assertEquals(256, RESTORES.nearest(17, 300).memoryMiB());
  }

  @Test
  void every_published_cell_has_ordered_quantiles_of_many_restores() {
    for (PublishedRestores.Cell cell : RESTORES.cells()) {
      assertTrue(cell.p10Millis() < cell.p50Millis() && cell.p50Millis() < cell.p90Millis());
      assertTrue(cell.restores() > 1_000, cell.toString());
    }
  }
}
