package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import thaw.experiment.Distribution;

class MemoryCostTest {
  @Test
  void a_size_is_the_fastest_only_if_that_is_no_chance() {
    MemoryCost small = cost(512, 1_000, 2);
    assertEquals(
        "Create is cheapest at 512 MB (2.00 USD, 1.01 s) and fastest at 1,024 MB (3.00 USD, 510 ms).",
        MemoryCost.sentence(List.of(small, cost(1_024, 500, 3))));
    assertEquals(
        "Create is cheapest at 512 MB (2.00 USD, 1.01 s) and fastest at 1,024 MB (3.00 USD, 1.01 s)"
            + "; that it is faster than at 512 MB may be chance.",
        MemoryCost.sentence(List.of(small, cost(1_024, 995, 3))));
  }

  private static MemoryCost cost(int memoryMiB, double from, double usd) {
    double[] millis = DoubleStream.iterate(from, each -> each + 2).limit(11).toArray();
    return new MemoryCost("Create", memoryMiB, Distribution.of(millis), 1, usd);
  }
}
