package thaw.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PublishedRestoresTest {
  private static final PublishedRestores RESTORES = PublishedRestores.read();

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
