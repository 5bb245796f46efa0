package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.explanation.Treemap.Tile;

class TreemapTest {
  private static final Tile AREA = new Tile(10, 20, 900, 400);

  static Stream<List<Double>> sizes() {
    Random random = new Random(7);
    return Stream.concat(
        Stream.of(List.of(), List.of(1.0), List.of(6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0)),
        Stream.of(2, 50, 300)
            .map(count ->
                random
                    .doubles(count, 1, 1_000)
                    .boxed()
                    .sorted((a, b) -> Double.compare(b, a))
                    .toList()));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void each_tile_has_its_share_lies_within_the_area_and_covers_no_other(List<Double> sizes) {
    List<Tile> tiles = Treemap.of(sizes, AREA);
    assertEquals(sizes.size(), tiles.size());
    double sum = sizes.stream().mapToDouble(Double::doubleValue).sum();
    for (int i = 0; i < tiles.size(); i++) {
      Tile tile = tiles.get(i);
      assertEquals(sizes.get(i) / sum * AREA.area(), tile.area(), 1e-6 * AREA.area());
      assertTrue(tile.x() >= 10 - 1e-6 && tile.x() + tile.width() <= 910 + 1e-6, tile.toString());
      assertTrue(tile.y() >= 20 - 1e-6 && tile.y() + tile.height() <= 420 + 1e-6, tile.toString());
      for (Tile other : tiles.subList(0, i)) {
        assertTrue(overlap(tile, other) < 1e-3, tile + " and " + other);
      }
    }
  }

  private static double overlap(Tile one, Tile other) {
    double across =
        Math.min(one.x() + one.width(), other.x() + other.width()) - Math.max(one.x(), other.x());
    double down =
        Math.min(one.y() + one.height(), other.y() + other.height()) - Math.max(one.y(), other.y());
    return Math.max(0, across) * Math.max(0, down);
  }
}
